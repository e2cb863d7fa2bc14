/*
Which rows of a list fit what is asked, in which order, and how many each further choice would
leave. A row may have several values of a facet: any of them will do. Knows nothing of a page.
*/
/** @import { ListRow } from "../records.js" */
import { termsOf, wordsOf } from "../search-words.js";
import { LARGEST_FIRST, readSort } from "./sorts.js";

/**
 * Texts by name; all are empty where nothing is asked.
 * @typedef {{q: string, setting: string, sort: string, cores: string, memory: string, storage: string} & Record<string, string>} Asked
 */

/** @type {(keyof ListRow)[]} */
const FACETS = ["product", "series", "load", "cores", "memory", "storage", "evidence", "by", "year"];
/** @type {(keyof ListRow)[]} Fields in which words are looked for. */
export const SEARCHED = ["title", "finding", "by", "servers", "versions", "machine", "hardware", "loads", "tests", "threads", "counts", "year"];

/** @type {Record<string, (row: ListRow) => number>} 0 where it is not recorded. */
const NUMBERS = {
  cores: ({ cores }) => Math.max(0, ...cores),
  memory: ({ memory }) => Math.max(0, ...memory),
  runs: ({ runs }) => runs,
};

/**
 * @param {ListRow[]} rows
 * @param {Asked} asked
 * @param {Set<string> | null} bundles Those a row must rest on one of; null asks nothing.
 */
export function findRows(rows, asked, bundles) {
  const terms = wordsOf(asked.q).flatMap(termsOf).map((term) => ` ${term}`);
  const facets = FACETS.map((name) => ({ name, wanted: asked[name] || "", counts: /** @type {Map<string, number>} */ (new Map()) }));
  const found = [];
  for (const row of rows) {
    if (bundles && !row.bundles.some((bundle) => bundles.has(bundle))) continue;
    if (terms.length && !terms.every((term) => searchedText(row).includes(term))) continue;
    const failed = facets.filter(({ name, wanted }) => wanted && !valuesOf(row, name).includes(wanted));
    if (failed.length > 1) continue;
    for (const { name, counts } of failed.length ? failed : facets) {
      for (const value of valuesOf(row, name)) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    if (!failed.length) found.push(row);
  }
  return { rows: sorted(found, asked.sort), counts: new Map(facets.map(({ name, counts }) => [/** @type {string} */ (name), counts])) };
}

/**
 * Values of a field as a form has them.
 * @param {ListRow} row
 * @param {keyof ListRow} name
 */
function valuesOf(row, name) {
  return [row[name]].flat().filter(Boolean).map(String);
}

/** @type {WeakMap<ListRow, string>} */
const TEXTS = new WeakMap();

/**
 * The terms of a row with a space before each; made once.
 * @param {ListRow} row
 */
function searchedText(row) {
  const known = TEXTS.get(row);
  if (known !== undefined) return known;
  const words = SEARCHED.flatMap((name) => valuesOf(row, name)).flatMap(wordsOf);
  const text = ` ${words.flatMap(termsOf).join(" ")}`;
  TEXTS.set(row, text);
  return text;
}

/**
 * Rows by a field; those of which it is not recorded come last, either way.
 * @param {ListRow[]} rows
 * @param {string} sort
 */
function sorted(rows, sort) {
  const { name, turned } = readSort(sort);
  if (!name) return rows;
  const sign = turned === LARGEST_FIRST.has(name) ? 1 : -1;
  const compare = LARGEST_FIRST.has(name) ? byNumber(NUMBERS[name], sign) : byText(/** @type {keyof ListRow} */ (name), sign);
  return rows.sort(compare);
}

/**
 * @param {(row: ListRow) => number} numberOf
 * @param {number} sign
 * @returns {(one: ListRow, other: ListRow) => number}
 */
function byNumber(numberOf, sign) {
  return (one, other) => {
    const [a, b] = [numberOf(one), numberOf(other)];
    return a && b ? sign * (a - b) : Number(!a) - Number(!b);
  };
}

/**
 * @param {keyof ListRow} name
 * @param {number} sign
 * @returns {(one: ListRow, other: ListRow) => number}
 */
function byText(name, sign) {
  const collator = new Intl.Collator("en", { numeric: true });
  return (one, other) => {
    const [a, b] = [valuesOf(one, name).join(" "), valuesOf(other, name).join(" ")];
    return a && b ? sign * collator.compare(a, b) : Number(!a) - Number(!b);
  };
}
