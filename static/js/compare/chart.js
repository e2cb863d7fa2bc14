/* The throughput of the sides as a chart that the charts' own program draws. */
import { looks } from "../chart/looks.js";
import { BARS, MARGIN, plotHeight, specOf } from "../chart/plan.js";
import { summary } from "../chart/words.js";
import { element } from "../elements.js";

const WIDE_GRID = 16;
const SVG = "http://www.w3.org/2000/svg";

/** A chart record as the build writes them. */
export function chartOf(sides, { rows, metric }) {
  const shown = shades(sides);
  const counts = rows.map(({ threads }) => threads);
  const values = rows.flatMap(({ threads, cells }) => cells.flatMap((cell, at) => (cell
    ? [{ threads, side: sides[at].id, label: sides[at].label, centre: cell.centre, low: cell.low, high: cell.high, n: cell.n, path: cell.paths[0] }] : [])));
  const chart = {
    name: "comparison", kind: "throughput", title: `${metric.label}: ${sides.map(({ label }) => label).join(", ")}`,
    metric, x: "threads", log_x: Math.max(...counts) >= WIDE_GRID * Math.min(...counts), sides: shown, values,
  };
  return { ...chart, description: summary(chart, values) };
}

// Lightness orders the versions of a product.
function shades(sides) {
  const numbers = ({ server }) => (server.version.match(/\d{1,9}/g) ?? []).map(Number);
  const order = [...sides].sort((one, other) => compare(numbers(one), numbers(other)));
  return sides.map(({ id, label, server: { product, version, series } }, at) => ({
    id, label, product, version, series, role: at ? "candidate" : "baseline",
    shade: order.filter((side) => side.server.product === product).findIndex((side) => side.id === id),
  }));
}

function compare(one, other) {
  const at = one.findIndex((number, index) => number !== other[index]);
  return at < 0 ? one.length - other.length : one[at] - (other[at] ?? -1);
}

/** A figure for a chart, with its key; `show` of the charts' program draws in it. */
export function figureOf(chart) {
  const style = looks(chart.sides);
  const { top, bottom } = specOf(chart) === "single" ? BARS : MARGIN;
  const drawing = element("div", { class: "chart-drawing waiting" });
  // The room that the drawing will take, so that nothing moves when it is there.
  drawing.style.height = `${plotHeight(chart) + top + bottom}px`;
  const key = chart.sides.map(({ id, label }) => element("li", {}, swatch(style.get(id)), label));
  return element("figure", { class: "chart" },
    element("figcaption", {}, chart.metric.label),
    drawing,
    element("ul", { class: "chart-key" }, ...key),
    element("p", { class: "words" }, chart.description),
    element("div", { class: "chart-tools" }));
}

function swatch({ colour, dash }) {
  const [svg, line] = ["svg", "path"].map((name) => document.createElementNS(SVG, name));
  const set = { d: "M0 6H26", stroke: colour, "stroke-width": "3", "stroke-dasharray": dash.join(" "), fill: "none" };
  for (const [name, value] of Object.entries(set)) line.setAttribute(name, value);
  svg.setAttribute("aria-hidden", "true");
  svg.append(line);
  return svg;
}
