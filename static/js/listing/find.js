/*
Which rows of a list fit what is asked, in which order, and how many each further choice would
leave. A row may have several values of a facet: any of them will do. Knows nothing of a page.
*/
/** @import { Columns } from "../explore/columns.js" */
import { fittingRows } from "../explore/filter.js";
import { LARGEST_FIRST, readSort } from "./sorts.js";

/**
 * Texts by name; all are empty where nothing is asked.
 * @typedef {{q: string, setting: string, sort: string, cores: string, memory: string, storage: string} & Record<string, string>} Asked
 */

const FACETS = ["product", "series", "load", "cores", "memory", "storage", "evidence", "by", "year"];
/** Facets of which a row has one value, whatever is in it. */
const SINGLE = new Set(["by", "year"]);
/** Columns in which words are looked for. */
export const SEARCHED = ["title", "finding", "by", "servers", "versions", "machine", "hardware", "loads", "tests", "threads", "counts", "year"];

/** @type {Record<string, (columns: Columns, row: number) => number>} 0 where it is not recorded. */
const NUMBERS = {
  cores: (columns, row) => largest(columns.text("cores", row)),
  memory: (columns, row) => largest(columns.text("memory", row)),
  runs: (columns, row) => columns.number("runs", row),
};

/**
 * @param {Columns} columns
 * @param {Asked} asked
 * @param {Set<string> | null} bundles Those a row must rest on one of; null asks nothing.
 */
export function findRows(columns, asked, bundles) {
  const fits = fittingRows(columns, asked.q, SEARCHED);
  const facets = FACETS.map((name) => facetOf(columns, name, asked));
  const rows = [];
  for (let row = 0; row < columns.length; row += 1) {
    if (fits && !fits[row]) continue;
    if (bundles && !columns.text("bundles", row).split(" ").some((bundle) => bundles.has(bundle))) continue;
    const failed = facets.filter(({ name, wanted, values }) => wanted && !values[columns.textsOf(name).codes[row]]?.includes(wanted));
    if (failed.length > 1) continue;
    for (const facet of failed.length ? failed : facets) count(facet, columns, row);
    if (!failed.length) rows.push(row);
  }
  sortRows(rows, columns, asked.sort);
  return { rows, counts: new Map(facets.map(({ name, counts }) => [name, counts])) };
}

/**
 * What a facet asks of rows, and how many rows have each value.
 * @param {Columns} columns
 * @param {string} name
 * @param {Asked} asked
 */
function facetOf(columns, name, asked) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  return { name, wanted: asked[name] || "", values: valuesByCode(columns, name), counts };
}

/**
 * @param {{name: string, values: string[][], counts: Map<string, number>}} facet
 * @param {Columns} columns
 * @param {number} row
 */
function count({ name, values, counts }, columns, row) {
  for (const value of values[columns.textsOf(name).codes[row]] ?? []) counts.set(value, (counts.get(value) ?? 0) + 1);
}

/**
 * The values of each distinct text of a column.
 * @param {Columns} columns
 * @param {string} name
 */
function valuesByCode(columns, name) {
  return columns.textsOf(name).values.map((text) => (SINGLE.has(name) ? [text] : text.split(" ")).filter(Boolean));
}

/**
 * Rows by a column; those of which it is not recorded come last, either way.
 * @param {number[]} rows
 * @param {Columns} columns
 * @param {string} sort
 */
function sortRows(rows, columns, sort) {
  const { name, turned } = readSort(sort);
  if (!name) return;
  const sign = turned === LARGEST_FIRST.has(name) ? 1 : -1;
  const compare = LARGEST_FIRST.has(name) ? numbersOf(rows, columns, name) : textsOf(columns, name);
  rows.sort((one, other) => compare(one, other, sign) || one - other);
}

/**
 * @param {Columns} columns
 * @param {string} name
 * @returns {(one: number, other: number, sign: number) => number}
 */
function textsOf(columns, name) {
  const collator = new Intl.Collator("en", { numeric: true });
  return (one, other, sign) => {
    const [a, b] = [columns.text(name, one), columns.text(name, other)];
    return a && b ? sign * collator.compare(a, b) : Number(!a) - Number(!b);
  };
}

/**
 * @param {number[]} rows
 * @param {Columns} columns
 * @param {string} name
 * @returns {(one: number, other: number, sign: number) => number}
 */
function numbersOf(rows, columns, name) {
  const numbers = new Map(rows.map((row) => [row, NUMBERS[name](columns, row)]));
  return (one, other, sign) => {
    const [a, b] = [numbers.get(one) ?? 0, numbers.get(other) ?? 0];
    return a && b ? sign * (a - b) : Number(!a) - Number(!b);
  };
}

/** @param {string} text Numbers parted by spaces. */
function largest(text) {
  return Math.max(0, ...text.split(" ").map(Number));
}
