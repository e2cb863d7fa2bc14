/*
Single runs of series: a run is a row of its own columns that names its series by number. The runs
of a series stand together, in the order of the series.
*/
/** @import { Columns } from "./columns.js" */
/** @import { ExploreState } from "./state.js" */

/**
 * Where the runs of each series begin; one entry more than there are series.
 * @param {Columns} runs
 * @param {number} count Of series.
 */
export function runStarts(runs, count) {
  const starts = new Int32Array(count + 1);
  const series = runs.numbersOf("series");
  for (let row = 0; row < runs.length; row += 1) starts[series[row] + 1] += 1;
  for (let at = 0; at < count; at += 1) starts[at + 1] += starts[at];
  return starts;
}

/**
 * The runs of some series, in their order; the highest first where they are sorted by their peak.
 * @param {number[]} rows Of series.
 * @param {Columns} runs
 * @param {Int32Array} starts
 * @param {ExploreState["sort"]} sort
 */
export function runsOf(rows, runs, starts, sort) {
  const found = rows.flatMap((row) => Array.from({ length: starts[row + 1] - starts[row] }, (_, at) => starts[row] + at));
  if (sort !== "peak") return found;
  const values = runs.numbersOf("value");
  return found.sort((one, other) => values[other] - values[one] || one - other);
}
