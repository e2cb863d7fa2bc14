/*
The index: every word of a document by its beginning, by neighbours one typing error away, and by what else
readers call it. A result stands with the comparisons it is in, which come before it.

Facets narrow by values of documents; the count beside a value says how many results choosing it
would leave, given the query and the other facets.
*/
/** @import { Asked } from "./asked.js" */
/** @import { ListRecord, SearchDocument, SearchIndex, SettingUses } from "./records.js" */
/** @import { Answer } from "./search-answers.js" */
import MiniSearch from "minisearch";
import { narrow } from "./narrow.js";
import { isWhole } from "./asked.js";
import { answersTo, isOf, seriesOf, settingAnswers, settingIn } from "./search-answers.js";
import { termsIn, termsOf, wordsOf } from "./search-words.js";

/**
 * A page, or a row of a list; that has bundles and thread counts, and may be a comparison that a result has of its own or one written by hand.
 * @typedef {SearchDocument & {bundles?: string[], own?: boolean, curated?: boolean, counts?: number[]}} Searched
 */

/**
 * A facet, which is a property of documents as well.
 * @typedef {"kind" | "product" | "evidence" | "year"} Facet
 */

/**
 * A document that fits, with the terms it was found by and whether it is called so; those that stand as one, of which the first leads; and documents
 * with the index over them, which knows each by its place, the phrases that find each other by their first terms,
 * all thread counts, and all releases.
 * @typedef {{document: Searched, terms: string[], called?: boolean}} Hit
 * @typedef {{lead: Hit, others: Hit[]}} Group
 * @typedef {{terms: string[], alike: string[][]}} Phrase
 * @typedef {{index: MiniSearch, documents: Searched[], phrases: Map<string, Phrase[]>, counts: Set<number>, releases: Set<string>}} FilledIndex
 */

/** @type {Facet[]} */
export const FACETS = ["kind", "product", "evidence", "year"];
const CHUNK = 20;
const KINDS = ["comparison", "question", "upgrade", "result", "version", "setting", "workload", "hardware", "author", "source", "page", "rule"];
/**
 * What kinds weigh: a page that gathers results comes before each of them, a page about the archive after.
 * @type {Record<string, number>}
 */
const WEIGHTS = { version: 2, workload: 2, comparison: 1.5, question: 1.5, upgrade: 1.5, result: 0.3, hardware: 0.8, author: 0.5, source: 0.4, page: 0.7, rule: 0.4 };
const WEIGHT_OF_OWN_COMPARISON = 1;
const WEIGHT_OF_CURATED = 2;
const WEIGHT_OF_OPTION = 0.5;
const SETTINGS = "/settings/";
/** What a word counts that a reader did not write, but that is another name of theirs: as written, or not at all. */
const ALIKE = { prefix: false, fuzzy: /** @type {const} */ (false), boostTerm: () => 0.5 };
/** How far the clients of a run may lie from those that were asked for, as a ratio. */
const NEAR = 1.25;
const CLIENTS = "threads";
const COUNT = /^\d+$/;
const YEAR = /^(?:19|20)\d\d$/;
/** What a number is of, where it is not of clients. */
const UNIT = /^(?:[kmgt]i?b?|v?cpus?|v?cores?|warehouses|tables|rows|ms|s|iops)$/;
const RELEASE = /^\d+\.\d+\.\d+$/;

/**
 * An index over documents, built in small pieces so that the page keeps answering.
 * @param {Searched[]} documents
 * @param {string[][]} synonyms Phrases that find each other.
 * @returns {Promise<FilledIndex>}
 */
export async function buildIndex(documents, synonyms) {
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
  const made = { index, documents: known, phrases: phrasesOf(synonyms), counts: /** @type {Set<number>} */ (new Set()), releases: /** @type {Set<string>} */ (new Set()) };
  await addDocuments(made, documents);
  return made;
}

/**
 * Phrases by their first terms, the longest first, each with those that find it.
 * @param {string[][]} synonyms
 */
function phrasesOf(synonyms) {
  /** @type {Map<string, Phrase[]>} */
  const phrases = new Map();
  for (const group of synonyms.map((texts) => texts.map(termsIn))) {
    for (const terms of group) phrases.set(terms[0], [...phrases.get(terms[0]) ?? [], { terms, alike: group.filter((one) => one !== terms) }]);
  }
  for (const found of phrases.values()) found.sort((one, other) => other.terms.length - one.terms.length);
  return phrases;
}

/**
 * A comparison that a result has of its own is found by its result as well; an option without a page leads to results.
 * @param {Searched} document
 */
function weightOf({ kind, own, curated, path }) {
  if (kind === "setting" && !path.startsWith(SETTINGS)) return WEIGHT_OF_OPTION;
  if (curated) return WEIGHT_OF_CURATED;
  return own ? WEIGHT_OF_OWN_COMPARISON : WEIGHTS[kind] || 1;
}

/**
 * Add documents to an index, in small pieces as well; each is found once it is in.
 * @param {FilledIndex} index
 * @param {Searched[]} documents
 */
export async function addDocuments({ index, documents: known, counts, releases }, documents) {
  for (const count of documents.flatMap((document) => document.counts ?? [])) counts.add(count);
  for (const release of documents.flatMap((document) => document.releases)) releases.add(release);
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
  return rows.map(({ path, title, product, evidence, year, series, bundles, own, counts, ...row }) => ({
    path, title, kind, product, evidence, year, series, bundles, own, curated: row.group === "curated", counts, releases: [],
    text: [row.finding, row.servers, row.machine, row.loads, row.threads, row.by].filter(Boolean).join(" · "),
    words: [...row.versions, ...row.hardware, ...row.tests, ...row.words, ...counts, CLIENTS].join(" "),
  }));
}

/**
 * What a reader gets: answers to the question as a whole, where no facet narrows it, then what fits, each page once;
 * `pages` counts all that fit, as facets do.
 * @param {FilledIndex} index
 * @param {Asked} state
 * @param {SearchIndex["labels"]} labels
 * @param {SettingUses | null} uses Who used which setting, once that is known.
 */
export function findPages(index, state, labels, uses) {
  const asked = settingIn(state.q);
  /** @type {Answer[]} */
  const answers = !isWhole({ ...state, q: "" }) ? [] : [
    ...(asked && uses ? settingAnswers(asked, uses, index.documents) : []),
    ...answersTo(state.q, index.documents, labels),
  ];
  const { groups, ...found } = findDocuments(index, state);
  const pages = groups.reduce((count, { others }) => count + 1 + others.length, 0);
  const answering = new Set(answers.map(({ path }) => path));
  return { ...found, answers, pages, groups: groups.filter(({ lead }) => !answering.has(lead.document.path)) };
}

/**
 * What fits a state, as groups; `loose` where only some of its words match. `countsOf` a facet tells what each value
 * would leave; a chosen value is listed whatever it leaves.
 * @param {FilledIndex} index
 * @param {Asked} state
 */
function findDocuments(index, { q, chosen }) {
  const { hits: found, loose } = search(index, q);
  // A page that is found as a question as well is found once.
  const paths = new Set();
  const hits = found.filter(({ document: { path } }) => !paths.has(path) && paths.add(path));
  const { rows, counts } = narrow(hits.map(({ document }) => document), { chosen });
  const left = new Set(rows);
  /** @param {Facet} name */
  const countsOf = (name) => {
    const all = new Map([...[...chosen.get(name) ?? []].map((value) => /** @type {const} */ ([value, 0])), ...counts.get(name) ?? []]);
    return new Map([...all].filter(([value]) => value).sort(([one], [other]) => compareValues(name, one, other)));
  };
  return { groups: grouped(hits.filter(({ document }) => left.has(document))), countsOf, loose };
}

/**
 * Hits of the same bundles as one: the first of them leads, but no result before a comparison that it is in, unless it
 * is called as the question reads.
 * @param {Hit[]} hits
 */
function grouped(hits) {
  /** @type {Set<Group>} */
  const groups = new Set();
  /** @type {Map<string, Group[]>} */
  const homes = new Map();
  for (const hit of hits) {
    const { kind, bundles = [] } = hit.document;
    const near = [...new Set(bundles.flatMap((bundle) => homes.get(bundle) ?? []))];
    const home = near.find(({ lead: { document, called } }) => document.kind === "comparison" ? bundles.every((bundle) => document.bundles?.includes(bundle)) : called);
    if (home) {
      home.others.push(hit);
      continue;
    }
    const behind = kind === "comparison" ? near.filter(({ lead: { document } }) => document.kind === "result") : [];
    const group = behind.at(0) ?? { lead: hit, others: [] };
    group.others = behind.flatMap(({ lead, others }) => [lead, ...others]);
    group.lead = hit;
    for (const one of behind.slice(1)) groups.delete(one);
    groups.add(group);
    for (const bundle of bundles) homes.set(bundle, [...(homes.get(bundle) ?? []).filter((one) => groups.has(one) && one !== group), group]);
  }
  return [...groups];
}

/**
 * @param {FilledIndex} filled
 * @param {string} query
 * @returns {{hits: Hit[], loose: boolean}}
 */
function search(filled, query) {
  const { index, documents } = filled;
  const queries = queriesOf(termsIn(query).map((term) => knownRelease(term, filled)), filled);
  if (!queries.length) {
    const all = [...documents].sort((one, other) => KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind));
    return { hits: all.map((document) => ({ document, terms: [] })), loose: false };
  }
  const strict = index.search({ combineWith: "AND", queries });
  const found = strict.length ? strict : index.search({ combineWith: "OR", queries });
  // What is called as the question reads, or as it says in other words, is what it asks for.
  const words = termsIn(query);
  const whole = phraseAt(words, 0, filled);
  const alike = whole?.terms.length === words.length ? whole.alike : [];
  const asked = new Set([words, ...alike].map((own) => own.join(" ")));
  /** @type {[Hit[], Hit[]]} */
  const [called, others] = [[], []];
  for (const { id, terms } of found) {
    const document = documents[Number(id)];
    if (namesOf(document).some((name) => asked.has(name))) called.push({ document, terms, called: true });
    else others.push({ document, terms });
  }
  return { hits: [...called, ...others], loose: !strict.length && found.length > 0 };
}

/**
 * What a page is called; a term of the glossary has its id as its only word.
 * @param {Searched} document
 */
function namesOf({ title, words }) {
  return [title, words].map((name) => termsIn(name).join(" "));
}

/**
 * The longest phrase with another name that terms have at a place.
 * @param {string[]} terms
 * @param {number} at
 * @param {FilledIndex} filled
 */
function phraseAt(terms, at, { phrases }) {
  return phrases.get(terms[at])?.find((phrase) => phrase.terms.every((term, place) => terms[at + place] === term));
}

/**
 * A release that nobody ran is found by its series.
 * @param {string} term
 * @param {FilledIndex} filled
 */
function knownRelease(term, { releases }) {
  const all = RELEASE.test(term) ? [...releases] : [];
  const isAbsent = all.some((release) => isOf(release, seriesOf(term))) && !all.some((release) => isOf(release, term));
  return isAbsent ? seriesOf(term) : term;
}

/**
 * A query for each phrase of a question: by itself, or by one of those that find it. A number that may be of
 * clients is found by those near it.
 * @param {string[]} terms
 * @param {FilledIndex} filled
 * @returns {import("minisearch").Query[]}
 */
function queriesOf(terms, filled) {
  /** @type {import("minisearch").Query[]} */
  const queries = [];
  for (let at = 0; at < terms.length;) {
    const known = phraseAt(terms, at, filled);
    const own = known?.terms ?? [terms[at]];
    at += own.length;
    const isOther = YEAR.test(own[0]) || UNIT.test(terms[at] ?? "");
    const asked = COUNT.test(own[0]) && (!isOther || filled.phrases.get(terms[at])?.some(isOfClients)) ? Number(own[0]) : NaN;
    const near = [...filled.counts].filter((count) => count > asked / NEAR && count < asked * NEAR);
    const alike = [...known?.alike ?? [], ...near.map((count) => [String(count)])];
    queries.push({ combineWith: "OR", queries: [
      { combineWith: "AND", queries: own },
      ...alike.map((others) => ({ combineWith: /** @type {const} */ ("AND"), queries: others, ...ALIKE })),
    ] });
  }
  return queries;
}

/** @param {Phrase} phrase */
function isOfClients({ terms, alike }) {
  return [terms, ...alike].some((own) => own.length === 1 && own[0] === CLIENTS);
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
