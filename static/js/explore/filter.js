/*
Which series fit what a reader asks, in which order, and how many each further choice would leave.

One pass over the rows: a row that fails one facet only still counts for the values of that facet.
Works on codes, so that ten thousand rows take milliseconds. Knows nothing of a page.
*/
import { terms, words } from "../search-words.js";

const SEARCHED = ["label", "work", "test", "machine", "title", "submitter", "classed"];
const MANY = Symbol("fails more than one facet");

/** Ways to sort: name to a function of (columns, distances) that gives a key for each row. */
const KEYS = {
  new: () => null,
  near: (columns, distances) => distances,
  peak: (columns) => columns.numbers.get("peak").map((value) => -value),
  runs: (columns) => columns.numbers.get("count").map((value) => -value),
  name: (columns) => ranks(columns),
};

/** {rows: row numbers in order, counts: {facet: Map of value to count}} for a state. */
export function find(columns, facets, state, distances = null) {
  const tests = facets.map((name) => testOf(columns, name, state.chosen[name]));
  const weight = state.show === "runs" ? columns.numbers.get("count") : null;
  const rows = pass(columns, tests, fitting(columns, state.q), weight);
  const key = KEYS[state.sort]?.(columns, distances);
  if (key) rows.sort((one, other) => key[one] - key[other] || one - other);
  return { rows, counts: Object.fromEntries(tests.map((test) => [test.name, counted(test)])) };
}

function testOf(columns, name, chosen) {
  const { codes, values } = columns.texts.get(name) ?? { codes: new Int32Array(columns.length), values: [""] };
  const allowed = chosen?.size ? Uint8Array.from(values, (value) => chosen.has(value)) : null;
  return { name, codes, values, allowed, counts: new Float64Array(values.length) };
}

function pass(columns, tests, fits, weight) {
  const narrowing = tests.filter((test) => test.allowed);
  const rows = [];
  for (let row = 0; row < columns.length; row += 1) {
    if (fits && !fits[row]) continue;
    const failed = failing(narrowing, row);
    if (failed === MANY) continue;
    const times = weight ? weight[row] : 1;
    if (failed) {
      failed.counts[failed.codes[row]] += times;
      continue;
    }
    for (const { counts, codes } of tests) counts[codes[row]] += times;
    rows.push(row);
  }
  return rows;
}

/** The one facet a row fails, MANY where it fails more, null where it fails none. */
function failing(narrowing, row) {
  let failed = null;
  for (const test of narrowing) {
    if (test.allowed[test.codes[row]]) continue;
    if (failed) return MANY;
    failed = test;
  }
  return failed;
}

function counted({ values, counts }) {
  return new Map(values.map((value, code) => [value, counts[code]]));
}

/** A flag for each row that fits a query: every word begins some word of it. Null asks nothing. */
function fitting(columns, query) {
  const asked = words(query).flatMap((word) => terms(word) ?? []);
  if (!asked.length) return null;
  const texts = SEARCHED.map((name) => columns.texts.get(name)).filter(Boolean);
  const fits = new Uint8Array(columns.length).fill(1);
  for (const term of asked) {
    const found = rowsWith(texts, ` ${term}`, columns.length);
    for (let row = 0; row < fits.length; row += 1) fits[row] &= found[row];
  }
  return fits;
}

function rowsWith(texts, term, length) {
  const found = new Uint8Array(length);
  for (const text of texts) {
    const has = matches(text, term);
    for (let row = 0; row < length; row += 1) found[row] |= has[text.codes[row]];
  }
  return found;
}

function matches(text, term) {
  text.plain ??= [];
  for (let at = text.plain.length; at < text.values.length; at += 1) text.plain.push(plain(text.values[at]));
  return Uint8Array.from(text.plain, (value) => value.includes(term));
}

function plain(text) {
  return ` ${words(text).flatMap((word) => terms(word) ?? []).join(" ")}`;
}

// Names are put in order once for all rows that share them.
function ranks(columns) {
  const orders = ["label", "work"].map((name) => order(columns.texts.get(name).values));
  const [labels, works] = ["label", "work"].map((name) => columns.texts.get(name).codes);
  return Float64Array.from({ length: columns.length }, (_, row) => orders[0][labels[row]] * 1e6 + orders[1][works[row]]);
}

function order(values) {
  const { compare } = new Intl.Collator("en", { numeric: true });
  const sorted = [...values.keys()].sort((one, other) => compare(values[one], values[other]));
  const found = new Int32Array(values.length);
  sorted.forEach((code, rank) => { found[code] = rank; });
  return found;
}
