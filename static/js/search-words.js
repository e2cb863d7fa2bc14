/*
What a word is: letters and digits, a version number in one piece, as is a number with its thousands parted.
`oltp_read_only` is three words, `mysql5.7` is a name and a version.
*/
const WORD = /\p{N}{1,3}(?:,\p{N}{3})+(?![\p{L}\p{N}])|[\p{L}\p{N}]+(?:\.\p{N}+)*/gu;
const NAME_AND_VERSION = /^(\p{L}+)(\d+(?:\.\d+)+)$/u;
const COMMON = new Set(["a", "about", "an", "and", "any", "are", "as", "at", "be", "by", "can", "did", "do", "does",
  "for", "from", "has", "have", "how", "i", "if", "in", "is", "it", "me", "my", "of", "on", "or", "our", "should", "than",
  "that", "the", "there", "this", "to", "use", "used", "using", "versus", "vs", "was", "we", "were", "what", "when",
  "where", "which", "who", "why", "will", "with", "you"]);
const EXCERPT = 180;
/** @type {Map<string, string[]>} Terms of words: pages share most, and an index asks for each of each page. */
const TERMS = new Map();
/** What verdicts say of servers that findings call undecided. */
const UNDECIDED = /\b(?:cannot tell|too noisy to tell)\b/giu;

/**
 * The words of a text, as written.
 * @param {string} text
 * @returns {string[]}
 */
export function wordsOf(text) {
  return text.replace(UNDECIDED, "undecided").match(WORD) ?? [];
}

/**
 * A word as the index keeps it: one term, two of a name and a version, none of a word that says nothing.
 * @param {string} word
 * @returns {string[]}
 */
export function termsOf(word) {
  const known = TERMS.get(word);
  if (known) return known;
  const term = word.normalize("NFKC").toLowerCase().replaceAll(",", "");
  const parts = NAME_AND_VERSION.exec(term);
  const terms = COMMON.has(term) ? [] : parts ? [parts[1], parts[2]] : [term];
  TERMS.set(word, terms);
  return terms;
}

/**
 * The terms of a text, in its order.
 * @param {string} text
 */
export function termsIn(text) {
  return wordsOf(text).flatMap(termsOf);
}

/**
 * The words of a text that have one of these terms, each with its place.
 * @param {string} text
 * @param {Iterable<string>} found Terms.
 */
export function occurrencesOf(text, found) {
  const wanted = new Set(found);
  return [...text.matchAll(WORD)].map(({ 0: word, index }) => ({ word, index }))
    .filter(({ word }) => termsOf(word).some((term) => wanted.has(term)));
}

/**
 * The part of a text around the first word that was found.
 * @param {string} text
 * @param {Iterable<string>} found Terms.
 */
export function excerptOf(text, found) {
  if (text.length <= EXCERPT) return text;
  const first = occurrencesOf(text, found).at(0);
  const near = Math.max(0, (first?.index ?? 0) - EXCERPT / 3);
  const start = near ? text.indexOf(" ", near) + 1 : 0;
  const stop = text.indexOf(" ", start + EXCERPT);
  return `${start ? "… " : ""}${text.slice(start, stop < 0 ? undefined : stop)}${stop < 0 ? "" : " …"}`;
}
