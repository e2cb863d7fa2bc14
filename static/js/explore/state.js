/* What a reader asks of Explore, and how the address says it. */
/** @import { Asked } from "../asked.js" */
import { readAsked, writeAsked } from "../asked.js";
import { readAddress as readSides } from "../compare/address.js";

/** Ways to sort, as readers call them. */
export const SORTS = {
  new: "Newest first", near: "Nearest to your machine", peak: "Highest throughput first",
  p99: "Lowest 99th percentile first", runs: "Most runs first", name: "By name",
};

/** @typedef {keyof typeof SORTS} Sort */

/**
 * The usual order is empty, pages count from 1; what is picked is sides for a comparison, as addresses write them,
 * the baseline first.
 * @typedef {Asked & {sort: Sort | "", show: "series" | "runs", page: number, picked: string[]}} ExploreState
 */

const MOST_PAGES = 100_000;

/**
 * The state an address asks for.
 * @param {string} search The part of the address behind its question mark.
 * @param {string[]} facets The names there are.
 * @returns {ExploreState}
 */
export function readAddress(search, facets) {
  const asked = new URLSearchParams(search);
  return {
    ...readAsked(asked, facets),
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
  return name !== null && Object.hasOwn(SORTS, name) ? /** @type {Sort} */ (name) : "";
}

/**
 * The state as the part of an address behind its question mark; empty for the state of the start.
 * @param {ExploreState} state
 */
export function writeAddress({ sort, show, page, picked, ...state }) {
  const asked = writeAsked(state);
  if (sort) asked.set("sort", sort);
  if (show === "runs") asked.set("show", show);
  if (page > 1) asked.set("page", String(page));
  return [asked.toString(), ...picked].filter(Boolean).join("&");
}
