/*
Single runs of series: a run is a row of its own columns that names its series by number. The runs
of a series stand together, in the order of the series, so that counts tell where they are.
*/
/** @import { SeriesPieceEntry } from "../records.js" */
/** @import { Columns } from "./columns.js" */

/**
 * The number of the first run of each series, of those series that are there.
 * @param {Columns} series
 * @param {SeriesPieceEntry[]} pieces
 */
export function runStarts(series, pieces) {
  const starts = new Int32Array(series.size);
  const counts = series.numbersOf("count");
  let [row, run] = [0, 0];
  for (const { rows, runs } of pieces) {
    let at = run;
    for (const end = row + rows; row < end; row += 1) {
      starts[row] = at;
      at += counts[row];
    }
    run += runs;
  }
  return starts;
}

/**
 * A part of the runs of some series, in their order.
 * @param {number[]} rows Of series.
 * @param {Columns} series
 * @param {Int32Array} starts
 * @param {[number, number]} part From, and up to but without.
 */
export function runsOf(rows, series, starts, [from, to]) {
  const counts = series.numbersOf("count");
  /** @type {number[]} */
  const found = [];
  let before = 0;
  for (const row of rows) {
    if (before >= to) break;
    const own = counts[row];
    for (let at = Math.max(0, from - before); at < Math.min(own, to - before); at += 1) found.push(starts[row] + at);
    before += own;
  }
  return found;
}

/**
 * Runs by their figure, the highest first. Putting them in order takes longer than a keystroke may:
 * it is done once.
 * @param {Columns} runs
 */
export function byPeak(runs) {
  const values = runs.numbersOf("value");
  return Int32Array.from({ length: runs.size }, (_, run) => run).sort((one, other) => values[other] - values[one] || one - other);
}

/**
 * The runs of some series, in an order of all runs.
 * @param {number[]} rows Of series.
 * @param {Columns} runs
 * @param {Int32Array} order
 */
export function runsInOrder(rows, runs, order) {
  const series = runs.numbersOf("series");
  const wanted = new Set(rows);
  return [...order.filter((run) => wanted.has(series[run]))];
}
