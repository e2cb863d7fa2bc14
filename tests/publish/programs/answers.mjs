/*
Answers questions and narrows lists as a browser does, outside of one. Takes {questions, documents,
labels, uses, piece, asked: [[state, bundles]], machines}; answers with {answers: paths by question,
settings: those of settings, rows, counts, near: [row, words] in order}.
*/
/** @import { ClassDimension, ListRecord, SearchIndex, SettingUses } from "../../../static/js/records.js" */
/** @import { Searched } from "../../../static/js/search-index.js" */
/** @import { Asked } from "../../../static/js/listing/find.js" */
import { findRows, nearestRows } from "../../../static/js/listing/find.js";
import { answersTo, settingAnswers, settingIn } from "../../../static/js/search-answers.js";

/**
 * @typedef {object} Given
 * @property {string[]} questions
 * @property {Searched[]} documents
 * @property {SearchIndex["labels"]} labels
 * @property {SettingUses} uses
 * @property {ListRecord} piece
 * @property {[Asked, string[] | null][]} asked
 * @property {Asked[]} machines
 * @property {ClassDimension[]} weights
 */

/** @param {Given} given */
export default function answer({ questions, documents, labels, uses, piece, asked, machines, weights }) {
  const places = new Map(piece.rows.map((row, at) => [row, at]));
  const found = asked.map(([state, bundles]) => findRows(piece.rows, state, bundles && new Set(bundles)));
  return {
    answers: questions.map((question) => answersTo(question, documents, labels).map(({ path }) => path)),
    settings: questions.map((question) => settingAnswers(settingIn(question), uses, documents)),
    rows: found.map(({ rows }) => rows.map((row) => places.get(row))),
    counts: found.map(({ counts }) => Object.fromEntries([...counts].map(([name, values]) => [name, Object.fromEntries(values)]))),
    near: machines.map((machine) => {
      const near = nearestRows(machine, weights);
      return near && near.order([...piece.rows]).map((row) => [places.get(row), near.words(row)]);
    }),
  };
}
