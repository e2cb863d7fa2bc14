/*
The index: every word of a document by its beginning, and by neighbours one typing error away.

Facets narrow by values of documents; the count beside a value says how many results choosing it
would leave, given the query and the other facets.
*/
import MiniSearch from "minisearch";
import { terms, words } from "./search-words.js";

export const FACETS = ["kind", "product", "evidence", "year"];
const CHUNK = 100;
const KINDS = ["comparison", "upgrade", "result", "version", "workload", "hardware", "rule"];

/** An index over documents, built in small pieces so that the page keeps answering. */
export async function buildIndex(documents) {
  const index = new MiniSearch({
    fields: ["title", "text"],
    tokenize: words,
    processTerm: terms,
    searchOptions: {
      boost: { title: 3 },
      prefix: true,
      // Numbers are never misspelt: 8.0 is not 8.4.
      fuzzy: (term) => (/\d/.test(term) || term.length < 4 ? false : 0.2),
    },
  });
  const entries = documents.map((entry, id) => ({ id, title: entry.title, text: entry.text }));
  await index.addAllAsync(entries, { chunkSize: CHUNK });
  return { index, documents };
}

/** {found: [{document, terms}], counts: {facet: Map}, loose: whether only some words match}. */
export function find({ index, documents }, { q, chosen }) {
  const { hits, loose } = search(index, documents, q);
  const found = hits.filter(({ document }) => FACETS.every((name) => fits(document, name, chosen)));
  const counts = Object.fromEntries(FACETS.map((name) => [name, count(hits, name, chosen)]));
  return { found, counts, loose };
}

function search(index, documents, query) {
  if (!words(query).flatMap((word) => terms(word) || []).length) {
    const order = (entry) => KINDS.indexOf(entry.kind);
    const all = [...documents].sort((one, other) => order(one) - order(other));
    return { hits: all.map((document) => ({ document, terms: [] })), loose: false };
  }
  const strict = index.search(query, { combineWith: "AND" });
  const hits = strict.length ? strict : index.search(query, { combineWith: "OR" });
  return {
    hits: hits.map((hit) => ({ document: documents[hit.id], terms: hit.terms })),
    loose: !strict.length && hits.length > 0,
  };
}

function valuesOf(document, name) {
  return [document[name]].flat().filter(Boolean);
}

function fits(document, name, chosen) {
  return !chosen[name].size || valuesOf(document, name).some((value) => chosen[name].has(value));
}

function count(hits, name, chosen) {
  const others = FACETS.filter((other) => other !== name);
  const counts = new Map([...chosen[name]].map((value) => [value, 0]));
  for (const { document } of hits) {
    if (!others.every((other) => fits(document, other, chosen))) continue;
    for (const value of valuesOf(document, name)) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const known = (value) => (name === "kind" ? KINDS.indexOf(value) : 0);
  const order = ([one], [other]) => known(one) - known(other)
    || (name === "year" ? other.localeCompare(one) : one.localeCompare(other));
  return new Map([...counts].sort(order));
}
