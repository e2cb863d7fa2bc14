/*
A list is a table until somebody narrows it: the program and its rows are loaded at the first touch
of the form, and at once where the address asks for something.
*/

/** @param {HTMLElement} section With the form and the table; its data name the program. */
export function watchListing(section) {
  const form = section.querySelector("form");
  const { listing: address } = section.dataset;
  if (!form || !address) return;
  const load = () => { void loadListing(address).then((program) => program.open(section, form)); };
  // A form that is submitted before the program is there would leave the page.
  form.addEventListener("submit", (event) => { event.preventDefault(); });
  if (location.search.length > 1 || (section.hasAttribute("data-near") && isMachineKept())) load();
  else for (const sign of ["focusin", "pointerdown"]) form.addEventListener(sign, load, { once: true });
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
