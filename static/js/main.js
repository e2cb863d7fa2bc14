/*
What every page loads: small things that make a complete page more pleasant.

Owns when the large programs are loaded: charts when one is in view and the reader has done
something, the search when its box is used, a page's own program at once. Refuses to write markup
from text: nodes and textContent only.
*/
import { citeRun } from "./cite.js";
import { addCopyButtons } from "./copy.js";
import { watchFigures } from "./figures.js";
import { watchListing } from "./listing-form.js";
import { watchSearch } from "./search-box.js";
import { watchTerms } from "./terms.js";
import { enhanceVariables } from "./variables.js";

/** @typedef {typeof import("./compare.js") | typeof import("./explore.js") | typeof import("./campaign.js") | typeof import("./upgrade.js")} PageProgram */

watchFigures(document.querySelectorAll("figure[data-chart]"));
watchSearch(document.querySelector("form[role=search]"), document.querySelector("[data-search]"));
for (const section of elementsWith("[data-variables]")) enhanceVariables(section);
for (const place of elementsWith("[data-listing]")) watchListing(place);
for (const place of elementsWith("[data-module]")) void loadProgram(place).then((program) => program.open(place));
for (const place of elementsWith("[data-later]")) openLater(place);
for (const place of elementsWith("[data-cite-run]")) citeRun(place, location.search);
watchTerms();
addCopyButtons(elementsWith("pre.command, [data-copy]"));

/**
 * @param {string} selector
 * @returns {NodeListOf<HTMLElement>}
 */
function elementsWith(selector) {
  return document.querySelectorAll(selector);
}

/**
 * Load the program of a part of a page where the address or the reader asks for it.
 * @param {HTMLElement} place
 */
function openLater(place) {
  const asked = new AbortController();
  const start = () => {
    asked.abort();
    void loadProgram({ dataset: { module: place.dataset.later } }).then((program) => program.open(place));
  };
  if (location.hash) start();
  else for (const sign of ["pointerover", "focusin"]) place.addEventListener(sign, start, { signal: asked.signal });
}

/**
 * The program that a page names for a part of it.
 * @param {{dataset: DOMStringMap}} place
 * @returns {Promise<PageProgram>}
 */
function loadProgram({ dataset: { module = "" } }) {
  return /** @type {Promise<PageProgram>} */ (import(module));
}
