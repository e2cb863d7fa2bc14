/*
A chart record and the size and state it is shown in, as everything a drawing needs: the signals
and data of its compiled spec, and where its points are. The build and the browser draw from the
same plan, so that both show the same picture. Everything in a record is untrusted: it reaches the
drawing as data, never as part of a spec or an expression.
*/
/** @import { Axis, Span } from "./axes.js" */
/** @import { LineEnd } from "./ends.js" */
/** @import { Look } from "./looks.js" */
/** @import { ChartMark, PanelChart, Side } from "../records.js" */
import { logAxis, ratioAxis, threadTicks, zeroAxis } from "./axes.js";
import { endsWidth, placeEnds } from "./ends.js";
import { looksOf } from "./looks.js";
import { axisTitle, decimalsOf, formatFigure } from "./words.js";

/**
 * A compiled spec in static/charts.
 * @typedef {"throughput" | "ratio" | "latency" | "single"} SpecName
 */

/**
 * The size and state a chart is drawn in. The size is that of the plot, in pixels.
 * @typedef {object} PlanState
 * @property {number} width
 * @property {number} height
 * @property {boolean} log Whether figures stand on a logarithmic axis.
 * @property {ReadonlySet<string>} hidden Ids of the sides that are not shown.
 * @property {ReadonlySet<string>} [behind] Ids of the sides that are drawn faintly.
 * @property {Span | null} zoom The part of the axis that is shown; null is all of it.
 * @property {boolean} ends Whether lines carry labels.
 */

/**
 * A point of a plot, in pixels from its upper left corner.
 * @typedef {object} Point
 * @property {ChartMark} row
 * @property {number} left
 * @property {number} top
 */

/**
 * The horizontal axis: all of it, the part that is shown, and where in the plot a position lies.
 * @typedef {object} AcrossAxis
 * @property {Span} full
 * @property {Span} domain
 * @property {number[]} ticks
 * @property {(at: number) => number} pixels
 */

/**
 * What a drawing needs: signals and data of its spec by name, its points, its horizontal axis.
 * @typedef {object} Plan
 * @property {Record<string, unknown> & {x_ticks: number[]}} signals
 * @property {Record<string, object[]>} data
 * @property {Point[]} points
 * @property {AcrossAxis} x
 */

/**
 * The specs there are, each in static/charts.
 * @type {SpecName[]}
 */
export const SPECS = ["throughput", "ratio", "latency", "single"];
/** Pixels of a box from which on lines carry labels, and of the narrowest plot. */
const NARROW = 560;
const LEAST_WIDTH = 80;
const PLOT_HEIGHT = 260;
const BAR_STEP = 46;
export const MARGIN = { left: 58, top: 32, bottom: 46, narrow: 14 };
export const BARS = { left: 5, top: 0, bottom: 46, right: 26 };
/**
 * Pixels for direct labels, by class; the stylesheet knows the same widths.
 * @type {Record<EndsClass, number>}
 */
export const ENDS = { s: 128, m: 180, l: 248 };
/** @typedef {"s" | "m" | "l"} EndsClass */
/** @type {EndsClass[]} */
const ENDS_CLASSES = ["s", "m", "l"];
const LOG_SPAN = 30;
/** Pixels between the frame and the first and last thread count. */
const EDGE = 14;
/** Most pixels between the ranges of two sides at one thread count. */
const DODGE = 7;
/** Share of the space between two thread counts that the ranges at one may take, and the least they do. */
const DODGED = 0.6;
const LEAST_DODGED = 14;
const MOST_BANDS = 2;
/** How much of its colour a side keeps that stands behind another. */
const FAINT = "18%";
/** How far beyond all ratios an axis follows their intervals, as a factor. */
const MOST_BEYOND = 2;
/**
 * Kind of chart to the spec of its lines: what is drawn from zero is drawn alike.
 * @type {Record<PanelChart["kind"], SpecName>}
 */
export const KINDS = {
  throughput: "throughput", spread: "throughput", efficiency: "throughput", ratio: "ratio", latency: "latency",
  load_p95: "latency", load_p99: "latency",
};

/**
 * The spec a chart is drawn from.
 * @param {PanelChart} chart
 * @returns {SpecName}
 */
export function specOf(chart) {
  return new Set(drawnRows(chart).map((row) => row.threads)).size > 1 ? KINDS[chart.kind] : "single";
}

/**
 * Whether every row has a line of its own, with its name above it.
 * @param {PanelChart} chart
 */
export function isList(chart) {
  return specOf(chart) === "single";
}

/**
 * The rows that are drawn: of ratios those of the candidates, since the baseline is 1.
 * @param {Pick<PanelChart, "kind" | "sides" | "values">} chart
 */
export function drawnRows(chart) {
  const baseline = ratioBaseline(chart);
  return chart.values.filter((row) => row.side !== baseline?.id);
}

/**
 * The side that ratios are ratios to, in a chart of ratios.
 * @param {Pick<PanelChart, "kind" | "sides">} chart
 */
function ratioBaseline({ kind, sides }) {
  return kind === "ratio" ? sides.find((side) => side.role === "baseline") : undefined;
}

/**
 * The sides that have a figure, in their order.
 * @param {PanelChart} chart
 */
export function drawnSides(chart) {
  const present = new Set(chart.values.map((row) => row.side));
  return chart.sides.filter((side) => present.has(side.id));
}

/**
 * Class of the width that the direct labels take.
 * @param {Pick<PanelChart, "sides">} chart
 */
export function endsClass(chart) {
  const needed = endsWidth(chart.sides.map((side) => side.label)) + 26;
  return ENDS_CLASSES.find((name) => ENDS[name] >= needed) ?? "l";
}

/**
 * Whether the lines of a chart carry their names where there is space beside it: they do not where they are many.
 * @param {PanelChart} chart
 */
export function hasLabels(chart) {
  if (isList(chart)) return false;
  const size = { width: PLOT_HEIGHT, height: PLOT_HEIGHT };
  return planLines(chart, { ...size, log: startsLogarithmic(chart), hidden: new Set(), zoom: null, ends: true }).data.labels.length > 0;
}

/**
 * Whether a chart starts with a logarithmic axis of figures.
 * @param {PanelChart} chart
 */
export function startsLogarithmic(chart) {
  if (chart.kind === "ratio") return true;
  const values = drawnRows(chart).flatMap((row) => [row.low, row.high]);
  return KINDS[chart.kind] === "latency" && Math.min(...values) > 0 && Math.max(...values) > LOG_SPAN * Math.min(...values);
}

/**
 * How a chart lies in a box: the size of its plot and the margins around it, in pixels; `ends` is whether lines
 * carry labels.
 * @typedef {object} Layout
 * @property {{width: number, height: number}} size
 * @property {{left: number, top: number, right: number, bottom: number}} margins
 * @property {boolean} ends
 */

/**
 * @param {PanelChart} chart
 * @param {number} width Of the box.
 * @param {number} [height] Of the plot.
 * @returns {Layout}
 */
export function layoutOf(chart, width, height = plotHeight(chart)) {
  const isBars = isList(chart);
  const ends = width >= NARROW && !isBars;
  const { left, top, bottom } = isBars ? BARS : MARGIN;
  const beside = ends ? ENDS[endsClass(chart)] : MARGIN.narrow;
  const right = isBars ? BARS.right : beside;
  return { size: { width: Math.max(LEAST_WIDTH, width - left - right), height }, margins: { left, top, right, bottom }, ends };
}

/**
 * Everything a drawing of a chart needs, in a size and a state.
 * @param {PanelChart} chart
 * @param {PlanState} state
 * @returns {Plan}
 */
export function planChart(chart, state) {
  return specOf(chart) === "single" ? planBars(chart, state) : planLines(chart, state);
}

/**
 * @param {PanelChart} chart
 * @param {PlanState} state
 * @returns {Plan}
 */
function planLines(chart, state) {
  /** @param {number} threads */
  const place = (threads) => (chart.log_x ? Math.log2(threads) : threads);
  const rows = rowsBySide(chart).filter((row) => !state.hidden.has(row.side));
  // Each server was offered loads of its own: their marks stand where they are.
  const dodge = chart.x === "load" ? noDodge : dodgesOf(chart, place, state.width);
  const x = threadAxis(chart, state, place, EDGE + dodge.edge);
  const seen = rows.filter((row) => place(row.threads) >= x.domain[0] && place(row.threads) <= x.domain[1]);
  const y = figureAxis(chart, state, seen);
  const lookOf = looksBehind(chart, state);
  const marks = rows.map((row) => {
    const mark = markOf(row, lookOf(row.side), y.place);
    return clippedTo(y.domain, { ...mark, x: place(row.threads), dodge: dodge.of(row.side) });
  });
  /** @param {number} at */
  const left = (at) => ((at - x.domain[0]) / (x.domain[1] - x.domain[0])) * state.width;
  /** @param {number} at */
  const top = (at) => state.height * (1 - (at - y.domain[0]) / (y.domain[1] - y.domain[0]));
  const points = marks.map((mark) => ({ row: mark.row, left: left(mark.x) + mark.dodge, top: top(mark.y) }));
  const named = state.ends ? placeEnds(lineEnds(chart, points, lookOf, top(y.place(1)), state.width), state.width, state.height)
    : { labels: [], leaders: [] };
  return {
    signals: {
      x_title: chart.x === "load" ? "Offered load, 1/s" : "Client threads",
      y_title: axisTitle(chart.metric, state.log),
      x_domain: x.domain, x_ticks: x.ticks, x_texts: x.texts, y_domain: y.domain, y_ticks: y.ticks, y_texts: textsByTick(y),
      zoomed: Boolean(state.zoom),
    },
    data: { values: marks, ...intervalData(chart, marks, y), ...named },
    points: points.filter((point) => point.left >= -1 && point.left <= state.width + 1),
    x: { full: x.full, domain: x.domain, ticks: x.ticks, pixels: left },
  };
}

/**
 * The looks of a chart's sides; those behind another are faint.
 * @param {Pick<PanelChart, "sides">} chart
 * @param {Pick<PlanState, "behind">} state
 * @returns {(side: string) => Look}
 */
function looksBehind({ sides }, { behind }) {
  const lookOf = looksOf(sides);
  if (!behind?.size) return lookOf;
  return (side) => {
    const look = lookOf(side);
    return behind.has(side) ? { ...look, colour: `color-mix(in srgb, ${look.colour} ${FAINT}, transparent)` } : look;
  };
}

/**
 * A point with the ends of its interval, as positions.
 * @typedef {object} Mark
 * @property {ChartMark} row
 * @property {string} side
 * @property {number} low
 * @property {number} high
 */

/**
 * The data of intervals: ratios have bands besides, and a line at 1.
 * @param {PanelChart} chart
 * @param {Mark[]} marks
 * @param {Axis} y
 * @returns {Record<string, object[]>}
 */
function intervalData(chart, marks, y) {
  const ranges = withRange(marks);
  if (chart.kind !== "ratio") return { ranges };
  // Bands of many candidates would hide each other; their ranges stand beside each other.
  const bands = new Set(ranges.map((mark) => mark.side)).size > MOST_BANDS ? [] : ranges;
  return { baseline: [{ one: y.place(1) }], ranges, bands };
}

/**
 * @template {{low: number, high: number}} Ranged
 * @param {Ranged[]} marks
 */
function withRange(marks) {
  return marks.filter((mark) => mark.low < mark.high);
}

/** @param {PanelChart} chart */
function rowsBySide(chart) {
  const order = chart.sides.map((side) => side.id);
  return drawnRows(chart).sort((a, b) => order.indexOf(a.side) - order.indexOf(b.side) || a.threads - b.threads);
}

/** @param {Axis} axis */
function textsByTick({ ticks, texts }) {
  return Object.fromEntries(ticks.map((tick, index) => [tick, texts[index]]));
}

/**
 * @param {PanelChart} chart
 * @param {PlanState} state
 * @param {(threads: number) => number} place
 * @param {number} inset Pixels between the frame and the first and last thread count.
 */
function threadAxis(chart, { width, zoom }, place, inset) {
  const counts = [...new Set(chart.values.map((row) => row.threads))].sort((a, b) => a - b);
  if (chart.x === "load") return loadAxis(Math.max(...counts), { width, zoom });
  const [first, last] = [place(Math.min(...counts)), place(Math.max(...counts))];
  const edge = (inset * (last - first)) / (width - 2 * inset);
  /** @type {Span} */
  const full = [first - edge, last + edge];
  const domain = zoom ?? full;
  /** @param {number} count */
  const position = (count) => ((place(count) - domain[0]) / (domain[1] - domain[0])) * width;
  const inside = counts.filter((count) => position(count) >= 0 && position(count) <= width);
  const texts = Object.fromEntries(counts.map((count) => [place(count), formatFigure(count, 0)]));
  return { full, domain, ticks: threadTicks(inside, position).map(place), texts };
}

/**
 * Loads from zero: their ticks are round numbers, because each server was offered rates of its own.
 * @param {number} most
 * @param {Pick<PlanState, "width" | "zoom">} state
 */
function loadAxis(most, { width, zoom }) {
  const axis = zeroAxis(most);
  /** @type {Span} */
  const full = [0, most + (EDGE * most) / (width - EDGE)];
  const [from, to] = zoom ?? full;
  const ticks = axis.ticks.filter((tick) => tick >= from && tick <= to);
  return { full, domain: zoom ?? full, ticks, texts: textsByTick(axis) };
}

/**
 * @param {PanelChart} chart
 * @param {PlanState} state
 * @param {ChartMark[]} rows Those that are in sight.
 */
function figureAxis(chart, { log }, rows) {
  if (chart.kind === "ratio") return ratioAxis(...ratioSpan(rows), log);
  const values = rows.flatMap((row) => [row.low, row.high]);
  const above = values.filter((value) => value > 0);
  return log && above.length ? logAxis(Math.min(...above), Math.max(...above)) : zeroAxis(Math.max(0, ...values));
}

/**
 * From the lowest to the highest ratio and interval. One interval that says nothing would flatten
 * everything else: it is cut at the frame.
 * @param {ChartMark[]} rows
 * @returns {Span}
 */
function ratioSpan(rows) {
  const centres = [1, ...rows.map((row) => row.centre)];
  const [least, most] = [Math.min(...centres) / MOST_BEYOND, Math.max(...centres) * MOST_BEYOND];
  return [Math.max(least, Math.min(1, ...rows.map((row) => row.low))), Math.min(most, Math.max(1, ...rows.map((row) => row.high)))];
}

/**
 * @template {{low: number, high: number}} Ranged
 * @param {Span} domain
 * @param {Ranged} mark
 */
function clippedTo([from, to], mark) {
  return { ...mark, low: Math.max(mark.low, from), high: Math.min(mark.high, to) };
}

/**
 * How far each side is moved across, in pixels, and how far the outermost is.
 * @typedef {{of: (side: string) => number, edge: number}} Dodge
 */

/** @type {Dodge} */
const noDodge = { of: () => 0, edge: 0 };

/**
 * Ranges of several servers at one thread count would cover each other: they stand side by side, as far
 * apart as the next thread count allows, and where they did before when a side is hidden.
 * @param {PanelChart} chart
 * @param {(threads: number) => number} place
 * @param {number} width
 * @returns {Dodge}
 */
function dodgesOf(chart, place, width) {
  const rows = rowsBySide(chart);
  const sides = [...new Set(rows.map((row) => row.side))];
  if (new Set(withRange(rows).map((row) => row.side)).size < 2) return noDodge;
  const places = [...new Set(rows.map((row) => place(row.threads)))].sort((a, b) => a - b);
  const gaps = places.slice(1).map((at, index) => at - places[index]);
  const apart = (Math.min(...gaps) / (places[places.length - 1] - places[0])) * (width - 2 * EDGE);
  const most = DODGE * (sides.length - 1);
  const all = Math.min(most, Math.max(DODGED * apart, LEAST_DODGED));
  return { of: (side) => (sides.indexOf(side) / (sides.length - 1) - 0.5) * all, edge: all / 2 };
}

/**
 * @param {ChartMark} row
 * @param {Look} look
 * @param {Axis["place"]} place
 */
function markOf(row, { colour, shape, dash }, place) {
  return { row, side: row.side, y: place(row.centre), low: place(row.low), high: place(row.high), colour, shape, dash };
}

/**
 * Where each line ends that is in sight; in a chart of ratios the baseline ends at 1.
 * @param {PanelChart} chart
 * @param {Point[]} points
 * @param {(side: string) => Look} lookOf
 * @param {number} one Where 1 lies, in pixels from the top.
 * @param {number} width
 */
function lineEnds(chart, points, lookOf, one, width) {
  /** @type {LineEnd[]} */
  const ends = [];
  /** @param {Side} side @param {number} x @param {number} y */
  const add = ({ id, label }, x, y) => {
    const { colour, shape } = lookOf(id);
    ends.push({ label, colour, shape, x, y });
  };
  for (const side of drawnSides(chart)) {
    const own = points.filter((point) => point.row.side === side.id && point.left <= width + 1);
    const last = own.sort((a, b) => a.left - b.left).at(-1);
    if (last) add(side, last.left, last.top);
  }
  const baseline = ratioBaseline(chart);
  if (baseline) add(baseline, width, one);
  return ends;
}

/**
 * @param {PanelChart} chart
 * @param {PlanState} state
 * @returns {Plan}
 */
function planBars(chart, state) {
  const { width, hidden } = state;
  const lookOf = looksBehind(chart, state);
  const rows = drawnRows(chart).filter((row) => !hidden.has(row.side));
  const scale = zeroAxis(Math.max(...drawnRows(chart).map((row) => row.high)) * 1.12);
  /** @param {number} value */
  const pixels = (value) => (value / scale.domain[1]) * width;
  const marks = rows.map((row, index) => ({
    row, side: row.side, x: row.centre, low: row.low, high: row.high, zero: 0, colour: lookOf(row.side).colour,
    title: index * BAR_STEP + 14, top: index * BAR_STEP + 21, bottom: index * BAR_STEP + 39, middle: index * BAR_STEP + 30,
    name: row.label, text: formatFigure(row.centre, decimalsOf(chart)), end: Math.max(row.centre, row.high),
  }));
  const { domain, ticks } = scale;
  const thinned = width < 400 ? ticks.filter((_, index) => index % 2 === 0) : ticks;
  return {
    signals: { x_title: axisTitle(chart.metric, false), x_domain: domain, x_ticks: thinned, x_texts: textsByTick(scale) },
    data: { values: marks, ranges: withRange(marks) },
    points: marks.map(({ row, x, middle }) => ({ row, left: pixels(x), top: middle })),
    x: { full: domain, domain, ticks: thinned, pixels },
  };
}

/**
 * Pixels a plot is high: a line chart always the same, a list as long as it is.
 * @param {PanelChart} chart
 */
export function plotHeight(chart) {
  return specOf(chart) === "single" ? drawnRows(chart).length * BAR_STEP : PLOT_HEIGHT;
}
