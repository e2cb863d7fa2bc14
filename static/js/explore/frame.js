/*
The parts of the page, laid out once, before anything of the archive is in them: nothing moves when
it arrives. The list stands there a page at a time: never more entries than a reader can look at.
*/
import { formatCount } from "../chart/words.js";
import { element } from "../elements.js";
import { SORTS } from "./state.js";

const PAGE_LENGTH = 20;
const NOTHING = "Nothing fits all of this. Take back a choice or a word.";

/** @typedef {ReturnType<typeof layOutPage>} PageParts */

/**
 * The page as `root`, and its parts by name.
 * @param {HTMLElement} machine
 * @param {HTMLElement} facets
 * @param {HTMLElement} tray
 */
export function layOutPage(machine, facets, tray) {
  const query = element("input", { type: "search", id: "explore-words", autocomplete: "off", maxlength: 200 });
  const options = new Map(Object.entries(SORTS).map(([value, text]) => [value, element("option", { value }, text)]));
  const sort = element("select", { id: "explore-sort" }, ...options.values());
  const show = element("select", { id: "explore-show" }, element("option", { value: "series" }, "Series"), element("option", { value: "runs" }, "Single runs"));
  const status = element("p", { role: "status", class: "meta" }, "Loading…");
  const list = element("ol", { class: "found series" });
  const back = element("button", { type: "button" }, "Previous page");
  const next = element("button", { type: "button" }, "Next page");
  const place = element("span");
  const pages = element("nav", { class: "pages", "aria-label": "Pages of the list", hidden: true }, back, place, next);
  const controls = element("form", { class: "controls", "aria-label": "What to list" },
    labelled("Words", query), labelled("Show", show), labelled("Sort", sort));
  controls.addEventListener("submit", (event) => { event.preventDefault(); });
  const root = element("div", { class: "explore" }, machine, element("h2", {}, "What ran"), controls,
    element("div", { class: "search" }, facets, element("div", {}, status, list, pages)), tray);
  return { root, query, sort, near: options.get("near"), show, status, list, back, next, place, pages };
}

/** @param {string} text @param {HTMLElement} control */
function labelled(text, control) {
  return element("p", {}, element("label", { for: control.id }, text), " ", control);
}

/**
 * The page that is asked for, or the last: its number and that of the last, and the entries it begins with and
 * ends before.
 * @param {number} total Entries.
 * @param {number} page From 1.
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
 * @param {ReturnType<typeof pageOf>} page
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
