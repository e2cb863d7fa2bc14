/* What lists are sorted by: a column's name, after a minus sign the other way round. Knows nothing of a page. */

/** @type {Record<string, [string, string]>} As usual, and the other way round. */
export const LABELS = {
  title: ["By title", "By title, Z to A"],
  by: ["By who measured", "By who measured, Z to A"],
  servers: ["By servers", "By servers, Z to A"],
  cores: ["Most cores first", "Fewest cores first"],
  memory: ["Most memory first", "Least memory first"],
  loads: ["By load", "By load, Z to A"],
  evidence: ["By evidence", "By evidence, Z to A"],
  runs: ["Most runs first", "Fewest runs first"],
};
/** Columns of numbers, the largest first as usual. */
export const LARGEST_FIRST = new Set(["cores", "memory", "runs"]);

/**
 * @param {string} sort
 * @returns {{name: string, turned: boolean}} The name is empty where there is no such column.
 */
export function readSort(sort) {
  const turned = sort.startsWith("-");
  const name = turned ? sort.slice(1) : sort;
  return Object.hasOwn(LABELS, name) ? { name, turned } : { name: "", turned: false };
}
