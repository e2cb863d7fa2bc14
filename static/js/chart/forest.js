/*
A forest as everything a drawing needs: a line a point, its interval on a logarithmic axis that
marks 1. Lays out what `plan.js` lays out for other charts, and knows nothing of a page.
*/
import { ratios } from "./axes.js";
import { looks } from "./looks.js";
import { axisTitle, figure } from "./words.js";

/** Pixels a point takes: its name, where it comes from, its mark. */
export const ROW = 50;
const TITLE = 13;
const BELOW = 28;
const MIDDLE = 40;

export function forestHeight(chart) {
  return chart.values.length * ROW;
}

/** {signals, data, points, x}, as `plan` returns them. */
export function forest(chart, { width }) {
  const style = looks(chart.sides);
  const ends = chart.values.flatMap((row) => [row.low, row.high]);
  const axis = ratios(Math.min(1, ...ends), Math.max(1, ...ends), true);
  const marks = chart.values.map((row, index) => mark(row, index * ROW, axis.place, style.get(row.side)));
  const [from, to] = axis.domain;
  const pixels = (at) => ((at - from) / (to - from)) * width;
  const texts = Object.fromEntries(axis.ticks.map((tick, index) => [tick, axis.texts[index]]));
  return {
    signals: { x_title: axisTitle(chart.metric, true), x_domain: axis.domain, x_ticks: axis.ticks, x_texts: texts },
    data: {
      values: marks,
      ranges: marks.filter((m) => m.low < m.high),
      ones: marks.map(({ top }) => ({ one: axis.place(1), top: top + MIDDLE - 8, bottom: top + ROW - 2 })),
    },
    points: marks.map((m) => ({ ...m, left: pixels(m.x), top: m.middle })),
    x: { full: axis.domain, domain: axis.domain, ticks: axis.ticks, pixels },
  };
}

function mark(row, top, place, { colour, shape }) {
  return {
    row, side: row.side, colour, shape, top,
    x: place(row.centre), low: place(row.low), high: place(row.high),
    title: top + TITLE, below: top + BELOW, middle: top + MIDDLE,
    name: `${row.label}: ${figure(row.centre, 2)}`, note: row.note,
  };
}
