/* Rows of a list as a table, as `listing-rows.html` makes them. */
/** @import { ListRow } from "../records.js" */
import { formatCount } from "../chart/words.js";
import { element } from "../elements.js";
import { linkTo } from "../site.js";
import { readSort } from "./sorts.js";

/**
 * What a table needs besides rows: a row of heads to repeat, names of evidence classes, what a row is, and
 * how a row's machine differs from the reader's.
 * @typedef {object} TableContext
 * @property {Element | undefined} head
 * @property {Record<string, string>} evidence
 * @property {string} noun
 * @property {((row: ListRow) => string) | null} words
 * @property {string} sort
 */

/**
 * @param {ListRow[]} rows
 * @param {TableContext} context
 */
export function tableOf(rows, context) {
  const body = element("tbody", {}, ...rows.map((row) => rowOf(row, context)));
  const head = element("thead", {}, ...(context.head ? [context.head.cloneNode(true)] : []));
  markSorted(head, context.sort);
  const name = `Each row is a ${context.noun}`;
  return element("div", { class: "scroll rows whole", role: "group", "aria-label": name, tabindex: 0 },
    element("table", {}, element("caption", { class: "unseen" }, name), head, body));
}

/**
 * @param {Element} head
 * @param {string} sort
 */
function markSorted(head, sort) {
  const { name, ascending } = readSort(sort);
  if (name) head.querySelector(`th[data-sort="${name}"]`)?.setAttribute("aria-sort", ascending ? "ascending" : "descending");
}

/**
 * @param {ListRow} row
 * @param {TableContext} context
 */
function rowOf(row, { evidence, words }) {
  const badges = row.evidence.flatMap((kind) => [element("span", { class: `badge badge-${kind}` }, evidence[kind] ?? kind), " "]);
  const near = words ? [element("small", { class: "near" }, words(row))] : [];
  return element("tr", {},
    element("th", { scope: "row" }, linkTo(row.path, row.title), ...near,
      ...small(row.finding.replaceAll(" %", "\u00a0%"))),
    element("td", {}, row.by || element("span", { class: "missing" }, "not named"), ...small(row.year)),
    element("td", {}, row.servers),
    element("td", {}, row.machine || element("span", { class: "missing" }, "not recorded")),
    element("td", {}, row.loads, ...small(row.threads)),
    element("td", { class: "figure" }, ...badges, ...small(formatCount(row.runs, "run"))));
}

/** @param {string} text */
function small(text) {
  return text ? [element("small", {}, text)] : [];
}
