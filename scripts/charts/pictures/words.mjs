/*
Words in pictures, which have no browser to break their lines: lines by estimated width, cut
with an ellipsis where there are more than fit.
*/
import { escaped } from "../svg.mjs";

/**
 * Widths of DejaVu Sans Condensed, in ems, on the wide side.
 * @type {[RegExp, number][]}
 */
const CLASSES = [[/[iljI.,:;'|!()[\]/ ]/, 0.33], [/[mwMW@%—…]/, 0.91], [/[A-Z]/, 0.65], [/[0-9]/, 0.58]];
const OTHER = 0.56;
const BOLD = 1.1;

/**
 * Estimated width of a text in ems.
 * @param {string} text
 * @param {boolean} bold
 */
function widthOf(text, bold) {
  const width = Array.from(text).reduce((sum, character) => sum + characterWidth(character), 0);
  return bold ? width * BOLD : width;
}

/** @param {string} character */
function characterWidth(character) {
  return CLASSES.find(([pattern]) => pattern.test(character))?.[1] ?? (character > "\u2e80" ? 1 : OTHER);
}

/**
 * The lines of a text: at most `most` of at most `width` ems each.
 * @param {string} text
 * @param {{width: number, most: number, bold?: boolean}} limits
 */
export function linesOf(text, { width, most, bold = false }) {
  /** @type {string[]} */
  const found = [];
  for (const word of text.split(" ").filter(Boolean).flatMap((long) => brokenWord(long, width, bold))) {
    const longer = found.length ? `${found[found.length - 1]} ${word}` : word;
    if (found.length && widthOf(longer, bold) <= width) found[found.length - 1] = longer;
    else found.push(word);
  }
  return found.length > most ? [...found.slice(0, most - 1), cutText(found.slice(most - 1).join(" "), width, bold)] : found;
}

/**
 * A word that fills more than a line, broken where the line ends.
 * @param {string} word
 * @param {number} width
 * @param {boolean} bold
 */
function brokenWord(word, width, bold) {
  const parts = [""];
  for (const character of word) {
    if (widthOf(parts[parts.length - 1] + character, bold) > width) parts.push("");
    parts[parts.length - 1] += character;
  }
  return parts;
}

/** @param {string} text @param {number} width @param {boolean} bold */
function cutText(text, width, bold) {
  const characters = Array.from(text);
  while (characters.length && widthOf(`${characters.join("")}…`, bold) > width) characters.pop();
  return `${characters.join("").trimEnd()}…`;
}

/**
 * A line of words as markup; size and place in pixels.
 * @param {string} text
 * @param {{x: number, y: number, size: number, fill: string, bold?: boolean, anchor?: "start" | "end"}} look
 */
export function lineMarkup(text, { x, y, size, fill, bold = false, anchor = "start" }) {
  const weight = bold ? ' font-weight="bold"' : "";
  const anchored = anchor === "end" ? ' text-anchor="end"' : "";
  return `<text x="${x}" y="${Math.round(y)}" font-size="${size}" fill="${fill}"${weight}${anchored}>${escaped(text)}</text>`;
}
