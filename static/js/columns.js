/*
Lists of records that are published as columns, which name each field once, as records again. The
page of the API says how columns are written.
*/

/** @import { Column } from "./records.js" */

/**
 * The records; the first column is always a list of values. A record has no field for a column that
 * is left out, and null where it has no value.
 * @param {Record<string, Column>} columns
 * @returns {Record<string, unknown>[]}
 */
export function recordsOf(columns) {
  const named = Object.entries(columns);
  const count = Math.max(0, ...named.map(([, column]) => (Array.isArray(column) ? column.length : 0)));
  const lists = named.map(([name, column]) => /** @type {const} */ ([name, valuesOf(column, count)]));
  return Array.from({ length: count }, (_, at) => Object.fromEntries(lists.map(([name, values]) => [name, values[at]])));
}

/**
 * @param {Column} column
 * @param {number} count
 * @returns {unknown[]}
 */
function valuesOf(column, count) {
  if (Array.isArray(column)) return column;
  if (typeof column !== "object") return Array(count).fill(column);
  if ("all" in column) return Array(count).fill(column.all);
  const { before, values = [], indices } = column;
  const whole = before === undefined ? values : values.map((value) => before + String(value));
  return indices ? indices.map((at) => whole[at]) : whole;
}
