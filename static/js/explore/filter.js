/*
Which series fit what a reader asks, in which order, and how many each further choice would leave.
Knows nothing of a page.
*/
/** @import { ExploreRow } from "./pieces.js" */
/** @import { ExploreState } from "./state.js" */
import { termsOf, wordsOf } from "../search-words.js";

/** @type {("server_label" | "workload_label" | "test" | "machine_label" | "title" | "submitter" | "hardware_class_label")[]} */
const SEARCHED = ["server_label", "workload_label", "test", "machine_label", "title", "submitter", "hardware_class_label"];
/** @typedef {(row: ExploreRow) => number} Key What rows are sorted by, the lowest first. */

/**
 * Ways to sort that are not the order of the file.
 * @type {Partial<Record<ExploreState["sort"], (rows: ExploreRow[], distanceOf: Key) => Key>>}
 */
const SORT_KEYS = {
  near: (_, distanceOf) => distanceOf,
  peak: () => ({ peak = 0 }) => -peak,
  runs: () => ({ run_count: count }) => -count,
  name: nameRanks,
};

/**
 * The rows that fit, in order, and for each facet how many each value would leave: a row that fails
 * one facet only still counts for the values of that facet.
 * @param {ExploreRow[]} rows
 * @param {string[]} facets
 * @param {ExploreState} state
 * @param {Key} [distanceOf] Of a row's machine from the reader's.
 */
export function findRows(rows, facets, { q, chosen, show, sort }, distanceOf = () => 0) {
  const terms = wordsOf(q).flatMap(termsOf);
  /** @type {Map<string, Map<string, number>>} */
  const counts = new Map(facets.map((name) => [name, new Map()]));
  const narrowing = facets.filter((name) => chosen.get(name)?.size);
  /** @type {ExploreRow[]} */
  const found = [];
  for (const row of rows) {
    const failed = narrowing.filter((name) => !chosen.get(name)?.has(valueOf(row, name)));
    if (failed.length > 1 || !terms.every((term) => textOf(row).includes(` ${term}`))) continue;
    for (const name of failed.length ? failed : facets) {
      const [own, value] = [counts.get(name), valueOf(row, name)];
      own?.set(value, (own.get(value) ?? 0) + (show === "runs" ? row.run_count : 1));
    }
    if (!failed.length) found.push(row);
  }
  const key = SORT_KEYS[sort]?.(rows, distanceOf);
  return { rows: key ? sorted(found, key) : found, counts };
}

/**
 * Rows in the order of their keys, of which some are infinite.
 * @param {ExploreRow[]} rows
 * @param {Key} key
 */
function sorted(rows, key) {
  const keyed = rows.map((row) => /** @type {const} */ ([key(row), row]));
  return keyed.sort(([one], [other]) => (one === other ? 0 : one - other)).map(([, row]) => row);
}

/**
 * The value a row has of a facet; empty where nobody recorded it.
 * @param {ExploreRow} row
 * @param {string} name
 */
function valueOf(row, name) {
  const texts = /** @type {Record<string, string | undefined>} */ (/** @type {unknown} */ (row));
  return texts[name] ?? "";
}

/**
 * What a row is found by, as terms with a space before each, made once.
 * @type {WeakMap<ExploreRow, string>}
 */
const TEXTS = new WeakMap();

/** @param {ExploreRow} row */
function textOf(row) {
  const known = TEXTS.get(row);
  if (known !== undefined) return known;
  const text = SEARCHED.map((name) => ` ${wordsOf(row[name] ?? "").flatMap(termsOf).join(" ")}`).join("");
  TEXTS.set(row, text);
  return text;
}

/**
 * Names are put in order once for all rows that share them.
 * @param {ExploreRow[]} rows
 * @returns {Key}
 */
function nameRanks(rows) {
  const labels = ranksOf(rows.map((row) => row.server_label));
  const works = ranksOf(rows.map((row) => row.workload_label));
  return (row) => (labels.get(row.server_label) ?? 0) * 1e6 + (works.get(row.workload_label) ?? 0);
}

/** @param {string[]} names */
function ranksOf(names) {
  const { compare } = new Intl.Collator("en", { numeric: true });
  return new Map([...new Set(names)].sort(compare).map((name, rank) => [name, rank]));
}
