/*
A forest as everything a drawing needs: a line a point, its interval on a logarithmic axis that
marks 1. Lays out what plan.js lays out for other charts, and knows nothing of a page.
*/
/** @import { Axis } from "./axes.js" */
/** @import { Look } from "./looks.js" */
/** @import { Plan, PlanState } from "./plan.js" */
/** @import { Chart, ChartRow } from "../records.js" */
import { ratioAxis } from "./axes.js";
import { looksOf } from "./looks.js";
import { axisTitle, formatFigure } from "./words.js";

/** Pixels a point takes: its name, where it comes from, its mark. */
const ROW_HEIGHT = 50;
const TITLE = 13;
const NOTE = 28;
const MIDDLE = 40;

/** @param {Chart} chart */
export function forestHeight(chart) {
  return chart.values.length * ROW_HEIGHT;
}

/**
 * @param {Chart} chart
 * @param {Pick<PlanState, "width">} state
 * @returns {Plan}
 */
export function planForest(chart, { width }) {
  const lookOf = looksOf(chart.sides);
  const ends = chart.values.flatMap((row) => [row.low, row.high]);
  const axis = ratioAxis(Math.min(1, ...ends), Math.max(1, ...ends), true);
  const marks = chart.values.map((row, index) => markOf(row, index * ROW_HEIGHT, axis.place, lookOf(row.side)));
  const [from, to] = axis.domain;
  /** @param {number} at */
  const pixels = (at) => ((at - from) / (to - from)) * width;
  const texts = Object.fromEntries(axis.ticks.map((tick, index) => [tick, axis.texts[index]]));
  return {
    signals: { x_title: axisTitle(chart.metric, true), x_domain: axis.domain, x_ticks: axis.ticks, x_texts: texts },
    data: {
      values: marks,
      ranges: marks.filter((mark) => mark.low < mark.high),
      ones: marks.map(({ top }) => ({ one: axis.place(1), top: top + MIDDLE - 8, bottom: top + ROW_HEIGHT - 2 })),
    },
    points: marks.map(({ row, x, middle }) => ({ row, left: pixels(x), top: middle })),
    x: { full: axis.domain, domain: axis.domain, ticks: axis.ticks, pixels },
  };
}

/**
 * @param {ChartRow} row
 * @param {number} top
 * @param {Axis["place"]} place
 * @param {Look} look
 */
function markOf(row, top, place, { colour, shape }) {
  return {
    row, side: row.side, colour, shape, top,
    x: place(row.centre), low: place(row.low), high: place(row.high),
    title: top + TITLE, below: top + NOTE, middle: top + MIDDLE,
    name: `${row.label}: ${formatFigure(row.centre, 2)}`, note: row.note,
  };
}
