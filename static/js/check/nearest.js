/*
Results of the archive beside what was dropped: the same test and number of threads, those first that differ least from
what the log and the answers say. The rule and its costs are those of tables/nearest.py; the index of /explore/ has them.
*/
/** @import { DroppedReport, ExploreIndex } from "../records.js" */
/** @import { ExploreState } from "../explore/state.js" */
import { element } from "../elements.js";
import { apart } from "../explore/nearness.js";
import { Pieces } from "../explore/pieces.js";
import { addressOf, fetchJson, linkTo } from "../site.js";
import { figure } from "./show.js";

const SHOWN = 5;

/**
 * The nearest series, one a result; the place of the report among all that are about as near, and how many these are
 * with it.
 * @param {string} folder Address of the files of /explore/.
 * @param {string} test
 * @param {Record<string, string | undefined>} own
 * @param {DroppedReport} report
 */
export async function nearest(folder, test, own, report) {
  const index = /** @type {ExploreIndex} */ (await fetchJson(`${folder}index.json`));
  /** @type {ExploreState} */
  const state = { q: "", chosen: new Map([["test", new Set([test])]]), sort: "", show: "series", page: 1, picked: [] };
  const pieces = new Pieces(index.pieces, (path) => fetchJson(addressOf(path)));
  await pieces.load(pieces.fitting(index.facets, state));
  const year = String(new Date().getFullYear());
  const rule = index.nearness;
  const found = pieces.loaded().filter((row) => row.test === test && row.throughput_metric === "tps").flatMap((row) => {
    const values = row.runs.filter(({ threads }) => threads === report.threads).sort((a, b) => a.value - b.value);
    const run = values.at(Math.floor(values.length / 2));
    return run ? [{ row, run, ...apart(rule, own, row, year) }] : [];
  }).sort((a, b) => a.distance - b.distance || (a.row.bundle < b.row.bundle ? -1 : 1));
  const near = found.filter(({ distance }) => distance <= found[0].distance + rule.within);
  const each = new Map([...near].reverse().map((one) => [one.row.bundle, one]));
  return {
    shown: near.filter((one) => each.get(one.row.bundle) === one).slice(0, SHOWN),
    place: near.filter(({ run }) => run.value > (report.tps ?? 0)).length + 1,
    of: near.length + 1,
  };
}

/**
 * The nearest results as a table.
 * @param {Awaited<ReturnType<typeof nearest>>["shown"]} shown
 * @param {DroppedReport} report
 */
export function nearestTable(shown, report) {
  const heads = ["Result", "Per second", "Yours"];
  const rows = shown.map(({ row, run, words }) => element("tr", {},
    element("th", { scope: "row" }, linkTo(`/results/${row.bundle}/${run.run}/`, row.server_label),
      element("small", {}, [row.machine_label ?? "", ...words].filter(Boolean).join(", "))),
    element("td", { class: "figure" }, figure(run.value)),
    element("td", { class: "figure" }, `${((report.tps ?? 0) / run.value).toFixed(2)}×`)));
  return element("table", { class: "check-nearest" },
    element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head)))), element("tbody", {}, ...rows));
}
