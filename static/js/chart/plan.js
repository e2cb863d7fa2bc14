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
import { logAxis, placeTicks, ratioAxis, zeroAxis } from "./axes.js";
import { BESIDE_LABELS, endsHeight, endsWidth, placeEnds, variantsOf } from "./ends.js";
import { looksOf } from "./looks.js";
import { ACROSS, axisTitle, decimalsOf, formatFigure, formatPool } from "./words.js";

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
 * @property {number[] | undefined} [kept] Places that have a label where there is less space.
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
const PLOT_HEIGHT = 280;
const RATIO_HEIGHT = 200;
const BAR_STEP = 46;
export const MARGIN = { left: 58, top: 32, bottom: 46, narrow: 14 };
export const BARS = { left: 5, top: 0, bottom: 46, right: 26 };
/**
 * Pixels for direct labels, by class; the stylesheet knows the same widths.
 * @type {Record<EndsClass, number>}
 */
export const ENDS = { s: 128, m: 200, l: 264 };
/**
 * A chart as high and wide as nothing yet, of which all is shown.
 * @type {PlanState}
 */
export const START = { width: 0, height: 1, log: false, hidden: new Set(), zoom: null, ends: false };
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
  load_p50: "latency", load_p95: "latency", load_p99: "latency", load_p999: "latency",
};

/** @typedef {ReturnType<DrawnChart["layout"]>} Layout */

/** A chart record with what follows from it in every size and state. */
export class DrawnChart {
  /** @param {PanelChart} record */
  constructor(record) {
    this.record = record;
    /** The side that ratios are ratios to, in a chart of ratios. */
    this.baseline = record.kind === "ratio" ? record.sides.find((side) => side.role === "baseline") : undefined;
    /** Of ratios those of the candidates, since the baseline is 1. */
    this.rows = record.values.filter((row) => row.side !== this.baseline?.id);
    const present = new Set(record.values.map((row) => row.side));
    /** The sides that have a figure, in their order. */
    this.sides = record.sides.filter((side) => present.has(side.id));
    /** Whether every row has a line of its own, with its name above it. */
    this.isList = new Set(this.rows.map((row) => row.threads)).size < 2;
    /** @type {SpecName} */
    this.spec = this.isList ? "single" : KINDS[record.kind];
    /** Pixels a plot is high: a line chart by its kind, a list as long as it is. */
    this.height = this.isList ? this.rows.length * BAR_STEP : record.kind === "ratio" ? RATIO_HEIGHT : PLOT_HEIGHT;
    this.lookOf = looksOf(record.sides, this.isList);
  }

  /** Class of the width that the direct labels take. */
  get endsClass() {
    const needed = endsWidth(this.record.sides.map((side) => side.label)) + BESIDE_LABELS;
    return ENDS_CLASSES.find((name) => ENDS[name] >= needed) ?? "l";
  }

  /**
   * Whether there is room for names beside the lines: not where they are many. A chart of ratios has the room that
   * the throughput of its servers takes, so that both have one axis.
   */
  get hasLabels() {
    return !this.isList && endsHeight(this.record.sides.map((side) => side.label)) <= PLOT_HEIGHT;
  }

  /** Whether the chart starts with a logarithmic axis of figures. */
  get startsLogarithmic() {
    const { kind } = this.record;
    if (kind === "ratio") return true;
    const values = this.rows.flatMap((row) => [row.low, row.high]);
    return KINDS[kind] === "latency" && Math.min(...values) > 0 && Math.max(...values) > LOG_SPAN * Math.min(...values);
  }

  /**
   * How the chart lies in a box: the size of its plot and the margins around it, in pixels; `ends` is whether lines
   * carry labels.
   * @param {number} width Of the box.
   * @param {number} [height] Of the plot.
   */
  layout(width, height = this.height) {
    const ends = width >= NARROW && this.hasLabels;
    const { left, top, bottom } = this.isList ? BARS : MARGIN;
    const beside = ends ? ENDS[this.endsClass] : MARGIN.narrow;
    const right = this.isList ? BARS.right : beside;
    return { size: { width: Math.max(LEAST_WIDTH, width - left - right), height }, margins: { left, top, right, bottom }, ends };
  }

  /**
   * Everything a drawing needs, in a size and a state.
   * @param {PlanState} state
   * @returns {Plan}
   */
  plan(state) {
    const { lookOf } = this;
    /** @param {string} side */
    const seenLook = (side) => {
      const look = lookOf(side);
      return state.behind?.has(side) ? { ...look, colour: `color-mix(in srgb, ${look.colour} ${FAINT}, transparent)` } : look;
    };
    return this.isList ? this.planBars(state, seenLook) : this.planLines(state, seenLook);
  }

  /**
   * @param {PlanState} state
   * @param {(side: string) => Look} lookOf
   * @returns {Plan}
   */
  planLines(state, lookOf) {
    const { metric, x: across } = this.record;
    const rows = this.rowsBySide().filter((row) => !state.hidden.has(row.side));
    // Each server was offered loads of its own: their marks stand where they are.
    const dodge = across === "load" ? noDodge : this.dodges(state.width);
    const x = this.threadAxis(state, EDGE + dodge.edge);
    const y = this.figureAxis(state.log, rows.filter((row) => this.place(row.threads) >= x.domain[0] && this.place(row.threads) <= x.domain[1]));
    const marks = rows.map((row) => {
      const { colour, shape, dash } = lookOf(row.side);
      const [low, high] = [Math.max(y.place(row.low), y.domain[0]), Math.min(y.place(row.high), y.domain[1])];
      return { row, side: row.side, y: y.place(row.centre), low, high, colour, shape, dash, x: this.place(row.threads), dodge: dodge.of(row.side) };
    });
    /** @param {number} at */
    const left = (at) => ((at - x.domain[0]) / (x.domain[1] - x.domain[0])) * state.width;
    /** @param {number} at */
    const top = (at) => state.height * (1 - (at - y.domain[0]) / (y.domain[1] - y.domain[0]));
    const points = marks.map((mark) => ({ row: mark.row, left: left(mark.x) + mark.dodge, top: top(mark.y) }));
    const named = state.ends ? placeEnds(this.lineEnds(points, lookOf, top(y.place(1)), state.width), state.width, state.height)
      : { labels: [], leaders: [] };
    const ranges = withRange(marks);
    // Bands of many candidates would hide each other; their ranges stand beside each other.
    const bands = new Set(ranges.map((mark) => mark.side)).size > MOST_BANDS ? [] : ranges;
    return {
      signals: {
        x_title: ACROSS[across],
        y_title: this.record.kind === "ratio" ? axisTitle({ ...metric, unit: y.unit }, false) : axisTitle(metric, state.log),
        x_domain: x.domain, x_ticks: x.ticks, x_texts: x.texts, y_domain: y.domain, y_ticks: y.ticks, y_texts: textsByTick(y),
        zoomed: Boolean(state.zoom),
      },
      data: { values: marks, ranges, ...(this.record.kind === "ratio" && { baseline: [{ one: y.place(1) }], bands }), ...named },
      points: points.filter((point) => point.left >= -1 && point.left <= state.width + 1),
      x: { full: x.full, domain: x.domain, ticks: x.ticks, pixels: left },
    };
  }

  /**
   * Where a number of threads lies on the axis.
   * @param {number} threads
   */
  place(threads) {
    return this.record.log_x ? Math.log2(threads) : threads;
  }

  rowsBySide() {
    const order = this.record.sides.map((side) => side.id);
    return [...this.rows].sort((a, b) => order.indexOf(a.side) - order.indexOf(b.side) || a.threads - b.threads);
  }

  /**
   * @param {PlanState} state
   * @param {number} inset Pixels between the frame and the first and last thread count.
   */
  threadAxis({ width, zoom, kept }, inset) {
    const counts = [...new Set(this.record.values.map((row) => row.threads))].sort((a, b) => a - b);
    if (this.record.x === "load") return loadAxis(Math.max(...counts), { width, zoom });
    const [first, last] = [this.place(Math.min(...counts)), this.place(Math.max(...counts))];
    const edge = (inset * (last - first)) / (width - 2 * inset);
    /** @type {Span} */
    const full = [first - edge, last + edge];
    const domain = zoom ?? full;
    /** @param {number} count */
    const position = (count) => ((this.place(count) - domain[0]) / (domain[1] - domain[0])) * width;
    const inside = counts.filter((count) => position(count) >= 0 && position(count) <= width);
    /** @param {number} count */
    const text = (count) => (this.record.x === "pool" ? formatPool(count) : formatFigure(count, 0));
    const texts = Object.fromEntries(counts.map((count) => [this.place(count), text(count)]));
    const labelled = placeTicks(inside, position, text, kept?.flatMap((at) => inside.filter((count) => this.place(count) === at)));
    return { full, domain, ticks: labelled.map((count) => this.place(count)), texts };
  }

  /** @param {boolean} log @param {ChartMark[]} rows Those that are in sight. */
  figureAxis(log, rows) {
    if (this.record.kind === "ratio") return ratioAxis(...ratioSpan(rows), log);
    const values = rows.flatMap((row) => [row.low, row.high]);
    const above = values.filter((value) => value > 0);
    return log && above.length ? logAxis(Math.min(...above), Math.max(...above)) : zeroAxis(Math.max(0, ...values));
  }

  /**
   * Ranges of several servers at one thread count would cover each other: they stand side by side, as far
   * apart as the next thread count allows, and where they did before when a side is hidden. A chart of
   * ratios keeps the place of the baseline, so that both charts of a workload have one axis.
   * @param {number} width
   * @returns {Dodge}
   */
  dodges(width) {
    const rows = this.rowsBySide();
    const sides = this.sides.map((side) => side.id);
    if (new Set(withRange(rows).map((row) => row.side)).size < 2) return noDodge;
    const places = [...new Set(rows.map((row) => this.place(row.threads)))].sort((a, b) => a - b);
    const gaps = places.slice(1).map((at, index) => at - places[index]);
    const apart = (Math.min(...gaps) / (places[places.length - 1] - places[0])) * (width - 2 * EDGE);
    const most = DODGE * (sides.length - 1);
    const all = Math.min(most, Math.max(DODGED * apart, LEAST_DODGED));
    return { of: (side) => (sides.indexOf(side) / (sides.length - 1) - 0.5) * all, edge: all / 2 };
  }

  /**
   * Where each line ends that is in sight; in a chart of ratios the baseline ends at 1.
   * @param {Point[]} points
   * @param {(side: string) => Look} lookOf
   * @param {number} one Where 1 lies, in pixels from the top.
   * @param {number} width
   * @returns {LineEnd[]}
   */
  lineEnds(points, lookOf, one, width) {
    /** @param {Side} side @param {number} x @param {number} y */
    const endOf = ({ id, label }, x, y) => {
      const { colour, shape } = lookOf(id);
      return { label, colour, shape, x, y };
    };
    const ends = this.sides.flatMap((side) => {
      const own = points.filter((point) => point.row.side === side.id && point.left <= width + 1);
      const last = own.sort((a, b) => a.left - b.left).at(-1);
      return last ? [endOf(side, last.left, last.top)] : [];
    });
    return this.baseline ? [...ends, endOf(this.baseline, width, one)] : ends;
  }

  /**
   * @param {PlanState} state
   * @param {(side: string) => Look} lookOf
   * @returns {Plan}
   */
  planBars({ width, hidden }, lookOf) {
    const scale = zeroAxis(Math.max(...this.rows.map((row) => row.high)) * 1.12);
    /** @param {number} value */
    const pixels = (value) => (value / scale.domain[1]) * width;
    const rows = this.rows.filter((row) => !hidden.has(row.side));
    const variants = variantsOf(this.rows.map((row) => row.label));
    const marks = rows.map((row, index) => ({
      row, side: row.side, x: row.centre, low: row.low, high: row.high, zero: 0, colour: lookOf(row.side).colour,
      title: index * BAR_STEP + 14, top: index * BAR_STEP + 21, bottom: index * BAR_STEP + 39, middle: index * BAR_STEP + 30,
      name: variants?.[this.rows.indexOf(row)] ?? row.label, text: formatFigure(row.centre, decimalsOf(this.record)), end: Math.max(row.centre, row.high),
    }));
    const { domain, ticks } = scale;
    const thinned = width < 400 ? ticks.filter((_, index) => index % 2 === 0) : ticks;
    return {
      signals: { x_title: axisTitle(this.record.metric, false), x_domain: domain, x_ticks: thinned, x_texts: textsByTick(scale) },
      data: { values: marks, ranges: withRange(marks) },
      points: marks.map(({ row, x, middle }) => ({ row, left: pixels(x), top: middle })),
      x: { full: domain, domain, ticks: thinned, pixels },
    };
  }
}

/**
 * How far each side is moved across, in pixels, and how far the outermost is.
 * @typedef {{of: (side: string) => number, edge: number}} Dodge
 */

/** @type {Dodge} */
const noDodge = { of: () => 0, edge: 0 };

/**
 * @template {{low: number, high: number}} Ranged
 * @param {Ranged[]} marks
 */
function withRange(marks) {
  return marks.filter((mark) => mark.low < mark.high);
}

/** @param {Axis} axis */
function textsByTick({ ticks, texts }) {
  return Object.fromEntries(ticks.map((tick, index) => [tick, texts[index]]));
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
