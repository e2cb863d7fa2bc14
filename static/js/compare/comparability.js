/*
Comparability of sides given as conditions, the baseline first: what differs besides what is
compared, and what nobody recorded. The steps of the Python package `sysbench_archive.comparability`,
with every row, weight and word from /policy.json.
*/
/** @import { Conditions, Finding, FindingStatus, Pair, Severity } from "./pair.js" */
/** @import { ComparabilityRules, ComparabilityWords, ConditionRule, VariableRules } from "../records.js" */
/** @import { Failures } from "./failures.js" */
import { failureFinding, failureTexts } from "./failures.js";
import { findingOf, pairOf, textOf } from "./pair.js";

/**
 * The table of conditions with its rules and words.
 * @typedef {object} ConditionTable
 * @property {ConditionRule[]} fields
 * @property {string[][]} [blocking] A candidate's rows that are blockers beside the baseline, whatever the workload.
 * @property {VariableRules} variables
 * @property {ComparabilityRules} rules
 * @property {ComparabilityWords} words
 */

/**
 * A row of the table with what is found of it.
 * @typedef {[ConditionRule, Finding]} FoundRow
 */

/**
 * @typedef {"not-comparable" | "controlled-except" | "as-intended" | "controlled"} Summary
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
 * @property {string} effect What is known of a variable's effect; empty where nothing is.
 * @property {string} reference Where that is known from; else empty.
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
 * @typedef {object} ComparedSide
 * @property {string} id
 * @property {Conditions} conditions
 * @property {Failures} failures
 */

/**
 * @param {ComparedSide[]} sides The baseline first.
 * @param {string} family Of the workload.
 * @param {ConditionTable} given
 * @returns {Comparability}
 */
export function comparabilityOf(sides, family, given) {
  const table = { ...given, fields: [...given.fields, ...variableFields(sides, given.variables)] };
  const [baseline, ...candidates] = sides;
  const others = candidates.length ? candidates : sides;
  const pairs = others.map((side) => pairOf(baseline.conditions, side.conditions, table.rules));
  const columns = others.map((side, at) => findingsOf(pairs[at], [baseline, side], family, table, table.blocking?.[at] ?? []));
  const found = worstFindings(columns, table);
  const worst = ordered(found, family, table);
  const ranked = columns.map((column) => ordered(column, family, table));
  return {
    summary: summaryOf(worst),
    sentence: sentenceForAll(pairs, ranked, worst, table),
    rows: shownRows(worst).map(([field, finding]) => rowOf(field, finding, sides, table)),
    details: labelsWhere(worst, isDetail),
    left: labelsWhere(worst, ({ note }) => note === "left"),
    same: labelsWhere(found, ({ status }) => status === "same"),
    candidates: candidates.map(({ id }, at) => candidateOf(id, pairs[at], ranked[at], table)),
  };
}

/**
 * Rows for the variables that sides state beyond the table, by name.
 * @param {ComparedSide[]} sides
 * @param {VariableRules} rules
 * @returns {ConditionRule[]}
 */
function variableFields(sides, { prefix, any, known, unknown }) {
  const names = new Set(sides.flatMap(({ conditions }) => Object.keys(conditions)).filter((name) => name.startsWith(prefix)));
  return [...names].sort().map((field) => {
    const label = field.slice(prefix.length);
    const rule = known.find(({ label: name }) => (name.endsWith(any) ? label.startsWith(name.slice(0, -any.length)) : name === label));
    return { ...(rule ?? unknown), field, label };
  });
}

/**
 * Every row that applies to a pair.
 * @param {Pair} pair
 * @param {ComparedSide[]} both
 * @param {string} family
 * @param {ConditionTable} table
 * @param {string[]} blocking Rows that are blockers between these two, whatever the workload.
 * @returns {FoundRow[]}
 */
function findingsOf(pair, [baseline, candidate], family, { fields, rules }, blocking) {
  return fields.flatMap((field) => {
    const severity = blocking.includes(field.field) ? "blocker" : field.severity[family];
    const found = field.subject === "figures"
      ? failureFinding(baseline.failures, candidate.failures, severity, rules)
      : findingOf(field, pair, severity, rules);
    return found ? [/** @type {FoundRow} */ ([field, found])] : [];
  });
}

/**
 * The worst first; of variables that weigh the same, those first of which more is known.
 * @param {FoundRow[]} rows
 * @param {string} family
 * @param {ConditionTable} table
 */
function ordered(rows, family, { rules }) {
  return [...rows].sort(([field, found], [other, another]) =>
    rankOf(found, rules) - rankOf(another, rules) || field.order[family] - other.order[family]);
}

/**
 * Each row that applies to some pair, with the worst that is found of it.
 * @param {FoundRow[][]} columns
 * @param {ConditionTable} table
 * @returns {FoundRow[]}
 */
function worstFindings(columns, { fields, rules }) {
  /** @type {Map<ConditionRule, Finding>} */
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
 * The rows that are shown one by one.
 * @param {FoundRow[]} rows
 */
function shownRows(rows) {
  return rows.filter(([, found]) => found.status !== "same" && found.note !== "left" && !isDetail(found));
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
 * @param {ConditionRule} field
 * @param {Finding} found
 * @param {ComparedSide[]} sides
 * @param {ConditionTable} table
 * @returns {ComparabilityRow}
 */
function rowOf(field, { status, severity, note }, sides, { words }) {
  const values = field.subject === "figures"
    ? failureTexts(sides.map(({ failures }) => failures), words.failures)
    : sides.map(({ conditions }) => textOf(conditions, field.field));
  const { label, why, effect, reference } = field;
  return { field: field.field, label, why, severity, status, values, note: words.notes[note], effect, reference };
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

/** @param {FoundRow[]} rows @param {string} level */
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
  if (unrecorded(rows).length || rows.some(([, { status }]) => status === "differs")) return "controlled-except";
  return setAsCompared(rows).length ? "as-intended" : "controlled";
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
  if (warnings.length) return `${phraseOf("controlled-except", warnings, words)}${phraseOf("details", details, words)}${tail}.`;
  if (details.length) return `${phraseOf("controlled-details", details, words)}${tail}.`;
  const known = words.besides[besides];
  const compared = known && known + phraseOf("defaults", intendedLabels(rows, "default"), words)
    + phraseOf("chosen", intendedLabels(rows, "chosen-for-variant"), words);
  const form = tail || setAsCompared(rows).length ? "as-intended" : "controlled";
  return `${filled(form, [], words, { besides: compared })}${tail}.`;
}

/**
 * Variables that differ because of what is compared: such sides are never called controlled.
 * @param {FoundRow[]} rows
 */
function setAsCompared(rows) {
  return [...intendedLabels(rows, "default"), ...intendedLabels(rows, "chosen-for-variant")];
}

/**
 * What is intended for a reason, the heaviest first.
 * @param {FoundRow[]} rows
 * @param {string} reason A note.
 */
function intendedLabels(rows, reason) {
  return labelsWhere(rows, ({ status, note }) => status === "intended" && note === reason);
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
