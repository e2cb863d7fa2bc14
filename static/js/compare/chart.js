/* The throughput of the sides as a chart that the charts' own program draws. */
/** @import { Judgement } from "./judged.js" */
/** @import { LabelledSide } from "./sides.js" */
/** @import { PanelChart, Side, MetricRecord } from "../records.js" */
/** @import { Look } from "../chart/looks.js" */
import { outlineOf } from "../chart/looks.js";
import { BARS, DrawnChart, MARGIN } from "../chart/plan.js";
import { summaryOf } from "../chart/words.js";
import { addCopyButtons } from "../copy.js";
import { element } from "../elements.js";

const WIDE_GRID = 16;
const SVG = "http://www.w3.org/2000/svg";

/**
 * A chart record as the build writes them.
 * @param {LabelledSide[]} sides
 * @param {Judgement["rows"]} rows
 * @param {MetricRecord} metric
 * @returns {PanelChart}
 */
export function chartOf(sides, rows, metric) {
  const counts = rows.map(({ threads }) => threads);
  const values = rows.flatMap(({ threads, cells }) => cells.flatMap((cell, at) => (cell
    ? [{ threads, side: sides[at].id, label: sides[at].label, centre: cell.centre, low: cell.low, high: cell.high, n: cell.n, path: cell.paths[0] }] : [])));
  return {
    name: "comparison", kind: "throughput", title: `${metric.label}: ${sides.map(({ label }) => label).join(", ")}`,
    metric, x: "threads", log_x: Math.max(...counts) >= WIDE_GRID * Math.min(...counts), sides: chartSides(sides), values, embed: [],
  };
}

/**
 * The sides with their shades: lightness orders the versions of a product.
 * @param {LabelledSide[]} sides
 * @returns {Side[]}
 */
function chartSides(sides) {
  const ordered = [...sides].sort((one, other) => compareVersions(one.server.version, other.server.version));
  return sides.map(({ id, label, server: { product, version, series } }, at) => ({
    id, label, product, version, series, role: at ? "candidate" : "baseline",
    shade: ordered.filter((side) => side.server.product === product).findIndex((side) => side.id === id),
  }));
}

/** @param {string} one @param {string} other */
function compareVersions(one, other) {
  const [own, others] = [one, other].map((version) => (version.match(/\d{1,9}/g) ?? []).map(Number));
  const at = own.findIndex((number, index) => number !== others[index]);
  if (at < 0) return own.length - others.length;
  return own[at] - (at in others ? others[at] : -1);
}

/**
 * A figure for a chart, with its key; `drawFigure` of the charts' program draws in it.
 * @param {PanelChart} chart
 * @param {"words" | "unseen"} told Class of what it shows in words.
 */
export function figureFor(chart, told) {
  const { height, hasLabels, isList, lookOf } = new DrawnChart(chart);
  const { top, bottom } = isList ? BARS : MARGIN;
  const drawing = element("div", { class: `chart-drawing waiting${hasLabels ? " ends-s" : ""}` });
  // The height that the drawing will take, so that nothing moves when it is there.
  drawing.style.height = `${height + top + bottom}px`;
  const key = chart.sides.map(({ id, label }) => element("li", {}, swatchOf(lookOf(id)), label));
  return element("figure", { class: "chart" },
    element("figcaption", {}, chart.metric.label),
    drawing,
    element("ul", { class: "chart-key" }, ...key),
    element("p", { class: told }, summaryOf(chart, chart.values)),
    element("div", { class: "chart-tools" }, ...embedOf(chart)));
}

/** @param {PanelChart} chart */
function embedOf({ embed }) {
  const lines = embed.flatMap(({ label, text }) => [element("p", {}, label), element("pre", { class: "command", tabindex: "0" }, text)]);
  if (!lines.length) return [];
  const made = element("details", { class: "chart-embed" }, element("summary", {}, "Embed"), element("div", {}, ...lines));
  addCopyButtons(made.querySelectorAll("pre"));
  return [made];
}

/** @param {Look} look */
function swatchOf({ colour, dash, shape }) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("aria-hidden", "true");
  svg.append(
    pathOf({ d: "M1 6H25", stroke: colour, "stroke-dasharray": dash.join(" "), fill: "none" }),
    pathOf({ d: outlineOf(shape), fill: colour, stroke: "none", transform: "translate(13 6) scale(3.6)" }),
  );
  return svg;
}

/** @param {Record<string, string>} attributes */
function pathOf(attributes) {
  const path = document.createElementNS(SVG, "path");
  for (const [name, value] of Object.entries(attributes)) path.setAttribute(name, value);
  return path;
}
