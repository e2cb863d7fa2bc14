/*
Which series fit what a reader asks, in which order, and how many each further choice would leave.
Knows nothing of a page.
*/
/** @import { ExploreRow } from "./pieces.js" */
/** @import { ExploreState } from "./state.js" */
import { narrow } from "../narrow.js";

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
 * The rows that fit, in order, and for each facet how many each value would leave.
 * @param {ExploreRow[]} rows
 * @param {ExploreState} state
 * @param {Key} [distanceOf] Of a row's machine from the reader's.
 */
export function findRows(rows, { q, chosen, show, sort }, distanceOf = () => 0) {
  const weightOf = (/** @type {ExploreRow} */ row) => (show === "runs" ? row.run_count : 1);
  const found = narrow(rows, { q, chosen, searched: SEARCHED, weightOf });
  const key = SORT_KEYS[sort]?.(rows, distanceOf);
  return key ? { ...found, rows: sorted(found.rows, key) } : found;
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
