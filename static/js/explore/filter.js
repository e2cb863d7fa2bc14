/*
Which series fit what a reader asks, in which order, and how many each further choice would leave.
Knows nothing of a page.
*/
/** @import { ExploreRow } from "./pieces.js" */
/** @import { ExploreState } from "./state.js" */
import { narrow } from "../narrow.js";

const SEARCHED = ["server_label", "workload_label", "test", "machine_label", "title", "submitter", "hardware_class_label"];
const { compare } = new Intl.Collator("en", { numeric: true });

/**
 * Ways to sort that are not the order of the file.
 * @type {Partial<Record<ExploreState["sort"], (one: ExploreRow, other: ExploreRow, distanceOf: (row: ExploreRow) => number) => number>>}
 */
const ORDERS = {
  // Some are infinite, and infinite ones are as near as each other.
  near: (one, other, distanceOf) => (distanceOf(one) === distanceOf(other) ? 0 : distanceOf(one) - distanceOf(other)),
  peak: ({ peak = 0 }, { peak: other = 0 }) => other - peak,
  // Those without one come last.
  p99: ({ peak_p99 = Number.MAX_VALUE }, { peak_p99: other = Number.MAX_VALUE }) => peak_p99 - other,
  runs: (one, other) => other.run_count - one.run_count,
  name: (one, other) => compare(one.server_label, other.server_label) || compare(one.workload_label, other.workload_label),
};

/**
 * The rows that fit, in order, and for each facet how many each value would leave.
 * @param {ExploreRow[]} rows
 * @param {ExploreState} state
 * @param {(row: ExploreRow) => number} [distanceOf] Of a row's machine from the reader's.
 */
export function findRows(rows, { q, chosen, show, sort }, distanceOf = () => 0) {
  const weightOf = (/** @type {ExploreRow} */ row) => (show === "runs" ? row.run_count : 1);
  const found = narrow(rows, { q, chosen, searched: SEARCHED, weightOf });
  const order = ORDERS[sort];
  return order ? { ...found, rows: found.rows.sort((one, other) => order(one, other, distanceOf)) } : found;
}
