/*
How a run is cited, on the page of its result: pages of runs lead there with the run in the address.
*/

const ID = /^[a-z0-9][a-z0-9-]*$/;

/**
 * Put a run's id where the page leaves room for one.
 * @param {Element} place
 * @param {string} search What follows the page's address, as `?run=<id>`.
 */
export function citeRun(place, search) {
  const run = new URLSearchParams(search).get("run") ?? "";
  if (!ID.test(run)) return;
  for (const mark of place.querySelectorAll("pre mark")) mark.replaceWith(run);
  for (const told of place.querySelectorAll("p")) told.textContent = `Of the run ${run}:`;
  place.toggleAttribute("open", true);
}
