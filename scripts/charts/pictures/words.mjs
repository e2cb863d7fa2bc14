/**
 * Words in pictures, which have no browser to break their lines: lines by estimated width, cut
 * with an ellipsis where there are more than fit.
 */
import { inert } from "../svg.mjs";

// Widths of DejaVu Sans Condensed, in ems, on the wide side.
const CLASSES = [[/[iljI.,:;'|!()[\]/ ]/, 0.33], [/[mwMW@%—…]/, 0.88], [/[A-Z]/, 0.65], [/[0-9]/, 0.58]];
const OTHER = 0.56;
const BOLD = 1.1;

/** Estimated width of a text in ems. */
export function ems(text, bold = false) {
  const width = [...text].reduce((sum, character) => sum + widthOf(character), 0);
  return bold ? width * BOLD : width;
}

function widthOf(character) {
  return CLASSES.find(([pattern]) => pattern.test(character))?.[1] ?? (character > "\u2e80" ? 1 : OTHER);
}

/** The lines of a text: at most `most` of at most `width` ems each. */
export function lines(text, { width, most, bold = false }) {
  const found = [];
  for (const word of text.split(" ").filter(Boolean).flatMap((word) => pieces(word, width, bold))) {
    const longer = found.length ? `${found.at(-1)} ${word}` : word;
    if (found.length && ems(longer, bold) <= width) found[found.length - 1] = longer;
    else found.push(word);
  }
  return found.length > most ? [...found.slice(0, most - 1), cut(found.slice(most - 1).join(" "), width, bold)] : found;
}

// A word that fills more than a line is broken where the line ends.
function pieces(word, width, bold) {
  const parts = [""];
  for (const character of word) {
    if (ems(parts.at(-1) + character, bold) > width) parts.push("");
    parts[parts.length - 1] += character;
  }
  return parts;
}

function cut(text, width, bold) {
  const characters = [...text];
  while (characters.length && ems(`${characters.join("")}…`, bold) > width) characters.pop();
  return `${characters.join("").trimEnd()}…`;
}

/** A line of words as markup; size and place in pixels. */
export function line(text, { x, y, size, fill, bold = false }) {
  const weight = bold ? ' font-weight="bold"' : "";
  return `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}"${weight}>${inert(text)}</text>`;
}
