/*
The search is loaded when its box is entered, so that it is there when the reader submits, and at
once on its own page.
*/

/**
 * `form` is the box of the masthead; `place` is where the search page shows what it finds.
 * @param {HTMLFormElement | null} form
 * @param {HTMLElement | null} place
 */
export function watchSearch(form, place) {
  const address = document.documentElement.dataset.searchModule;
  if (!address || !form) return;
  const documents = new URL("documents.json", form.action).href;
  if (place) {
    void loadSearch(address).then((search) => search.open(place, form, documents));
    return;
  }
  const load = () => { void loadSearch(address).then((search) => search.fetchDocuments(documents)); };
  form.addEventListener("focusin", load, { once: true });
}

/**
 * @param {string} address
 * @returns {Promise<typeof import("./search.js")>}
 */
function loadSearch(address) {
  return /** @type {Promise<typeof import("./search.js")>} */ (import(address));
}
