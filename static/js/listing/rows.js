/* Rows of a list as a table, as `listing-rows.html` makes them. */
/** @import { ListRow } from "../records.js" */
import { formatCount } from "../chart/words.js";
import { element } from "../elements.js";
import { linkTo } from "../site.js";
import { readSort } from "./sorts.js";

const SVG = "http://www.w3.org/2000/svg";
/** Columns of a table that has one for lines. */
const WITH_LINES = 7;

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
  const hasLines = context.head?.children.length === WITH_LINES;
  const body = element("tbody", {}, ...rows.map((row) => rowOf(row, context, hasLines)));
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
 * @param {boolean} hasLines Whether there is a column for lines.
 */
function rowOf(row, { evidence, words }, hasLines) {
  const badges = row.evidence.flatMap((kind) => [element("span", { class: `badge badge-${kind}` }, evidence[kind] ?? kind), " "]);
  const near = words ? [element("small", { class: "near" }, words(row))] : [];
  return element("tr", {},
    element("th", { scope: "row" }, linkTo(row.path, row.title), ...near,
      ...small(row.finding.replaceAll(" %", "\u00a0%"))),
    element("td", {}, row.by || element("span", { class: "missing" }, "not named"), ...small(row.year)),
    element("td", {}, row.servers),
    element("td", {}, row.machine || element("span", { class: "missing" }, "not recorded")),
    element("td", {}, row.loads, ...small(row.threads)),
    ...(hasLines ? [element("td", {}, ...line(row.points, row.drawn))] : []),
    element("td", { class: "figure" }, ...badges, ...small(formatCount(row.runs, "run"))));
}

/** @param {string} text */
function small(text) {
  return text ? [element("small", {}, text)] : [];
}

/**
 * @param {string} points
 * @param {string} drawn
 */
function line(points, drawn) {
  if (!points) return [];
  const svg = document.createElementNS(SVG, "svg");
  for (const [name, value] of [["class", "spark"], ["viewBox", "-1 -1 62 18"], ["role", "img"], ["aria-label", `Over ${drawn}`]]) {
    svg.setAttribute(name, value);
  }
  const polyline = document.createElementNS(SVG, "polyline");
  polyline.setAttribute("points", points);
  svg.append(polyline);
  return [svg];
}
