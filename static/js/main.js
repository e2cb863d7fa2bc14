/*
What every page loads: small things that make a complete page more pleasant.

Owns when the large programs are loaded: charts when one is in view and the reader has stirred,
the search when its box is used, a page's own program at once. Refuses to write markup from text: nodes and textContent only.
*/
import { addCopyButtons } from "./copy.js";
import { watchFigures } from "./figures.js";
import { watchSearch } from "./search-box.js";
import { enhanceVariables } from "./variables.js";

watchFigures(document.querySelectorAll("figure[data-chart]"));
watchSearch(document.querySelector("form[role=search]"), document.querySelector("[data-search]"));
for (const section of document.querySelectorAll("[data-variables]")) enhanceVariables(section);
for (const place of document.querySelectorAll("[data-module]")) import(place.dataset.module).then((module) => module.open(place));
addCopyButtons(document.querySelectorAll("pre.command, [data-copy]"));
