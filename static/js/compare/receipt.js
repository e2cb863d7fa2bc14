/*
The receipt of sides given as conditions, the baseline first: what differs besides what is compared,
and what nobody recorded. The steps of `sysbench_archive/receipts/receipt.py`, with every row, weight
and word from /policy.json.
*/
import { findingOf, pairOf, textOf } from "./pair.js";

/** The receipt as the record that pages of the build show. `table` is {fields, rules, words}. */
export function receiptOf(sides, ids, family, table) {
  const others = sides.length > 1 ? sides.slice(1) : sides;
  const pairs = others.map((side) => pairOf(sides[0], side, table.rules));
  const columns = pairs.map((both) => columnOf(both, family, table));
  const worst = worstOf(columns, table);
  return {
    summary: summaryOf(worst),
    sentence: sentenceOf(pairs, columns, worst, table),
    rows: toldOf(worst, table).map(([field, found]) => rowOf(field, found, sides, table)),
    details: labels(worst, (found) => isDetail(found)),
    left: labels(worst, ({ note }) => note === "left"),
    same: labels(worst, ({ status }) => status === "same"),
    candidates: ids.slice(1).map((id, at) => candidateOf(id, pairs[at], [...columns[at].values()], table)),
  };
}

function columnOf(both, family, { fields, rules }) {
  const found = fields.map((field) => [field.field, [field, findingOf(field, both, field.severity[family], rules)]]);
  return new Map(found.filter(([, [, finding]]) => finding));
}

/** Each field that applies to some pair, with the worst that is said of it. */
function worstOf(columns, table) {
  return table.fields.flatMap((field) => {
    const found = columns.filter((column) => column.has(field.field)).map((column) => column.get(field.field)[1]);
    return found.length ? [[field, found.reduce((worst, one) => (rank(one, table) < rank(worst, table) ? one : worst))]] : [];
  });
}

function rank({ status, severity }, { rules: { statuses, severities } }) {
  return statuses.indexOf(status) * severities.length + severities.indexOf(severity);
}

function toldOf(rows, table) {
  const told = rows.filter(([, found]) => found.status !== "same" && found.note !== "left" && !isDetail(found));
  return told.sort(([, one], [, other]) => rank(one, table) - rank(other, table));
}

function weighs({ severity }) {
  return severity !== "info";
}

function isDetail(found) {
  return found.status === "unrecorded" && !weighs(found);
}

function rowOf(field, { status, severity, note }, sides, { words }) {
  const values = sides.map((side) => textOf(side, field.field));
  return { field: field.field, label: field.label, why: field.why, severity, status, values, note: words.notes[note] };
}

function candidateOf(id, { besides }, rows, table) {
  return {
    id,
    summary: summaryOf(rows),
    sentence: said(besides, rows, table),
    blockers: differing(rows, "blocker"),
    warnings: differing(rows, "warning"),
    unrecorded: [...unrecorded(rows), ...labels(rows, (found) => found.note === "one-sided" && weighs(found))],
  };
}

function labels(rows, test) {
  return rows.filter(([, found]) => test(found)).map(([field]) => field.label);
}

function differing(rows, level) {
  return labels(rows, ({ status, severity }) => status === "differs" && severity === level);
}

function unrecorded(rows) {
  return ["blocker", "warning"].flatMap((level) => labels(rows, ({ status, severity }) => status === "unrecorded" && severity === level));
}

function summaryOf(rows) {
  if (differing(rows, "blocker").length) return "not-comparable";
  return differing(rows, "warning").length || unrecorded(rows).length ? "controlled-except" : "controlled";
}

function sentenceOf(pairs, columns, worst, table) {
  const throughout = columns.every((column) => differing([...column.values()], "blocker").length);
  const kinds = pairs.map(({ besides }) => besides);
  return said(table.rules.besides.find((kind) => kinds.includes(kind)) ?? "", worst, table, throughout);
}

function said(besides, rows, { rules, words }, throughout = true) {
  const [blockers, warnings, details] = rules.severities.map((level) => differing(rows, level));
  if (blockers.length) {
    return filled(throughout ? "not-comparable" : "not-all", blockers, words, { differ: words.differ[blockers.length > 1 ? 1 : 0] });
  }
  const tail = phrase("unrecorded", unrecorded(rows), words);
  if (warnings.length) return `${phrase("controlled-except", warnings, words)}${tail}.`;
  const known = words.besides[besides];
  const told = known && known + phrase("defaults", defaults(rows, rules), words);
  const form = tail ? "controlled-known" : details.length ? "controlled-details" : "controlled";
  return `${filled(form, details, words, { besides: told })}${tail}.`;
}

/** Defaults that came with a version and weigh, the heaviest first. */
function defaults(rows, rules) {
  const kept = rows.filter(([, found]) => found.status === "intended" && found.note === "default" && weighs(found));
  return kept.sort(([, one], [, other]) => rank(one, { rules }) - rank(other, { rules })).map(([field]) => field.label);
}

/** A part of a sentence that names labels; nothing where there are none. */
function phrase(form, names, words) {
  return names.length ? filled(form, names, words) : "";
}

function filled(form, names, words, values = {}) {
  const all = { names: names.length ? listed(names, words) : "", ...values };
  return words.sentences[form].replace(/\{(\w+)\}/g, (_, key) => all[key]);
}

/** A label inside a sentence: "Flush method" as "flush method", "CPU model" as it is. */
function spoken(label) {
  const second = label.slice(1, 2);
  const upper = second !== second.toLowerCase();
  return upper || label.slice(0, 3).includes("/") ? label : label.slice(0, 1).toLowerCase() + label.slice(1);
}

function listed(names, { most_named: most, more, and }) {
  const short = names.length > most + 1;
  const named = (short ? names.slice(0, most) : names).map(spoken);
  if (short) named.push(more.replace("{count}", names.length - most));
  return named.length === 1 ? named[0] : `${named.slice(0, -1).join(", ")}${and}${named.at(-1)}`;
}
