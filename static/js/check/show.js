/* What was read and what is wrong with it, as tables and lists. Texts become text nodes, never markup. */
/** @import { Problem, DroppedReport } from "../records.js" */
import { formatCount } from "../chart/words.js";
import { element } from "../elements.js";
import { addressOf } from "../site.js";

const MOST_ROWS = 500;
const MOST_PROBLEMS = 200;
const MOST_LINES = 10;
const NUMBER = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });

/**
 * A figure as people write it, or a dash.
 * @param {number | null} value
 */
export function figure(value) {
  return value === null ? "–" : NUMBER.format(value);
}

/**
 * The table of reports.
 * @param {DroppedReport[]} reports
 */
export function reportTable(reports) {
  const several = new Set(reports.map(({ file }) => file)).size > 1;
  const heads = [...(several ? ["File"] : []), "Lines", "Test", "Threads", "Seconds", "Per second", "Latency, ms", "Remarks"];
  const rows = reports.slice(0, MOST_ROWS).map((report) => element("tr", {},
    ...(several ? [element("td", { class: "check-file" }, report.file)] : []),
    element("td", { class: "nowrap" }, `${report.first_line}–${report.last_line}`),
    element("td", {}, report.test || "not printed"),
    numberCell(report.threads, 0), numberCell(report.seconds, 0),
    numberCell(report.tps, report.tps_line),
    numberCell(report.latency_ms, report.latency_line, report.percentile === null ? "" : `p${report.percentile} `),
    element("td", {}, remarks(report)),
  ));
  const table = element("table", {}, element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head)))), element("tbody", {}, ...rows));
  const more = reports.length - rows.length;
  return element("div", {},
    element("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Reports" }, table),
    ...(more > 0 ? [element("p", { class: "meta" }, `${formatCount(more, "more report")} in the JSON.`)] : []));
}

/** @param {number | null} value @param {number} line @param {string} [before] */
function numberCell(value, line, before = "") {
  const shown = value === null ? "–" : `${before}${figure(value)}`;
  return element("td", { class: "figure" }, shown, ...(line && value !== null ? [element("small", {}, ` line ${line}`)] : []));
}

/** @param {DroppedReport} report */
function remarks({ fault, warnings, unread, intervals }) {
  const lines = unread.slice(0, MOST_LINES).join(", ") + (unread.length > MOST_LINES ? ", …" : "");
  const said = [fault, ...warnings, lines ? `not understood: line ${lines}` : "", intervals ? formatCount(intervals, "interval line") : ""];
  return said.filter(Boolean).join("; ");
}

/**
 * Files that were passed over, and why.
 * @param {Record<string, string>} passed
 */
export function passedOver(passed) {
  const left = Object.entries(passed);
  if (!left.length) return [];
  const items = left.slice(0, MOST_ROWS).map(([path, said]) => element("li", {}, element("span", { class: "name" }, path), `: ${said}`));
  return [element("details", { open: left.length < 10 }, element("summary", {}, `${formatCount(left.length, "file")} not read`), element("ul", {}, ...items))];
}

/**
 * Problems as `check` names them, errors first.
 * @param {Problem[]} problems
 */
export function problemList(problems) {
  const sorted = [...problems].sort((one, other) => Number(one.severity !== "error") - Number(other.severity !== "error"));
  const items = sorted.slice(0, MOST_PROBLEMS).map((problem) => problemItem(problem));
  const more = problems.length - items.length;
  return element("div", {},
    element("ul", { class: "check-problems" }, ...items),
    ...(more > 0 ? [element("p", { class: "meta" }, `${formatCount(more, "more problem")}; mend these first.`)] : []));
}

/** @param {Problem} problem */
function problemItem({ severity, code, path, line, pointer, message, hint }) {
  const place = code === "form" ? "" : [path.replace(/^data\/results\/[^/]+\/?/, ""), line ? `line ${line}` : "", pointer].filter(Boolean).join(", ");
  const rule = code === "form" ? [] : [" ", element("a", { class: "name", href: addressOf(`rules/${code}/`) }, code)];
  return element("li", {},
    element("span", { class: `badge badge-${severity}` }, severity), ...rule,
    element("p", {}, message),
    element("p", { class: "check-hint" }, hint),
    ...(place ? [element("p", { class: "name" }, place)] : []));
}
