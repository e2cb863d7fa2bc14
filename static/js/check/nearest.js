/*
Results of the archive beside what was dropped: the same test, the same number of threads, the nearest
throughput; of the same product where the reader named one. Only pieces that hold the test are loaded.
*/
/** @import { ExploreIndex } from "../records.js" */
/** @import { ExploreState } from "../explore/state.js" */
/** @import { DroppedReport } from "./records.js" */
import { element } from "../elements.js";
import { Pieces } from "../explore/load.js";
import { piecesFor } from "../explore/need.js";
import { runStarts, runsOf } from "../explore/runs.js";
import { addressOf, basePath, fetchJson } from "../site.js";
import { figure } from "./show.js";

const MOST_SERIES = 400;
const SHOWN = 5;

/**
 * A run of the archive near a report.
 * @typedef {object} Near
 * @property {string} path
 * @property {string} label Its server.
 * @property {string} title Its result.
 * @property {string} machine
 * @property {number} value
 * @property {number} distance
 */

/**
 * @param {string} folder Address of the files of /explore/.
 * @param {string} test
 * @param {string} product Empty where nobody named one.
 * @param {DroppedReport} report
 */
export async function nearest(folder, test, product, report) {
  const index = /** @type {ExploreIndex} */ (await fetchJson(`${folder}index.json`));
  const chosen = new Map([["test", new Set([test])], ...(product ? [/** @type {[string, Set<string>]} */ (["product", new Set([product])])] : [])]);
  /** @type {ExploreState} */
  const state = { q: "", chosen, sort: "", show: "series", page: 1, picked: [] };
  const base = basePath();
  const series = new Pieces(index.series, base);
  const runs = new Pieces(index.runs, base);
  const pieces = piecesFor(index, state);
  await series.load([...new Set([0, ...pieces])].sort((one, other) => one - other));
  const { columns } = series;
  /** @type {number[]} */
  const rows = [];
  for (const [from, to] of columns.ranges) {
    for (let row = from; row < to; row += 1) if (fits(columns, row, test, product, report)) rows.push(row);
  }
  /** @type {Near[]} */
  const found = [];
  const starts = runStarts(columns, index.series.pieces);
  for (const row of rows.slice(0, MOST_SERIES)) {
    const own = runsOf([row], columns, starts, [0, columns.number("count", row)]);
    await runs.load(runs.of(own));
    const values = own.filter((run) => runs.columns.number("threads", run) === report.threads).map((run) => ({ run, value: runs.columns.number("value", run) }));
    for (const { run, value } of values) {
      const path = `/results/${columns.text("bundle", row)}/${runs.columns.text("run", run)}/`;
      const distance = Math.abs(Math.log(value / (report.tps ?? 1)));
      found.push({ path, label: columns.text("label", row), title: columns.text("title", row), machine: columns.text("machine", row), value, distance });
    }
  }
  found.sort((one, other) => one.distance - other.distance);
  const each = new Map(found.reverse().map((near) => [`${near.title} ${near.label}`, near]));
  return [...each.values()].sort((one, other) => one.distance - other.distance).slice(0, SHOWN);
}

/**
 * @param {import("../explore/columns.js").Columns} columns
 * @param {number} row
 * @param {string} test
 * @param {string} product
 * @param {DroppedReport} report
 */
function fits(columns, row, test, product, { threads }) {
  const wide = columns.number("low", row) <= (threads ?? 0) && columns.number("high", row) >= (threads ?? 0);
  return wide && columns.text("test", row) === test && columns.text("metric", row) === "tps" && (!product || columns.text("product", row) === product);
}

/**
 * The nearest results as a table.
 * @param {Near[]} found
 * @param {DroppedReport} report
 */
export function nearestTable(found, report) {
  const heads = ["Server", "Result", "Machine", "Per second", "Yours to it"];
  const rows = found.map(({ path, label, title, machine, value }) => element("tr", {},
    element("th", { scope: "row" }, label),
    element("td", { class: "check-result" }, element("a", { href: addressOf(basePath(), path) }, title)),
    element("td", {}, machine || "not recorded"),
    element("td", { class: "figure" }, figure(value)),
    element("td", { class: "figure" }, `${((report.tps ?? 0) / value).toFixed(2)}×`)));
  return element("div", { class: "scroll fixed-first", tabindex: 0, role: "region", "aria-label": "Nearest results" }, element("table", {},
    element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head)))), element("tbody", {}, ...rows)));
}
