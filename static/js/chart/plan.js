/*
A chart record and the size and state it is shown in, as everything a drawing needs: the signals
and data of its compiled spec, and where its points are. The build and the browser draw from the
same plan, so that both show the same picture. Everything in a record is untrusted: it reaches the
drawing as data, never as part of a spec or an expression.
*/
import { fromZero, logarithmic, ratios, threadTicks } from "./axes.js";
import { endsWidth, placeEnds } from "./ends.js";
import { forest, forestHeight } from "./forest.js";
import { looks } from "./looks.js";
import { axisTitle, decimalsOf, figure } from "./words.js";

export const PLOT_HEIGHT = 260;
export const BAR_STEP = 46;
export const MARGIN = { left: 58, top: 32, bottom: 46, narrow: 14 };
export const BARS = { left: 5, top: 0, bottom: 46, right: 26 };
/** Room for direct labels, in pixels, by class; the stylesheet knows the same widths. */
export const ENDS = { s: 128, m: 180, l: 248 };
const LOG_SPAN = 30;
const EDGE = 14;
const DODGE = 7;
const MOST_BANDS = 2;
/** How far beyond all ratios an axis follows their intervals, as a factor. */
const MOST_BEYOND = 2;
/** Kind of chart to the spec of its lines: what is drawn from zero is drawn alike. */
export const KINDS = {
  throughput: "throughput", spread: "throughput", efficiency: "throughput", ratio: "ratio", latency: "latency",
  forest: "forest",
};

/** The spec a chart is drawn from. */
export function specOf(chart) {
  if (chart.kind === "forest") return "forest";
  return new Set(rowsOf(chart).map((row) => row.threads)).size > 1 ? KINDS[chart.kind] : "single";
}

/** Whether every row has a line of its own, with its name above it. */
export function isList(chart) {
  return ["single", "forest"].includes(specOf(chart));
}

/** The rows that have a figure; of ratios those of the candidates, since the baseline is 1. */
export function rowsOf(chart) {
  const baseline = chart.kind === "ratio" ? chart.sides.find((side) => side.role === "baseline") : null;
  return chart.values.filter((value) => value.centre !== null && value.side !== baseline?.id);
}

/** The sides that have a figure, in their order. */
export function sidesOf(chart) {
  const present = new Set(chart.values.filter((row) => row.centre !== null).map((row) => row.side));
  return chart.sides.filter((side) => present.has(side.id));
}

/** Class of the room that the direct labels take: s, m or l. */
export function endsClass(chart) {
  const labels = chart.sides.map((side) => side.label);
  const needed = endsWidth(labels) + 26;
  return Object.keys(ENDS).find((name) => ENDS[name] >= needed) ?? "l";
}

/** Whether a chart starts with a logarithmic axis of figures. */
export function startsLogarithmic(chart) {
  if (chart.kind === "ratio") return true;
  const values = rowsOf(chart).flatMap((row) => [row.low, row.high]);
  return chart.kind === "latency" && Math.min(...values) > 0 && Math.max(...values) > LOG_SPAN * Math.min(...values);
}

/**
 * state: {width, height, log, hidden: Set of side ids, zoom: [from, to] of x positions or null,
 * ends: whether lines carry labels}; a width is that of the plot. Returns {signals, data, points, x}.
 */
export function plan(chart, state) {
  return (LISTS[specOf(chart)] ?? lines)(chart, state);
}

const LISTS = { single: bars, forest };

function lines(chart, state) {
  const place = chart.log_x ? Math.log2 : (threads) => threads;
  const rows = bySide(chart).filter((row) => !state.hidden.has(row.side));
  const x = xAxis(chart, state, place);
  const seen = rows.filter((row) => place(row.threads) >= x.domain[0] && place(row.threads) <= x.domain[1]);
  const y = yAxis(chart, state, seen);
  const style = looks(chart.sides);
  const dodge = dodges(rows);
  const marks = rows.map((row) => within(mark(row, style.get(row.side), dodge.get(row.side), place, y.place), y.domain));
  const pixels = {
    x: (at) => ((at - x.domain[0]) / (x.domain[1] - x.domain[0])) * state.width,
    y: (at) => state.height * (1 - (at - y.domain[0]) / (y.domain[1] - y.domain[0])),
  };
  const points = marks.map((m) => ({ ...m, left: pixels.x(m.x) + m.dodge, top: pixels.y(m.y) }));
  const named = state.ends ? placeEnds(lineEnds(chart, points, style, pixels.y(y.place(1)), state), state.width, state.height) : NO_ENDS;
  return {
    signals: {
      x_title: chart.x === "threads" ? "Client threads" : chart.x,
      y_title: axisTitle(chart.metric, state.log),
      x_domain: x.domain, x_ticks: x.ticks, x_texts: x.texts, y_domain: y.domain, y_ticks: y.ticks, y_texts: textsBy(y),
      zoomed: Boolean(state.zoom),
    },
    data: { values: marks, ...OWN[chart.kind === "ratio" ? "ratio" : "other"](marks, y), ...named },
    points: points.filter((p) => p.left >= -1 && p.left <= state.width + 1),
    x: { ...x, pixels: pixels.x },
  };
}

const OWN = {
  ratio: (marks, y) => ({ baseline: [{ one: y.place(1) }], ranges: ranged(marks), bands: bands(marks) }),
  other: (marks) => ({ ranges: ranged(marks) }),
};

function ranged(marks) {
  return marks.filter((m) => m.low < m.high);
}

// Bands of many candidates would hide each other; their ranges stand beside each other.
function bands(marks) {
  const found = ranged(marks);
  return new Set(found.map((m) => m.side)).size > MOST_BANDS ? [] : found;
}

function bySide(chart) {
  const order = new Map(chart.sides.map((side, index) => [side.id, index]));
  return [...rowsOf(chart)].sort((a, b) => order.get(a.side) - order.get(b.side) || a.threads - b.threads);
}

const NO_ENDS = { labels: [], leaders: [] };

function textsBy({ ticks, texts }) {
  return Object.fromEntries(ticks.map((tick, index) => [tick, texts[index]]));
}

function xAxis(chart, { width, zoom }, place) {
  const counts = [...new Set(chart.values.map((value) => value.threads))].sort((a, b) => a - b);
  const [first, last] = [place(counts[0]), place(counts.at(-1))];
  const edge = (EDGE * (last - first)) / (width - 2 * EDGE);
  const full = [first - edge, last + edge];
  const domain = zoom ?? full;
  const position = (count) => ((place(count) - domain[0]) / (domain[1] - domain[0])) * width;
  const inside = counts.filter((count) => position(count) >= 0 && position(count) <= width);
  const ticks = threadTicks(inside, position);
  const texts = Object.fromEntries(counts.map((count) => [place(count), figure(count, 0)]));
  return { full, domain, ticks: ticks.map(place), texts };
}

function yAxis(chart, { log }, rows) {
  const values = rows.flatMap((row) => [row.low, row.high]);
  if (chart.kind === "ratio") return ratios(...ratioSpan(rows), log);
  const above = values.filter((value) => value > 0);
  return log && above.length ? logarithmic(Math.min(...above), Math.max(...above)) : fromZero(Math.max(0, ...values));
}

// One interval that says nothing would flatten everything else: it is cut at the frame.
function ratioSpan(rows) {
  const centres = [1, ...rows.map((row) => row.centre)];
  const [least, most] = [Math.min(...centres) / MOST_BEYOND, Math.max(...centres) * MOST_BEYOND];
  return [Math.max(least, Math.min(1, ...rows.map((row) => row.low))), Math.min(most, Math.max(1, ...rows.map((row) => row.high)))];
}

function within(mark, [from, to]) {
  return { ...mark, low: Math.max(mark.low, from), high: Math.min(mark.high, to) };
}

// Ranges of several servers at one thread count would cover each other.
function dodges(rows) {
  const sides = [...new Set(rows.map((row) => row.side))];
  const ranged = new Set(rows.filter((row) => row.low < row.high).map((row) => row.side)).size > 1;
  const step = ranged ? Math.min(DODGE, 28 / sides.length) : 0;
  return new Map(sides.map((side, index) => [side, (index - (sides.length - 1) / 2) * step]));
}

function mark(row, { colour, shape, dash }, dodge, place, high) {
  const { side, centre } = row;
  return { row, side, x: place(row.threads), y: high(centre), low: high(row.low), high: high(row.high), dodge, colour, shape, dash };
}

function lineEnds(chart, points, style, one, { width }) {
  const ends = [];
  for (const { id, label } of sidesOf(chart)) {
    const own = points.filter((point) => point.side === id && point.left <= width + 1).sort((a, b) => a.left - b.left);
    if (own.length) ends.push({ id, label, ...style.get(id), x: own.at(-1).left, y: own.at(-1).top });
  }
  const baseline = chart.kind === "ratio" ? chart.sides.find((side) => side.role === "baseline") : null;
  if (baseline) ends.push({ id: baseline.id, label: baseline.label, ...style.get(baseline.id), x: width, y: one });
  return ends;
}

function bars(chart, { width, hidden }) {
  const style = looks(chart.sides);
  const rows = rowsOf(chart).filter((row) => !hidden.has(row.side));
  const scale = fromZero(Math.max(...rowsOf(chart).map((row) => row.high)) * 1.12);
  const pixels = (value) => (value / scale.domain[1]) * width;
  const marks = rows.map((row, index) => ({
    row, side: row.side, x: row.centre, low: row.low, high: row.high, zero: 0, colour: style.get(row.side).colour,
    title: index * BAR_STEP + 14, top: index * BAR_STEP + 21, bottom: index * BAR_STEP + 39, middle: index * BAR_STEP + 30,
    name: row.label, text: figure(row.centre, decimalsOf(chart)), end: Math.max(row.centre, row.high),
  }));
  const { domain, ticks } = scale;
  const thinned = width < 400 ? ticks.filter((_, index) => index % 2 === 0) : ticks;
  return {
    signals: { x_title: axisTitle(chart.metric, false), x_domain: domain, x_ticks: thinned, x_texts: textsBy(scale) },
    data: { values: marks, ranges: ranged(marks) },
    points: marks.map((m) => ({ ...m, left: pixels(m.x), top: m.middle })),
    x: { full: domain, domain, ticks: thinned, pixels },
  };
}

/** Pixels a plot is high: a line chart always the same, a list as long as it is. */
export function plotHeight(chart) {
  const heights = { single: () => rowsOf(chart).length * BAR_STEP, forest: () => forestHeight(chart) };
  return heights[specOf(chart)]?.() ?? PLOT_HEIGHT;
}
