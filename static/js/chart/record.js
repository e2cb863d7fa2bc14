/* The file a chart is drawn from, with its sides and marks written out as rows. */
/** @import { Chart, ChartFile, ChartMark, ChartSide, Column } from "../records.js" */
import { recordsOf } from "../columns.js";

/**
 * A chart as programs read it. Marks name their side by its place,
 * and leave out ends that are their middle.
 * @param {ChartFile | Chart} file
 * @returns {Chart}
 */
export function chartOf(file) {
  if (!("marks" in file)) return file;
  const { marks, runs, sides: named, ...chart } = file;
  const sides = /** @type {ChartSide[]} */ (listOf(named, "id", "sides"));
  const values = /** @type {ChartMark[]} */ (listOf(marks, "run", "marks")).map((mark, position) => rowOf(mark, position, sides, runs));
  return { ...chart, sides, description: "", values };
}

/**
 * @param {Record<string, Column> | undefined} columns
 * @param {string} first The column that is always a list.
 * @param {string} name What they are columns of.
 * @returns {unknown[]}
 */
function listOf(columns, first, name) {
  if (!Array.isArray(columns?.[first])) throw new Error(`has no ${name}`);
  return recordsOf(columns);
}

/**
 * @param {ChartMark} mark
 * @param {number} position
 * @param {ChartSide[]} sides
 * @param {string} runs
 */
function rowOf({ run, side: place, threads, centre, n, low, high }, position, sides, runs) {
  const side = sides.at(place);
  if (!side) throw new Error(`names no side of its own in marks[${position}]`);
  return { threads, side: side.id, label: side.label, centre, low: low ?? centre, high: high ?? centre, n, path: `${runs}${run}/` };
}
