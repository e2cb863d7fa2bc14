/*
Results of the archive beside what was dropped: the same test, the same number of threads, the nearest
throughput; of the same product where the reader named one. Only pieces that hold the test are loaded.
*/
/** @import { ExploreIndex } from "../records.js" */
/** @import { ExploreState } from "../explore/state.js" */
/** @import { DroppedReport } from "../records.js" */
import { element } from "../elements.js";
import { Pieces, entriesOf } from "../explore/pieces.js";
import { addressOf, fetchJson, linkTo } from "../site.js";
import { figure } from "./show.js";

const SHOWN = 5;

/**
 * Runs of the archive near a report, each with the label of its server and the title of its result.
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
  const pieces = new Pieces(index.pieces, (path) => fetchJson(addressOf(path)));
  await pieces.load(pieces.fitting(index.facets, state));
  const rows = pieces.loaded().filter((row) => row.test === test && row.throughput_metric === "tps" && (!product || row.product === product));
  const found = entriesOf(rows, { ...state, show: "runs" }).flatMap(({ row, run }) => {
    if (run?.threads !== report.threads) return [];
    const { value } = run;
    const path = `/results/${row.bundle}/${run.run}/`;
    const distance = Math.abs(Math.log(value / (report.tps ?? 1)));
    return [{ path, label: row.server_label, title: row.title, machine: row.machine_label ?? "", value, distance }];
  });
  found.sort((one, other) => one.distance - other.distance);
  const each = new Map(found.reverse().map((near) => [`${near.title} ${near.label}`, near]));
  return [...each.values()].sort((one, other) => one.distance - other.distance).slice(0, SHOWN);
}

/**
 * The nearest results as a table.
 * @param {Awaited<ReturnType<typeof nearest>>} found
 * @param {DroppedReport} report
 */
export function nearestTable(found, report) {
  const heads = ["Server", "Result", "Machine", "Per second", "Yours to it"];
  const rows = found.map(({ path, label, title, machine, value }) => element("tr", {},
    element("th", { scope: "row" }, label),
    element("td", { class: "check-result" }, linkTo(path, title)),
    element("td", {}, machine || "not recorded"),
    element("td", { class: "figure" }, figure(value)),
    element("td", { class: "figure" }, `${((report.tps ?? 0) / value).toFixed(2)}×`)));
  return element("div", { class: "scroll fixed-first", tabindex: 0, role: "region", "aria-label": "Nearest results" }, element("table", {},
    element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head)))), element("tbody", {}, ...rows)));
}
