/* A comparison to take along: as Markdown, as CSV, as a link. */
import { csv } from "../csv.js";
import { element } from "../elements.js";
import { ratioText } from "./view.js";

const SAID_MS = 2000;

/** Buttons that copy; only where the browser lets pages write to the clipboard. */
export function copying(sides, result, base) {
  if (!navigator.clipboard) return "";
  const said = element("p", { role: "status", class: "meta" });
  const choices = { "Copy as Markdown": () => markdown(sides, result), "Copy as CSV": () => csv(rows(sides, result, base)), "Copy link": () => location.href };
  const buttons = Object.entries(choices).map(([name, text]) => {
    const made = element("button", { type: "button" }, name);
    made.addEventListener("click", () => copy(text(), said));
    return made;
  });
  return element("div", { class: "controls copying", role: "group", "aria-label": "Take along" }, ...buttons, said);
}

async function copy(text, said) {
  try {
    await navigator.clipboard.writeText(text);
    said.textContent = "Copied.";
  } catch {
    said.textContent = "Your browser does not allow it.";
  }
  setTimeout(() => { said.textContent = ""; }, SAID_MS);
}

/** The comparison as Markdown: sentences, table, receipt, address. Texts cannot become markup. */
export function markdown(sides, { verdicts, rows: cells, receipt }) {
  const head = ["Threads", ...sides.map(({ label }, at) => `${label}${at ? "" : " (baseline)"}`)];
  const body = cells.map(({ threads, cells: row }) => [String(threads), ...row.map((cell) => (cell ? `${cell.centre.toPrecision(6)}${cell.ratio ? `, ${ratioText(cell.ratio, cell.interval)}` : ""}` : "no run"))]);
  const line = (texts) => `| ${texts.map(inert).join(" | ")} |`;
  return [
    ...verdicts.map(({ sentence }) => inert(sentence)),
    "", line(head), `|${head.map(() => "---:|").join("")}`, ...body.map(line), "",
    inert(receipt.sentence), "", `<${location.href.replaceAll("<", "%3C").replaceAll(">", "%3E")}>`, "",
  ].join("\n");
}

function inert(text) {
  return text.replace(/[\r\n]+/g, " ").replace(/[\\`*_{}[\]<>()#+!|~&]/g, (character) => `\\${character}`);
}

/** A row for each run cell of each side. */
export function rows(sides, { rows: cells }, base) {
  const root = new URL(base, location.href).href.replace(/\/$/, "");
  const head = ["side", "threads", "metric", "figure", "lowest", "highest", "runs", "ratio", "ratio low", "ratio high", "first run"];
  return [head, ...cells.flatMap(({ threads, cells: row }) => row.flatMap((cell, at) => (cell ? [[
    sides[at].label, threads, sides[at].metric.name, cell.centre, cell.low, cell.high, cell.n,
    cell.ratio ?? "", cell.interval?.low ?? "", cell.interval?.high ?? "", root + cell.paths[0],
  ]] : [])))];
}
