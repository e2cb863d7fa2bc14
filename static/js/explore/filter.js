/*
Which series fit what a reader asks, in which order, and how many each further choice would leave.

One pass over the rows that are there: a row that fails one facet only still counts for the values
of that facet. Works on codes, so that ten thousand rows take milliseconds. Knows nothing of a page.
*/
/** @import { Columns, TextColumn } from "./columns.js" */
/** @import { ExploreState } from "./state.js" */
import { termsOf, wordsOf } from "../search-words.js";

/**
 * What a facet asks of rows. `allowed` has a flag for each value, and is null where nothing is chosen;
 * `counts` has how many rows each value would leave.
 * @typedef {object} FacetTest
 * @property {string} name
 * @property {Int32Array} codes
 * @property {string[]} values
 * @property {Uint8Array | null} allowed
 * @property {Float64Array} counts
 */

const SEARCHED = ["label", "work", "test", "machine", "title", "submitter", "classed"];
const SEVERAL = Symbol("fails more than one facet");

/**
 * Ways to sort: what gives each row a number, the lowest first; null leaves the order of the file.
 * @type {Record<ExploreState["sort"], (columns: Columns, distances: Float64Array | null) => Float64Array | null>}
 */
const SORT_KEYS = {
  "": () => null,
  new: () => null,
  near: (_, distances) => distances,
  peak: (columns) => columns.numbersOf("peak").map((value) => -value),
  runs: (columns) => columns.numbersOf("count").map((value) => -value),
  name: nameRanks,
};

/**
 * The numbers of the rows that fit, in order, and for each facet how many each value would leave.
 * @param {Columns} columns
 * @param {string[]} facets
 * @param {ExploreState} state
 * @param {Float64Array | null} [distances] Of each row's machine from the reader's.
 */
export function findRows(columns, facets, state, distances = null) {
  const tests = facets.map((name) => facetTest(columns, name, state.chosen.get(name)));
  const weight = state.show === "runs" ? columns.numbersOf("count") : null;
  const rows = passTests(columns, tests, fittingRows(columns, state.q, SEARCHED), weight);
  const key = SORT_KEYS[state.sort](columns, distances);
  if (key) rows.sort((one, other) => key[one] - key[other] || one - other);
  const counts = new Map(tests.map((test) => [test.name, countsByValue(test)]));
  return { rows, counts };
}

/**
 * @param {Columns} columns
 * @param {string} name
 * @param {Set<string> | undefined} chosen
 * @returns {FacetTest}
 */
function facetTest(columns, name, chosen) {
  const { codes, values } = columns.textsOf(name);
  const allowed = chosen?.size ? Uint8Array.from(values, (value) => Number(chosen.has(value))) : null;
  return { name, codes, values, allowed, counts: new Float64Array(values.length) };
}

/**
 * The rows that pass every test. Counts, on the way, what each value of each facet would leave.
 * @param {Columns} columns
 * @param {FacetTest[]} tests
 * @param {Uint8Array | null} fits A flag a row; null asks nothing.
 * @param {Float64Array | null} weight What each row counts for; null counts rows.
 */
function passTests(columns, tests, fits, weight) {
  const narrowing = tests.filter((test) => test.allowed);
  const rows = [];
  for (const [from, to] of columns.ranges) {
    for (let row = from; row < to; row += 1) {
      if (fits && !fits[row]) continue;
      const failed = failedTest(narrowing, row);
      if (failed === SEVERAL) continue;
      const times = weight ? weight[row] : 1;
      if (failed) {
        failed.counts[failed.codes[row]] += times;
        continue;
      }
      for (const { counts, codes } of tests) counts[codes[row]] += times;
      rows.push(row);
    }
  }
  return rows;
}

/**
 * The one facet a row fails, SEVERAL where it fails more, null where it fails none.
 * @param {FacetTest[]} narrowing
 * @param {number} row
 */
function failedTest(narrowing, row) {
  let failed = null;
  for (const test of narrowing) {
    if (test.allowed?.[test.codes[row]]) continue;
    if (failed) return SEVERAL;
    failed = test;
  }
  return failed;
}

/** @param {FacetTest} test */
function countsByValue({ values, counts }) {
  return new Map(values.map((value, code) => [value, counts[code]]));
}

/**
 * A flag for each row that fits a query: every word begins some word of it. Null asks nothing.
 * @param {Columns} columns
 * @param {string} query
 * @param {string[]} searched Columns whose words count.
 */
export function fittingRows(columns, query, searched) {
  const asked = wordsOf(query).flatMap(termsOf);
  if (!asked.length) return null;
  const texts = searched.flatMap((name) => columns.texts.get(name) ?? []);
  const fits = new Uint8Array(columns.size).fill(1);
  for (const term of asked) {
    const found = rowsWith(texts, ` ${term}`, columns.size);
    for (let row = 0; row < fits.length; row += 1) fits[row] &= found[row];
  }
  return fits;
}

/** @param {TextColumn[]} texts @param {string} term @param {number} length */
function rowsWith(texts, term, length) {
  const found = new Uint8Array(length);
  for (const text of texts) {
    const has = matchingValues(text, term);
    for (let row = 0; row < length; row += 1) found[row] |= has[text.codes[row]];
  }
  return found;
}

/**
 * The values of a column as terms with a space before each, made once: columns grow as pieces arrive.
 * @type {WeakMap<TextColumn, string[]>}
 */
const TERMS = new WeakMap();

/** @param {TextColumn} text @param {string} term */
function matchingValues(text, term) {
  const terms = TERMS.get(text) ?? [];
  TERMS.set(text, terms);
  for (const value of text.values.slice(terms.length)) terms.push(` ${wordsOf(value).flatMap(termsOf).join(" ")}`);
  return Uint8Array.from(terms, (value) => Number(value.includes(term)));
}

/**
 * Names are put in order once for all rows that share them.
 * @param {Columns} columns
 */
function nameRanks(columns) {
  const [labels, works] = [columns.textsOf("label"), columns.textsOf("work")];
  const [labelRanks, workRanks] = [ranksOf(labels.values), ranksOf(works.values)];
  return Float64Array.from({ length: columns.size }, (_, row) => labelRanks[labels.codes[row]] * 1e6 + workRanks[works.codes[row]]);
}

/** @param {string[]} values */
function ranksOf(values) {
  const collator = new Intl.Collator("en", { numeric: true });
  const sorted = [...values.keys()].sort((one, other) => collator.compare(values[one], values[other]));
  const ranks = new Int32Array(values.length);
  for (const [rank, code] of sorted.entries()) ranks[code] = rank;
  return ranks;
}
