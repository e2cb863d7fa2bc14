/* The list a page at a time: never more entries in the document than a reader can look at. */
/** @import { PageParts } from "./frame.js" */
import { formatCount } from "../chart/words.js";

const PAGE_LENGTH = 50;
const NOTHING = "Nothing fits all of this. Take back a choice or a word.";

/**
 * Show a page of rows; `entry` makes one from a row. Returns the number of the page shown.
 * @param {PageParts} parts
 * @param {number[]} rows
 * @param {number} page From 1.
 * @param {"run" | "series"} noun
 * @param {(row: number) => HTMLElement} entry
 */
export function showPage(parts, rows, page, noun, entry) {
  const last = Math.max(1, Math.ceil(rows.length / PAGE_LENGTH));
  const shown = Math.min(page, last);
  const from = (shown - 1) * PAGE_LENGTH;
  const part = rows.slice(from, from + PAGE_LENGTH);
  parts.list.replaceChildren(...part.map(entry));
  const count = noun === "series" ? `${rows.length.toLocaleString("en")} series` : formatCount(rows.length, noun);
  parts.status.textContent = rows.length ? `${count}${last > 1 ? `, ${from + 1} to ${from + part.length} shown` : ""}.` : NOTHING;
  parts.place.textContent = `Page ${shown} of ${last}`;
  parts.pages.hidden = last === 1;
  parts.back.disabled = shown === 1;
  parts.next.disabled = shown === last;
  return shown;
}
