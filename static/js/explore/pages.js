/* The list a page at a time: never more entries in the document than a reader can look at. */
/** @import { PageParts } from "./frame.js" */
import { formatCount } from "../chart/words.js";

const PAGE_LENGTH = 50;
const NOTHING = "Nothing fits all of this. Take back a choice or a word.";

/**
 * A page of the list: its number and that of the last, and the entries it begins with and ends before.
 * @typedef {{shown: number, last: number, from: number, to: number, total: number}} Page
 */

/**
 * The page that is asked for, or the last.
 * @param {number} total Entries.
 * @param {number} page From 1.
 * @returns {Page}
 */
export function pageOf(total, page) {
  const last = Math.max(1, Math.ceil(total / PAGE_LENGTH));
  const shown = Math.min(page, last);
  const from = (shown - 1) * PAGE_LENGTH;
  return { shown, last, from, to: Math.min(total, from + PAGE_LENGTH), total };
}

/**
 * Show a page; `entries` are those of it.
 * @param {PageParts} parts
 * @param {Page} page
 * @param {"run" | "series"} noun
 * @param {HTMLElement[]} entries
 */
export function showPage(parts, { shown, last, from, to, total }, noun, entries) {
  parts.list.replaceChildren(...entries);
  const count = noun === "series" ? `${total.toLocaleString("en")} series` : formatCount(total, noun);
  parts.status.textContent = total ? `${count}${last > 1 ? `, ${from + 1} to ${to} shown` : ""}.` : NOTHING;
  parts.place.textContent = `Page ${shown} of ${last}`;
  parts.pages.hidden = last === 1;
  parts.back.disabled = shown === 1;
  parts.next.disabled = shown === last;
}
