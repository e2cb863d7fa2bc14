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
const NUMBERS = ["cores", "memory", "runs"];

/**
 * The column, empty where there is none of that name, and whether what is less stands first.
 * @param {string} sort
 */
export function readSort(sort) {
  const turned = sort.startsWith("-");
  const name = turned ? sort.slice(1) : sort;
  const isNumber = NUMBERS.includes(name);
  return { name: Object.hasOwn(LABELS, name) ? name : "", turned, isNumber, ascending: turned === isNumber };
}
