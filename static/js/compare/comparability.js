/*
Comparability of sides given as conditions, the baseline first: what differs besides what is
compared, and what nobody recorded. The steps of the Python package `sysbench_archive.comparability`,
with every row, weight and word from /policy.json.
*/
/** @import { Finding, Pair } from "./pair.js" */
/** @import { ComparabilityRules, ComparabilityWords, ConditionField, Conditions, FindingStatus, Severity } from "../records.js" */
import { findingOf, pairOf, textOf } from "./pair.js";

/**
 * The table of conditions with its rules and words.
 * @typedef {object} ConditionTable
 * @property {ConditionField[]} fields
 * @property {ComparabilityRules} rules
 * @property {ComparabilityWords} words
 */

/**
 * A row of the table with what is found of it.
 * @typedef {[ConditionField, Finding]} FoundRow
 */

/**
 * @typedef {"not-comparable" | "controlled-except" | "controlled"} Summary
 */

/**
 * A row as a page shows it.
 * @typedef {object} ComparabilityRow
 * @property {string} field
 * @property {string} label
 * @property {string} why
 * @property {Severity} severity
 * @property {FindingStatus} status
 * @property {string[]} values A value a side; empty where it does not apply.
 * @property {string} note
 */

/**
 * A candidate beside the baseline, with the labels of what is in the way.
 * @typedef {object} CandidateComparability
 * @property {string} id
 * @property {Summary} summary
 * @property {string} sentence
 * @property {string[]} blockers
 * @property {string[]} warnings
 * @property {string[]} unrecorded
 */

/**
 * Comparability as the record that pages of the build show.
 * @typedef {object} Comparability
 * @property {Summary} summary
 * @property {string} sentence
 * @property {ComparabilityRow[]} rows What differs or was not recorded, the worst first.
 * @property {string[]} details Labels of what was not recorded and weighs little.
 * @property {string[]} left Labels of settings left to versions, whose defaults are not known.
 * @property {string[]} same Labels of what is the same on all sides.
 * @property {CandidateComparability[]} candidates
 */

/**
 * @param {Conditions[]} sides
 * @param {string[]} ids
 * @param {string} family Of the workload.
 * @param {ConditionTable} table
 * @returns {Comparability}
 */
export function comparabilityOf(sides, ids, family, table) {
  const others = sides.length > 1 ? sides.slice(1) : sides;
  const pairs = others.map((side) => pairOf(sides[0], side, table.rules));
  const columns = pairs.map((pair) => findingsOf(pair, family, table));
  const worst = worstFindings(columns, table);
  return {
    summary: summaryOf(worst),
    sentence: sentenceForAll(pairs, columns, worst, table),
    rows: shownRows(worst, table).map(([field, found]) => rowOf(field, found, sides, table)),
    details: labelsWhere(worst, isDetail),
    left: labelsWhere(worst, ({ note }) => note === "left"),
    same: labelsWhere(worst, ({ status }) => status === "same"),
    candidates: ids.slice(1).map((id, at) => candidateOf(id, pairs[at], columns[at], table)),
  };
}

/**
 * Every row that applies to a pair.
 * @param {Pair} pair
 * @param {string} family
 * @param {ConditionTable} table
 * @returns {FoundRow[]}
 */
function findingsOf(pair, family, { fields, rules }) {
  return fields.flatMap((field) => {
    const found = findingOf(field, pair, field.severity[family], rules);
    return found ? [/** @type {FoundRow} */ ([field, found])] : [];
  });
}

/**
 * Each row that applies to some pair, with the worst that is found of it.
 * @param {FoundRow[][]} columns
 * @param {ConditionTable} table
 * @returns {FoundRow[]}
 */
function worstFindings(columns, { fields, rules }) {
  /** @type {Map<ConditionField, Finding>} */
  const worst = new Map();
  for (const [field, found] of columns.flat()) {
    const before = worst.get(field);
    if (!before || rankOf(found, rules) < rankOf(before, rules)) worst.set(field, found);
  }
  return fields.flatMap((field) => {
    const found = worst.get(field);
    return found ? [/** @type {FoundRow} */ ([field, found])] : [];
  });
}

/** @param {Finding} found @param {ComparabilityRules} rules */
function rankOf({ status, severity }, { statuses, severities }) {
  return statuses.indexOf(status) * severities.length + severities.indexOf(severity);
}

/**
 * The rows that are shown one by one, the worst first.
 * @param {FoundRow[]} rows
 * @param {ConditionTable} table
 */
function shownRows(rows, { rules }) {
  return rows.filter(([, found]) => found.status !== "same" && found.note !== "left" && !isDetail(found))
    .sort(([, one], [, other]) => rankOf(one, rules) - rankOf(other, rules));
}

/** @param {Finding} found */
function weighs({ severity }) {
  return severity !== "info";
}

/** @param {Finding} found */
function isDetail(found) {
  return found.status === "unrecorded" && !weighs(found);
}

/**
 * @param {ConditionField} field
 * @param {Finding} found
 * @param {Conditions[]} sides
 * @param {ConditionTable} table
 * @returns {ComparabilityRow}
 */
function rowOf(field, { status, severity, note }, sides, { words }) {
  const values = sides.map((side) => textOf(side, field.field));
  return { field: field.field, label: field.label, why: field.why, severity, status, values, note: words.notes[note] };
}

/**
 * @param {string} id
 * @param {Pair} pair
 * @param {FoundRow[]} rows
 * @param {ConditionTable} table
 * @returns {CandidateComparability}
 */
function candidateOf(id, { besides }, rows, table) {
  return {
    id,
    summary: summaryOf(rows),
    sentence: sentenceOf(besides, rows, table),
    blockers: differing(rows, "blocker"),
    warnings: differing(rows, "warning"),
    unrecorded: [...unrecorded(rows), ...labelsWhere(rows, (found) => found.note === "one-sided" && weighs(found))],
  };
}

/**
 * @param {FoundRow[]} rows
 * @param {(found: Finding) => boolean} test
 */
function labelsWhere(rows, test) {
  return rows.filter(([, found]) => test(found)).map(([field]) => field.label);
}

/** @param {FoundRow[]} rows @param {Severity} level */
function differing(rows, level) {
  return labelsWhere(rows, ({ status, severity }) => status === "differs" && severity === level);
}

/**
 * What was not recorded and weighs, blockers first.
 * @param {FoundRow[]} rows
 */
function unrecorded(rows) {
  return ["blocker", "warning"].flatMap((level) =>
    labelsWhere(rows, ({ status, severity }) => status === "unrecorded" && severity === level));
}

/**
 * @param {FoundRow[]} rows
 * @returns {Summary}
 */
function summaryOf(rows) {
  if (differing(rows, "blocker").length) return "not-comparable";
  return differing(rows, "warning").length || unrecorded(rows).length ? "controlled-except" : "controlled";
}

/**
 * The sentence for all candidates together.
 * @param {Pair[]} pairs
 * @param {FoundRow[][]} columns
 * @param {FoundRow[]} worst
 * @param {ConditionTable} table
 */
function sentenceForAll(pairs, columns, worst, table) {
  const blocked = columns.every((rows) => differing(rows, "blocker").length > 0);
  const kinds = pairs.map(({ besides }) => besides);
  return sentenceOf(table.rules.besides.find((kind) => kinds.includes(kind)) ?? "", worst, table, blocked);
}

/**
 * @param {string} besides What is compared.
 * @param {FoundRow[]} rows
 * @param {ConditionTable} table
 * @param {boolean} [blocked] Whether blockers are in the way of every candidate.
 */
function sentenceOf(besides, rows, { rules, words }, blocked = true) {
  const [blockers, warnings, details] = rules.severities.map((level) => differing(rows, level));
  if (blockers.length) {
    return filled(blocked ? "not-comparable" : "not-all", blockers, words, { differ: words.differ[blockers.length > 1 ? 1 : 0] });
  }
  const tail = phraseOf("unrecorded", unrecorded(rows), words);
  if (warnings.length) return `${phraseOf("controlled-except", warnings, words)}${tail}.`;
  const known = words.besides[besides];
  const compared = known && known + phraseOf("defaults", weighingDefaults(rows, rules), words);
  const form = tail ? "controlled-known" : details.length ? "controlled-details" : "controlled";
  return `${filled(form, details, words, { besides: compared })}${tail}.`;
}

/**
 * Defaults that came with a version and weigh, the heaviest first.
 * @param {FoundRow[]} rows
 * @param {ComparabilityRules} rules
 */
function weighingDefaults(rows, rules) {
  return rows.filter(([, found]) => found.status === "intended" && found.note === "default" && weighs(found))
    .sort(([, one], [, other]) => rankOf(one, rules) - rankOf(other, rules)).map(([field]) => field.label);
}

/**
 * A part of a sentence that names labels; nothing where there are none.
 * @param {string} form
 * @param {string[]} names
 * @param {ComparabilityWords} words
 */
function phraseOf(form, names, words) {
  return names.length ? filled(form, names, words) : "";
}

/**
 * A phrase with its {names} filled in.
 * @param {string} form
 * @param {string[]} names
 * @param {ComparabilityWords} words
 * @param {Record<string, string>} [values]
 */
function filled(form, names, words, values = {}) {
  /** @type {Record<string, string>} */
  const all = { names: names.length ? listed(names, words) : "", ...values };
  return words.sentences[form].replace(/\{(\w+)\}/g, (_, /** @type {string} */ key) => all[key]);
}

/**
 * A label inside a sentence: "Flush method" as "flush method", "CPU model" as it is.
 * @param {string} label
 */
function insideSentence(label) {
  const second = label.slice(1, 2);
  const upper = second !== second.toLowerCase();
  return upper || label.slice(0, 3).includes("/") ? label : label.slice(0, 1).toLowerCase() + label.slice(1);
}

/** @param {string[]} names At least one. @param {ComparabilityWords} words */
function listed(names, { most_named: most, more, and }) {
  const short = names.length > most + 1;
  const named = (short ? names.slice(0, most) : names).map(insideSentence);
  if (short) named.push(more.replace("{count}", String(names.length - most)));
  return named.length === 1 ? named[0] : `${named.slice(0, -1).join(", ")}${and}${named[named.length - 1]}`;
}
