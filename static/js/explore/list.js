/* Rows as entries of the list: what ran, how fast at most, on what, and how near it is. */
/** @import { Columns } from "./columns.js" */
/** @import { ExploreIndex } from "../records.js" */
import { formatCount, formatFigure } from "../chart/words.js";
import { element } from "../elements.js";
import { addressOf } from "../site.js";

/**
 * What entries need besides rows.
 * @typedef {object} ListContext
 * @property {ExploreIndex["metrics"]} metrics
 * @property {Map<string, string>} evidence What readers call each evidence class.
 * @property {string} base
 * @property {((hardwareClass: string) => string) | null} nearness How near a class is to the reader's machine.
 * @property {Set<string>} picked Sides that are chosen.
 * @property {boolean} full Whether no more can be chosen.
 */

/**
 * What an entry says of its figures.
 * @typedef {object} EntryFigures
 * @property {string} figure
 * @property {string} metric
 * @property {string} grid Thread counts and runs.
 */

/**
 * @param {number} row
 * @param {Columns} series
 * @param {ListContext} context
 */
export function seriesEntry(row, series, context) {
  /** @param {string} name */
  const text = (name) => series.text(name, row);
  /** @param {string} name */
  const number = (name) => series.number(name, row);
  const metric = context.metrics[text("metric")];
  const side = `s=${text("bundle")}/${text("server")}/${text("workload")}`;
  const counts = number("counts") > 1 ? `${number("low")} to ${number("high")} threads` : formatCount(number("low"), "thread");
  const peak = number("peak") ? `${formatPeak(number("peak"), metric)} at ${formatCount(number("at"), "thread")}` : "";
  const figures = { figure: peak, metric: metric.label, grid: `${counts}, ${formatCount(number("count"), "run")}` };
  return entryOf({ side, path: `/results/${text("bundle")}/#runs`, figures, row }, series, context);
}

/**
 * @param {number} row Among the runs.
 * @param {Columns} runs
 * @param {Columns} series
 * @param {ListContext} context
 */
export function runEntry(row, runs, series, context) {
  const own = runs.number("series", row);
  const [bundle, run] = [series.text("bundle", own), runs.text("run", row)];
  const metric = context.metrics[series.text("metric", own)];
  const repetition = runs.number("repetition", row);
  const figures = {
    figure: formatPeak(runs.number("value", row), metric), metric: metric.label,
    grid: `${formatCount(runs.number("threads", row), "thread")}${repetition ? `, repetition ${repetition}` : ""}`,
  };
  return entryOf({ side: `r=${bundle}/${run}`, path: `/results/${bundle}/${run}/`, figures, row: own }, series, context);
}

/**
 * @param {{side: string, path: string, figures: EntryFigures, row: number}} what `row` is that of its series.
 * @param {Columns} series
 * @param {ListContext} context
 */
function entryOf({ side, path, figures: { figure, metric, grid }, row }, series, context) {
  const { base, evidence, nearness } = context;
  /** @param {string} name */
  const text = (name) => series.text(name, row);
  const title = `${text("label")}, ${text("work")}`;
  const near = nearness?.(text("class"));
  const about = [evidence.get(text("evidence")), text("day")].filter(Boolean);
  const machine = text("machine") ? [linkTo(base, `/hardware/${text("class")}/`, text("machine")), " · "] : [];
  return element("li", {},
    pickBox(side, title, context),
    element("div", {},
      element("h3", {}, linkTo(base, path, title)),
      element("p", {}, `${grid} · `, ...machine, about.join(" · ")),
      element("p", {}, linkTo(base, `/results/${text("bundle")}/`, text("title"))),
      ...(near ? [element("p", { class: "near" }, near)] : [])),
    element("p", { class: "peak" }, figure || "no figure", element("small", {}, metric)));
}

/** @param {string} side @param {string} title @param {ListContext} context */
function pickBox(side, title, { picked, full }) {
  const chosen = picked.has(side);
  return element("input", {
    type: "checkbox", value: side, checked: chosen, disabled: full && !chosen, "aria-label": `Compare ${title}`,
  });
}

/** @param {string} base @param {string} path @param {string} text */
function linkTo(base, path, text) {
  return element("a", { href: addressOf(base, path) }, text);
}

/** @param {number} value @param {ExploreIndex["metrics"][string]} metric */
function formatPeak(value, { unit, decimals }) {
  const shown = Number.isInteger(value) || value >= 1000 ? 0 : Math.min(decimals, 2);
  return `${formatFigure(value, shown)}${unit === "1/s" ? "" : ` ${unit}`}`;
}
