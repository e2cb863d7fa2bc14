/*
What a reader asks of a list, and how the address says it. The address is input like any other: what it says
is kept to names that are known and to lengths that make sense.
*/
const LONGEST = 200;

/** @typedef {{q: string, chosen: Map<string, Set<string>>}} Asked Words, and the values chosen of each facet. */

/**
 * @param {URLSearchParams} asked
 * @param {string[]} facets The names there are.
 * @returns {Asked}
 */
export function readAsked(asked, facets) {
  return { q: (asked.get("q") ?? "").slice(0, LONGEST), chosen: new Map(facets.map((name) => [name, new Set(asked.getAll(name))])) };
}

/** @param {Asked} state */
export function writeAsked({ q, chosen }) {
  const asked = new URLSearchParams();
  if (q.trim()) asked.set("q", q.trim());
  for (const [name, values] of chosen) for (const value of values) asked.append(name, value);
  return asked;
}

/**
 * Whether nothing is asked but the list itself, or a page of it.
 * @param {Asked} state
 */
export function isWhole({ q, chosen }) {
  return !q.trim() && ![...chosen.values()].some((values) => values.size);
}

/**
 * Choose a value of a facet, or take it back.
 * @param {Asked} state
 * @param {string} name
 * @param {string} value
 * @param {boolean} on
 */
export function choose({ chosen }, name, value, on) {
  chosen.get(name)?.[on ? "add" : "delete"](value);
}
