/* What /check/ shows of logs at once, before its program is there: figures by log, and how far repetitions lie apart. */
/** @import { Taken } from "../check.js" */
/** @import { FirstReport } from "./first-reading.js" */
import { formatCount } from "../chart/words.js";
import { element, tableOf } from "../elements.js";
import { readReports } from "./first-reading.js";

/** @typedef {{file: string, report: FirstReport}} Found */

const MOST_BYTES = 8 << 20;
const MOST_ROWS = 8;
const MOST_LEFT = 5;
const PACKED = /\.(?:zip|gz|tgz|xz|bz2|zst|tar)$/i;
const OUTPUT_OF_BUNDLE = /(?:^|\/)raw\//;
const NO_LOG = /\.(?:ya?ml|csv|json|cnf|ini|html?|svg|png)$/i;
/** How names of logs count repetitions: `-r2`, `.run3`, `_rep-1`. */
const REPETITION = /(^|[-_. /])(?:r|rep|run|iter|try|round|trial|repeat|repetition|iteration)[-_. ]?[0-9]{1,3}(?![a-z0-9])/gi;
const SHARE = new Intl.NumberFormat("en", { maximumSignificantDigits: 3 });
const FIGURE = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });

/**
 * What is read of what is taken, to be shown; nothing where nothing of it looks like a log.
 * @param {Taken[]} taken
 */
export async function firstSight(taken) {
  /** @type {Found[]} */
  const found = [];
  /** @type {[string, string][]} */
  const left = [];
  const isBundle = taken.some(({ path }) => path.endsWith("bundle.yaml"));
  let size = 0;
  for (const { path, file } of [...taken].sort((one, other) => (one.path < other.path ? -1 : 1))) {
    if (NO_LOG.test(path) || (isBundle && !OUTPUT_OF_BUNDLE.test(path))) continue;
    size += file.size;
    if (PACKED.test(path) || size > MOST_BYTES) {
      left.push([path, PACKED.test(path) ? "packed" : "too large to read at once"]);
      continue;
    }
    const { reports, unsure } = readReports(new TextDecoder().decode(await file.arrayBuffer()));
    found.push(...reports.map((report) => ({ file: path, report })));
    if (unsure) left.push([path, unsure]);
  }
  return [...(found.length ? [shown(found)] : []), ...(left.length ? [leftList(left)] : [])];
}

/** @param {Found[]} found */
function shown(found) {
  /** @type {Map<string, Found[]>} */
  const byCell = new Map();
  for (const one of found) byCell.set(cellOf(one), [...byCell.get(cellOf(one)) ?? [], one]);
  const cells = [...byCell.values()];
  const [first, more] = [cells.slice(0, MOST_ROWS), cells.slice(MOST_ROWS)];
  return element("section", {}, element("h2", {}, "At first sight"),
    table(first),
    ...(more.length ? [element("details", {}, element("summary", {}, formatCount(more.length, "more row")), table(more))] : []),
    element("details", {}, element("summary", {}, "All figures of each report"), ...found.slice(0, 50).map((one) => figures(one)),
      ...(found.length > 50 ? [element("p", { class: "meta" }, "The first 50.")] : [])));
}

/**
 * What counts as one: logs named alike but for their repetition, and reports of one log, with the same test and threads.
 * @param {Found} found
 */
function cellOf({ file, report }) {
  return JSON.stringify([file.replace(REPETITION, "$1"), report.test, report.figures.threads]);
}

/** @param {Found[][]} cells */
function table(cells) {
  return tableOf(["Log", "Threads", "Per second", "Latency, ms"], cells.map((cell) => row(cell)));
}

/** @param {Found[]} cell */
function row(cell) {
  const [{ file, report }] = cell;
  const rates = cell.map((one) => one.report.figures.tps).sort((one, other) => one - other);
  const [low, high] = [rates[0], rates[rates.length - 1]];
  const spread = low ? `: ${SHARE.format((high / low - 1) * 100)} % apart` : "";
  const ranks = new Set(cell.map((one) => one.report.figures.latency_percentile));
  const latencies = cell.map((one) => one.report.figures.latency_percentile_value).sort((one, other) => one - other);
  const errors = cell.reduce((sum, one) => sum + (one.report.figures["ignored_errors" in one.report.figures ? "ignored_errors" : "deadlocks"]), 0);
  return element("tr", {},
    element("th", { scope: "row" }, file.split("/").at(-1) ?? file, element("small", {}, [cell.length > 1 ? `${cell.length} runs, ${figure(low)} to ${figure(high)}${spread}` : "", `sysbench ${report.sysbench_version}`, `${figure(report.figures.duration_s)} s`, errors ? formatCount(errors, "error") : ""].filter(Boolean).join("; "))),
    element("td", { class: "figure" }, figure(report.figures.threads)),
    element("td", { class: "figure" }, figure(middle(rates))),
    element("td", { class: "figure" }, ranks.size === 1 ? figure(middle(latencies)) : "–", ...(ranks.size === 1 ? [element("small", {}, `p${report.figures.latency_percentile}`)] : [])));
}

/**
 * The median.
 * @param {number[]} sorted
 */
function middle(sorted) {
  const half = (sorted.length - 1) / 2;
  return (sorted[Math.floor(half)] + sorted[Math.ceil(half)]) / 2;
}

/** @type {[string, string][]} Names and figures, in the order in which they are listed. */
const LISTED = [
  ["Threads", "threads"], ["Seconds", "duration_s"], ["Transactions", "transactions"], ["Transactions/s", "tps"], ["Queries", "queries"], ["Queries/s", "qps"],
  ["Read/write requests/s", "rw_requests_per_s"], ["Ignored errors", "ignored_errors"], ["Deadlocks", "deadlocks"], ["Reconnects", "reconnects"],
  ["Latency, least, ms", "latency_min"], ["Latency, mean, ms", "latency_avg"], ["Latency, greatest, ms", "latency_max"],
];

/** @param {Found} found */
function figures({ file, report: { first_line: line, sysbench_version: version, test, figures: own, intervals } }) {
  const rates = intervals.map(({ tps }) => tps);
  const told = LISTED.filter(([, name]) => Object.hasOwn(own, name)).map(([label, name]) => [label, figure(own[name])]);
  told.push([`Latency, p${own.latency_percentile}, ms`, figure(own.latency_percentile_value)]);
  if (rates.length) told.push(["Interval lines", `${rates.length}, ${figure(Math.min(...rates))} to ${figure(Math.max(...rates))}/s`]);
  return element("div", {}, element("p", { class: "name" }, `${file}, line ${line}: sysbench ${version}${test ? `, ${test}` : ""}`),
    element("dl", { class: "check-figures" }, ...told.map(([label, value]) => element("div", {}, element("dt", {}, label), element("dd", {}, value)))));
}

/** @param {[string, string][]} left */
function leftList(left) {
  const items = left.slice(0, MOST_LEFT).map(([path, why]) => element("li", {}, element("span", { class: "name" }, path), `: ${why}`));
  if (left.length > items.length) items.push(element("li", {}, formatCount(left.length - items.length, "more file")));
  return element("div", { class: "meta" }, element("p", {}, "Left to the program, which reads more than this first look:"), element("ul", {}, ...items));
}

/** @param {number} value */
function figure(value) {
  return FIGURE.format(value);
}
