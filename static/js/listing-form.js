/*
A list is a table until somebody narrows it: the program and its rows are loaded at the first touch
of the form, and at once where the address asks for something.
*/
import { chooseSort } from "./listing/state.js";

/** @param {HTMLElement} section With the form and the table; its data name the program. */
export function watchListing(section) {
  const form = section.querySelector("form");
  const { listing: address } = section.dataset;
  if (!form || !address) return;
  const load = () => { void loadListing(address).then((program) => program.open(section, form)); };
  makeSortable(section, form, load);
  // A form that is submitted before the program is there would leave the page.
  form.addEventListener("submit", (event) => { event.preventDefault(); });
  if (location.search.length > 1 || (section.hasAttribute("data-near") && isMachineKept())) load();
  else for (const sign of ["focusin", "pointerdown"]) form.addEventListener(sign, load, { once: true });
}

/**
 * Make heads of columns buttons: the first press sorts by one, the next the other way round.
 * @param {HTMLElement} section
 * @param {HTMLFormElement} form
 * @param {() => void} load
 */
function makeSortable(section, form, load) {
  // Where rows are stacked heads are not seen; the form sorts there.
  const areSeen = matchMedia("(min-width: 56.0625rem)").matches;
  for (const head of areSeen ? section.querySelectorAll("thead th[data-sort]") : []) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
  }
  section.addEventListener("click", ({ target }) => {
    const head = target instanceof Element ? target.closest("thead button")?.closest("th") : null;
    const name = head?.dataset.sort;
    const field = form.elements.namedItem("sort");
    if (!name || !(field instanceof HTMLSelectElement || field instanceof HTMLInputElement)) return;
    chooseSort(field, field.value === name ? `-${name}` : name);
    field.dispatchEvent(new Event("change", { bubbles: true }));
    load();
  });
}

/** Whether the reader has told their machine on some page; a browser may keep nothing. */
function isMachineKept() {
  try {
    return localStorage.getItem("sysbench-archive.machine") !== null;
  } catch {
    return false;
  }
}

/**
 * @param {string} address
 * @returns {Promise<typeof import("./listing.js")>}
 */
function loadListing(address) {
  return /** @type {Promise<typeof import("./listing.js")>} */ (import(address));
}
