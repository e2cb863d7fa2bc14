/* The list a page at a time: never more entries in the document than a reader can look at. */
import { counted } from "./list.js";

export const SHOWN = 50;
const NOTHING = "Nothing fits all of this. Take back a choice or a word.";

/** Show a page of rows; `entry` makes one from a row. Returns the number of the page shown. */
export function showPage(parts, rows, page, noun, entry) {
  const last = Math.max(1, Math.ceil(rows.length / SHOWN));
  const at = Math.min(page, last);
  const from = (at - 1) * SHOWN;
  const part = rows.slice(from, from + SHOWN);
  parts.list.replaceChildren(...part.map(entry));
  parts.said.textContent = rows.length ? `${many(rows.length, noun)}${last > 1 ? `, ${from + 1} to ${from + part.length} shown` : ""}.` : NOTHING;
  parts.place.textContent = `Page ${at} of ${last}`;
  parts.pages.hidden = last === 1;
  [parts.back.disabled, parts.next.disabled] = [at === 1, at === last];
  return at;
}

function many(count, noun) {
  return noun === "series" ? `${count.toLocaleString("en")} series` : counted(count, noun);
}
