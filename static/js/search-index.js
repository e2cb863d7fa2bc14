/*
The index: every word of a document by its beginning, and by neighbours one typing error away.

Facets narrow by values of documents; the count beside a value says how many results choosing it
would leave, given the query and the other facets.
*/
/** @import { Asked } from "./asked.js" */
/** @import { ListRecord, SearchDocument } from "./records.js" */
import MiniSearch from "minisearch";
import { narrow } from "./narrow.js";
import { termsOf, wordsOf } from "./search-words.js";

/**
 * A page, or a row of a list; that has bundles, and may be a comparison that a result has of its own.
 * @typedef {SearchDocument & {bundles?: string[], own?: boolean}} Searched
 */

/**
 * A facet, which is a property of documents as well.
 * @typedef {"kind" | "product" | "evidence" | "year"} Facet
 */

/**
 * A document that fits, with the terms it was found by; and documents with the index over them, which knows each
 * by its place.
 * @typedef {{document: Searched, terms: string[]}} Hit
 * @typedef {{index: MiniSearch, documents: Searched[]}} FilledIndex
 */

/** @type {Facet[]} */
export const FACETS = ["kind", "product", "evidence", "year"];
const CHUNK = 100;
const KINDS = ["comparison", "upgrade", "result", "version", "setting", "workload", "hardware", "author", "page", "rule"];
/**
 * What kinds weigh: a page that gathers results comes before each of them, a page about the archive after.
 * @type {Record<string, number>}
 */
const WEIGHTS = { version: 2, workload: 2, upgrade: 1.5, setting: 1.2, page: 0.7, rule: 0.4 };
const WEIGHT_OF_OWN_COMPARISON = 0.7;

/**
 * An index over documents, built in small pieces so that the page keeps answering.
 * @param {Searched[]} documents
 * @returns {Promise<FilledIndex>}
 */
export async function buildIndex(documents) {
  /** @type {Searched[]} */
  const known = [];
  const index = new MiniSearch({
    fields: ["title", "text", "words"],
    tokenize: wordsOf,
    processTerm: termsOf,
    searchOptions: {
      boost: { title: 3 },
      boostDocument: (id) => weightOf(known[Number(id)]),
      prefix: true,
      // Numbers are never misspelt: 8.0 is not 8.4.
      fuzzy: (term) => (/\d/.test(term) || term.length < 4 ? false : 0.2),
    },
  });
  const made = { index, documents: known };
  await addDocuments(made, documents);
  return made;
}

/**
 * A comparison that a result has of its own is found by its result as well.
 * @param {Searched} document
 */
function weightOf({ kind, own }) {
  return own ? WEIGHT_OF_OWN_COMPARISON : WEIGHTS[kind] || 1;
}

/**
 * Add documents to an index, in small pieces as well; each is found once it is in.
 * @param {FilledIndex} index
 * @param {Searched[]} documents
 */
export async function addDocuments({ index, documents: known }, documents) {
  const entries = documents.map((entry, at) => ({ id: known.length + at, title: entry.title, text: entry.text, words: entry.words }));
  known.push(...documents);
  await index.addAllAsync(entries, { chunkSize: CHUNK });
}

/**
 * The rows of a piece of a list as documents.
 * @param {ListRecord} piece
 * @param {SearchDocument["kind"]} kind
 * @returns {Searched[]}
 */
export function documentsOf({ rows }, kind) {
  return rows.map(({ path, title, product, evidence, year, series, bundles, own, ...row }) => ({
    path, title, kind, product, evidence, year, series, bundles, own,
    text: [row.finding, row.servers, row.machine, row.loads, row.threads, row.by].filter(Boolean).join(" · "),
    words: [...row.versions, ...row.hardware, ...row.tests, ...row.counts, "threads"].join(" "),
  }));
}

/**
 * What fits a state; `loose` where only some of its words match. `countsOf` a facet tells what each value would
 * leave; a chosen value is listed whatever it leaves.
 * @param {FilledIndex} index
 * @param {Asked} state
 */
export function findDocuments(index, { q, chosen }) {
  const { hits, loose } = search(index, q);
  const { rows, counts } = narrow(hits.map(({ document }) => document), { chosen });
  const left = new Set(rows);
  /** @param {Facet} name */
  const countsOf = (name) => {
    const all = new Map([...[...chosen.get(name) ?? []].map((value) => /** @type {const} */ ([value, 0])), ...counts.get(name) ?? []]);
    return new Map([...all].filter(([value]) => value).sort(([one], [other]) => compareValues(name, one, other)));
  };
  return { found: hits.filter(({ document }) => left.has(document)), countsOf, loose };
}

/**
 * @param {FilledIndex} index
 * @param {string} query
 * @returns {{hits: Hit[], loose: boolean}}
 */
function search({ index, documents }, query) {
  if (!wordsOf(query).flatMap(termsOf).length) {
    const all = [...documents].sort((one, other) => KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind));
    return { hits: all.map((document) => ({ document, terms: [] })), loose: false };
  }
  const strict = index.search(query, { combineWith: "AND" });
  const found = strict.length ? strict : index.search(query, { combineWith: "OR" });
  const hits = found.map(({ id, terms }) => ({ document: documents[Number(id)], terms }));
  return { hits, loose: !strict.length && hits.length > 0 };
}

/**
 * Kinds in the order of the site, years the newest first, others by name.
 * @param {Facet} name
 * @param {string} one
 * @param {string} other
 */
function compareValues(name, one, other) {
  if (name === "year") return other.localeCompare(one);
  const kinds = name === "kind" ? KINDS.indexOf(one) - KINDS.indexOf(other) : 0;
  return kinds || one.localeCompare(other);
}
