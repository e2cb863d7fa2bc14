/*
What a reader asks, and how the address says it. The address is input like any other: what it says
is kept to names that are known and to lengths that make sense.
*/
import { readAddress as readSides } from "../compare/address.js";

/**
 * @typedef {"new" | "near" | "peak" | "runs" | "name"} Sort
 */

/**
 * @typedef {object} ExploreState
 * @property {string} q Words.
 * @property {Map<string, Set<string>>} chosen Values by facet.
 * @property {Sort | ""} sort Empty is the usual order.
 * @property {"series" | "runs"} show
 * @property {number} page From 1.
 * @property {string[]} picked Sides for a comparison, as addresses write them, the baseline first.
 */

/** @type {Sort[]} */
const SORTS = ["new", "near", "peak", "runs", "name"];
const MOST_PAGES = 100_000;
const LONGEST = 200;

/**
 * The state an address asks for.
 * @param {string} search The part of the address behind its question mark.
 * @param {string[]} facets The names there are.
 * @returns {ExploreState}
 */
export function readAddress(search, facets) {
  const asked = new URLSearchParams(search);
  return {
    q: (asked.get("q") ?? "").slice(0, LONGEST),
    chosen: new Map(facets.map((name) => [name, new Set(asked.getAll(name))])),
    sort: sortNamed(asked.get("sort")),
    show: asked.get("show") === "runs" ? "runs" : "series",
    page: Math.max(1, Math.min(MOST_PAGES, Number.parseInt(asked.get("page") ?? "", 10) || 1)),
    picked: readSides(search).sides.map(({ key }) => key),
  };
}

/**
 * A way to sort by its name; empty where there is none of that name.
 * @param {string | null} name
 */
export function sortNamed(name) {
  return SORTS.find((known) => known === name) ?? "";
}

/**
 * The state as the part of an address behind its question mark; empty for the state of the start.
 * @param {ExploreState} state
 */
export function writeAddress({ q, chosen, sort, show, page, picked }) {
  const asked = new URLSearchParams();
  if (q.trim()) asked.set("q", q.trim());
  for (const [name, values] of chosen) for (const value of values) asked.append(name, value);
  if (sort) asked.set("sort", sort);
  if (show === "runs") asked.set("show", show);
  if (page > 1) asked.set("page", String(page));
  return [asked.toString(), ...picked].filter(Boolean).join("&");
}

/**
 * Whether nothing is asked but the list itself, or a page of it.
 * @param {ExploreState} state
 */
export function isWhole({ q, chosen }) {
  return !q.trim() && ![...chosen.values()].some((values) => values.size);
}
