/*
What every page loads: small things that make a complete page more pleasant.

Owns when the large programs are loaded: charts when one is in view and the reader has done
something, the search when its box is used, a page's own program at once. Refuses to write markup
from text: nodes and textContent only.
*/
import { addCopyButtons } from "./copy.js";
import { element } from "./elements.js";
import { watchFigures } from "./figures.js";
import { watchListing } from "./listing-form.js";
import { enhanceVariables } from "./variables.js";

/** @typedef {typeof import("./compare.js") | typeof import("./explore.js") | typeof import("./campaign.js") | typeof import("./upgrade.js")} PageProgram */

watchFigures(document.querySelectorAll("figure[data-chart]"));
watchSearch(document.querySelector("form[role=search]"), document.querySelector("[data-search]"));
for (const section of elementsWith("[data-variables]")) enhanceVariables(section);
for (const place of elementsWith("[data-listing]")) watchListing(place);
for (const place of elementsWith("[data-module]")) void loadProgram(place).then((program) => program.open(place));
for (const place of elementsWith("[data-later]")) openLater(place);
for (const place of elementsWith("[data-cite-run]")) citeRun(place);
for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (elementsWith("a[href^='../my.cnf/']"))) foldFile(link);
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

/**
 * Load the search when its box is entered, so that it is there when the reader submits, and at once on its
 * own page.
 * @param {HTMLFormElement | null} form The box of the masthead.
 * @param {HTMLElement | null} place Where the search page shows what it finds.
 */
function watchSearch(form, place) {
  const address = document.documentElement.dataset.searchModule;
  if (!address || !form) return;
  const documents = new URL("documents.json", form.action).href;
  const load = async () => {
    const search = await /** @type {Promise<typeof import("./search.js")>} */ (import(address));
    await (place ? search.open(place, form, documents) : search.fetchJson(documents));
  };
  if (place) load().catch(() => { place.dataset.search = ""; });
  else form.addEventListener("focusin", () => { void load(); }, { once: true });
}

/**
 * How a run is cited stands on the page of its result; pages of runs lead there with the run in the address.
 * @param {Element} place With room for a run's id.
 */
function citeRun(place) {
  const run = new URLSearchParams(location.search).get("run") ?? "";
  if (!/^[a-z0-9][a-z0-9-]*$/.test(run)) return;
  for (const mark of place.querySelectorAll("pre mark")) mark.replaceWith(run);
  for (const told of place.querySelectorAll("p")) told.textContent = `Of the run ${run}:`;
  place.toggleAttribute("open", true);
}

/**
 * A file that a page links to stands below the link as well, loaded once a reader unfolds it.
 * @param {HTMLAnchorElement} link
 */
function foldFile(link) {
  const text = element("pre", { class: "command" }, "Loading…");
  const fold = element("details", {}, element("summary", {}, "my.cnf"), text);
  (link.closest("p") ?? link).after(fold);
  const load = async () => {
    const found = await fetch(link.href).then((answer) => answer.ok ? answer.text() : "").catch(() => "");
    text.textContent = found || "It could not be loaded; the link leads to it.";
  };
  fold.addEventListener("toggle", () => { void load(); }, { once: true });
}

/** What a term means is shown by the stylesheet; Escape puts it away until another term is pointed at. */
function watchTerms() {
  const { dataset } = document.documentElement;
  addEventListener("keydown", ({ key }) => { if (key === "Escape") dataset.tips = "off"; });
  for (const sign of ["pointerover", "focusin"]) {
    addEventListener(sign, ({ target }) => { if (target instanceof Element && target.closest(".term")) delete dataset.tips; });
  }
}
