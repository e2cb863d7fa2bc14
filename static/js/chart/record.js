/* The file a chart is drawn from, with its marks written out as rows. */
/** @import { Chart, ChartFile, ChartMark, ChartSide, SideColumns } from "../records.js" */
import { recordsOf } from "../columns.js";

/**
 * A chart as programs read it. A forest has its rows in its file; marks name their side by its place,
 * and leave out ends that are their middle.
 * @param {ChartFile | Chart} file
 * @returns {Chart}
 */
export function chartOf(file) {
  if (!("marks" in file)) return file;
  const { marks, runs, sides: columns, ...chart } = file;
  if (!Array.isArray(marks)) throw new Error("has no marks");
  const sides = sidesOf(columns);
  return { ...chart, sides, description: "", values: marks.map((mark, position) => rowOf(mark, position, sides, runs)) };
}

/**
 * @param {SideColumns} columns
 */
function sidesOf(columns) {
  if (!Array.isArray(columns.id)) throw new Error("has no sides");
  return /** @type {ChartSide[]} */ (/** @type {unknown} */ (recordsOf({ ...columns })));
}

/**
 * @param {ChartMark} mark
 * @param {number} position
 * @param {ChartSide[]} sides
 * @param {string} runs
 */
function rowOf([place, threads, run, centre, n = 1, low, high], position, sides, runs) {
  const side = sides.at(place);
  if (!side) throw new Error(`names no side of its own in marks[${position}]`);
  return { threads, side: side.id, label: side.label, centre, low: low ?? centre, high: high ?? centre, n, path: `${runs}${run}/` };
}
