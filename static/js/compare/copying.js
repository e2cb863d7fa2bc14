/* A comparison to take along: as Markdown, as CSV, as a link. */
/** @import { Judgement } from "./judged.js" */
/** @import { LabelledSide } from "./sides.js" */
import { canCopy, copyText } from "../copy.js";
import { csv } from "../csv.js";
import { button, element } from "../elements.js";
import { absoluteAddressOf } from "../site.js";
import { formatRatio } from "./view.js";

const ANSWER_MS = 2000;

/**
 * Buttons that copy; only where the browser lets pages write to the clipboard.
 * @param {LabelledSide[]} sides
 * @param {Judgement} result
 */
export function copyButtons(sides, result) {
  if (!canCopy()) return "";
  const status = element("p", { role: "status", class: "meta" });
  /** @param {string} name @param {() => string} text */
  const copyButton = (name, text) => button(name, () => { void copyAndTell(text(), status); });
  return element("div", { class: "controls copying", role: "group", "aria-label": "Take along" },
    copyButton("Copy as Markdown", () => markdownOf(sides, result)),
    copyButton("Copy as CSV", () => csv(csvRows(sides, result))),
    copyButton("Copy link", () => location.href),
    status);
}

/** @param {string} text @param {HTMLElement} status */
async function copyAndTell(text, status) {
  status.textContent = await copyText(text) ? "Copied." : "Your browser does not allow it.";
  setTimeout(() => { status.textContent = ""; }, ANSWER_MS);
}

/**
 * The comparison as Markdown: sentences, table, comparability, address. Texts cannot become markup.
 * @param {LabelledSide[]} sides
 * @param {Judgement} result
 */
function markdownOf(sides, { verdicts, rows, comparability }) {
  const head = ["Threads", ...sides.map(({ label }, at) => `${label}${at ? "" : " (baseline)"}`)];
  const body = rows.map(({ threads, cells }) => [String(threads), ...cells.map((cell) => (cell
    ? `${cell.centre.toPrecision(6)}${cell.ratio ? `, ${formatRatio(cell.ratio, cell.interval)}` : ""}` : "no run"))]);
  /** @param {string[]} texts */
  const line = (texts) => `| ${texts.map(escaped).join(" | ")} |`;
  return [
    ...verdicts.map(({ sentence }) => escaped(sentence)),
    "", line(head), `|${head.map(() => "---:|").join("")}`, ...body.map(line), "",
    escaped(comparability.sentence), "", `<${location.href.replaceAll("<", "%3C").replaceAll(">", "%3E")}>`, "",
  ].join("\n");
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/[\r\n]+/g, " ").replace(/[\\`*_{}[\]<>()#+!|~&]/g, (character) => `\\${character}`);
}

/**
 * A row for each cell of each side.
 * @param {LabelledSide[]} sides
 * @param {Judgement} result
 */
function csvRows(sides, { rows }) {
  const head = ["side", "threads", "metric", "figure", "lowest", "highest", "runs", "ratio", "ratio low", "ratio high", "first run"];
  return [head, ...rows.flatMap(({ threads, cells }) => cells.flatMap((cell, at) => (cell ? [[
    sides[at].label, threads, sides[at].metric.name, cell.centre, cell.low, cell.high, cell.n,
    cell.ratio ?? "", cell.interval?.low ?? "", cell.interval?.high ?? "", absoluteAddressOf(cell.paths[0]),
  ]] : [])))];
}
