/*
Searches as a browser does, outside of one. Takes {index, pieces: [kind, piece], questions, first}; answers with
paths and titles of the first pages of each question.
*/
/** @import { ListRecord, SearchDocument, SearchIndex } from "../../../static/js/records.js" */
import { addDocuments, buildIndex, documentsOf, findPages } from "../../../static/js/search-index.js";

/** @param {{index: SearchIndex, pieces: [SearchDocument["kind"], ListRecord][], questions: string[], first: number}} given */
export default async function find({ index: { documents, synonyms, labels }, pieces, questions, first }) {
  const index = await buildIndex(documents, synonyms);
  for (const [kind, piece] of pieces) await addDocuments(index, documentsOf(piece, kind));
  return questions.map((q) => {
    const { answers, groups } = findPages(index, { q, chosen: new Map() }, labels, null);
    const shown = [...answers, ...groups.map(({ lead: { document } }) => document)].slice(0, first);
    return { paths: shown.map(({ path }) => path), titles: shown.map(({ title }) => title) };
  });
}
