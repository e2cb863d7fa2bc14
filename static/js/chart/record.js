/* The file a chart is drawn from, with its marks written out as rows. */
/** @import { Chart, ChartFile, ChartMark, ChartSide, Column, SideColumns } from "../records.js" */

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
 * Sides from columns: each is the value that all share, or a list, or values and the indices at which they stand.
 * @param {SideColumns} columns
 */
function sidesOf(columns) {
  if (!Array.isArray(columns?.id)) throw new Error("has no sides");
  const entries = Object.entries(columns);
  return columns.id.map((_, place) =>
    /** @type {ChartSide} */ (Object.fromEntries(entries.map(([name, column]) => [name, valueAt(column, place)]))));
}

/**
 * @param {Column} column
 * @param {number} place
 */
function valueAt(column, place) {
  if (typeof column !== "object") return column;
  return Array.isArray(column) ? column[place] : column.values[column.indices[place]];
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
