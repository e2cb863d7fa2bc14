/*
Which rows fit what a reader asks, and how many each further choice would leave: for every list. A row
may have several values of a facet: any of them will do. Knows nothing of a page.
*/
import { termsOf, wordsOf } from "./search-words.js";

/**
 * @template Row
 * @typedef {object} Asked
 * @property {Map<string, Set<string>>} chosen Values by facet; none where a facet narrows nothing.
 * @property {string} [q] Words.
 * @property {string[]} [searched] Fields in which words are looked for.
 * @property {(row: Row) => number} [weightOf] What a row counts.
 */

/**
 * The rows that fit, and for each facet how many each value would leave: a row that fails one facet only
 * still counts for the values of that facet.
 * @template {object} Row
 * @param {Row[]} rows
 * @param {Asked<Row>} asked
 */
export function narrow(rows, { chosen, q = "", searched = [], weightOf = () => 1 }) {
  const terms = wordsOf(q).flatMap(termsOf);
  /** @type {Map<string, Map<string, number>>} */
  const counts = new Map([...chosen.keys()].map((name) => [name, new Map()]));
  const narrowing = [...chosen].filter(([, wanted]) => wanted.size);
  const found = rows.filter((row) => {
    const failed = narrowing.filter(([name, wanted]) => !valuesOf(row, name).some((value) => wanted.has(value)));
    if (failed.length > 1 || (terms.length && !terms.every((term) => textOf(row, searched).includes(` ${term}`)))) return false;
    for (const [name, own] of counts) {
      if (failed.length && failed[0][0] !== name) continue;
      for (const value of valuesOf(row, name)) own.set(value, (own.get(value) ?? 0) + weightOf(row));
    }
    return !failed.length;
  });
  return { rows: found, counts };
}

/**
 * The values of a field as a form has them; empty where nobody recorded it.
 * @param {object} row
 * @param {string} name
 */
export function valuesOf(row, name) {
  const fields = /** @type {Record<string, unknown>} */ (row);
  return [fields[name] ?? ""].flat().map(String);
}

/** @type {WeakMap<object, string>} */
const TEXTS = new WeakMap();

/**
 * The terms of a row with a space before each; made once.
 * @param {object} row
 * @param {string[]} searched
 */
function textOf(row, searched) {
  const known = TEXTS.get(row);
  if (known !== undefined) return known;
  const text = ` ${searched.flatMap((name) => valuesOf(row, name)).flatMap(wordsOf).flatMap(termsOf).join(" ")}`;
  TEXTS.set(row, text);
  return text;
}
