/* The file a chart is drawn from, with its marks written out as rows. */
/** @import { Chart, ChartFile, ChartMark } from "../records.js" */

/**
 * A chart as programs read it. A forest has its rows in its file; marks name their side by its place,
 * and leave out ends that are their middle.
 * @param {ChartFile | Chart} file
 * @returns {Chart}
 */
export function chartOf(file) {
  if (!("marks" in file)) return file;
  const { marks, runs, ...chart } = file;
  if (!Array.isArray(marks)) throw new Error("has no marks");
  return { ...chart, description: "", values: marks.map((mark, position) => rowOf(mark, position, file, runs)) };
}

/**
 * @param {ChartMark} mark
 * @param {number} position
 * @param {ChartFile} file
 * @param {string} runs
 */
function rowOf([place, threads, run, centre, n = 1, low, high], position, { sides }, runs) {
  const side = sides.at(place);
  if (!side) throw new Error(`names no side of its own in marks[${position}]`);
  return { threads, side: side.id, label: side.label, centre, low: low ?? centre, high: high ?? centre, n, path: `${runs}${run}/` };
}
