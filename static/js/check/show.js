/* What was read and what is wrong with it, as tables and lists. Texts become text nodes, never markup. */
/** @import { Beside, BundleAnswer, Problem, DroppedReport, ShownTable } from "../records.js" */
import { formatCount } from "../chart/words.js";
import { element, tableOf } from "../elements.js";
import { addressOf, linkTo } from "../site.js";

const MOST_ROWS = 500;
const MOST_PROBLEMS = 200;
const OPEN_PROBLEMS = 4;
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
  const rows = reports.slice(0, MOST_ROWS).map((report) => element("tr", {},
    element("th", { scope: "row" }, several ? report.file : report.test || "Test not printed",
      element("small", {}, [several ? report.test : "", `lines ${report.first_line}–${report.last_line}`, report.seconds === null ? "" : `${figure(report.seconds)} s`, remarks(report)].filter(Boolean).join("; "))),
    numberCell(report.threads, 0),
    numberCell(report.tps, report.tps_line),
    numberCell(report.latency_ms, report.latency_line, report.percentile === null ? "" : `p${report.percentile}, `),
  ));
  const more = reports.length - rows.length;
  return element("div", {}, tableOf(["Report", "Threads", "Per second", "Latency, ms"], rows),
    ...(more > 0 ? [element("p", { class: "meta" }, `${formatCount(more, "more report")} in the JSON.`)] : []));
}

/** @param {number | null} value @param {number} line @param {string} [before] */
function numberCell(value, line, before = "") {
  const small = line && value !== null ? [element("small", {}, `${before}line ${line}`)] : [];
  return element("td", { class: "figure" }, figure(value), ...small);
}

/**
 * What a bundle shows: its sentences, what stands in their way, and its tables, folded.
 * @param {BundleAnswer} answer
 */
export function answerParts({ sentences, cautions, tables }) {
  return [
    ...(sentences.length ? [element("ul", { class: "check-sentences" }, ...sentences.map((text) => element("li", {}, text)))] : [element("p", {}, "It compares nothing by itself.")]),
    ...(cautions.length ? [element("p", { class: "meta" }, `${cautions.slice(0, MOST_LINES).join("; ")}${cautions.length > MOST_LINES ? "; …" : "."}`)] : []),
    ...(tables.length ? [element("details", {}, element("summary", {}, "Its figures"), ...tables.map((table) => figuresTable(table)))] : []),
  ];
}

/** @param {ShownTable} table */
function figuresTable({ title, heads, rows, texts }) {
  /** @param {"td" | "th"} kind @param {string} text @param {number} place */
  const cell = (kind, text, place) => element(kind, { class: texts.includes(place) ? null : "figure", scope: kind === "th" ? "col" : null }, text);
  return element("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": title }, element("table", {}, element("caption", {}, title),
    element("thead", {}, element("tr", {}, ...heads.map((text, place) => cell("th", text, place)))),
    element("tbody", {}, ...rows.map((row) => element("tr", {}, ...row.map((text, place) => cell("td", text, place)))))));
}

/**
 * Where figures stand among the nearest of the archive.
 * @param {Beside[]} found
 */
export function besideParts(found) {
  if (!found.length) return [element("p", {}, "Which test ran is not known; its command says it.")];
  return found.flatMap(({ test, threads, label, figure: own, unit, place, of, nearest }) => {
    const ran = `${test}, ${formatCount(threads, "thread")}`;
    if (!nearest.length) return [element("p", {}, `No result of ${ran} is in the archive.`)];
    const last = place === of ? " Where the machine was busy with something else, it shows here." : "";
    return [
      element("p", {}, `${ran}: ${label || "yours"} has ${own} ${unit}, place ${place} of ${of} machines that are about as near.${last}`),
      tableOf(["Nearest", "Per second", "Yours over it"], nearest.map((near) => element("tr", {},
        element("th", { scope: "row" }, linkTo(`/results/${near.bundle}/`, near.label), element("small", {}, [near.machine, near.apart].filter(Boolean).join("; "))),
        element("td", { class: "figure" }, near.figure), element("td", { class: "figure" }, `${near.ratio.toFixed(2)}×`)))),
    ];
  });
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
  const folded = items.splice(OPEN_PROBLEMS);
  return element("div", {},
    element("ul", { class: "check-problems" }, ...items),
    ...(folded.length ? [element("details", {}, element("summary", {}, formatCount(folded.length, "further problem")), element("ul", { class: "check-problems" }, ...folded))] : []),
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
