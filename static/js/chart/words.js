/* Figures and axis titles in the words readers use. */
/** @import { ChartMark, PanelChart } from "../records.js" */

/** @type {Record<string, string>} */
const UNITS = { ms: "milliseconds", s: "seconds", us: "microseconds" };

/**
 * A number with its thousands set apart and a fixed count of decimals: 1234.5 → "1,234.50".
 * @param {number} value
 * @param {number} decimals
 */
export function formatFigure(value, decimals) {
  const [whole, fraction] = Math.abs(value).toFixed(decimals).split(".");
  const apart = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return `${value < 0 ? "−" : ""}${apart}${fraction ? `.${fraction}` : ""}`;
}

/**
 * A count with its noun: "1 thread", "1,024 threads".
 * @param {number} count
 * @param {string} noun
 */
export function formatCount(count, noun) {
  return `${formatFigure(count, 0)} ${noun}${count === 1 ? "" : "s"}`;
}

/**
 * A tick's number, as short as its axis allows: 0, 0.5, 20,000, 1.5M.
 * @param {number} value
 * @param {number} step
 */
export function formatTick(value, step) {
  if (value === 0) return "0";
  if (value >= 1_000_000) return `${Number((value / 1_000_000).toFixed(2))}M`;
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  return formatFigure(value, Math.min(decimals + (needsOneMore(step, decimals) ? 1 : 0), 6));
}

/**
 * Whether a step such as 2.5 needs one decimal more than its size tells.
 * @param {number} step
 * @param {number} decimals
 */
function needsOneMore(step, decimals) {
  const scaled = step * 10 ** decimals;
  return Math.abs(scaled - Math.round(scaled)) > 1e-6;
}

/**
 * A ratio as the difference it is: "+8 %", "−65 %".
 * @param {number} ratio
 */
export function formatDifference(ratio) {
  const percent = Number((100 * (ratio - 1)).toFixed(Math.abs(ratio - 1) < 0.0995 ? 1 : 0));
  const sign = percent > 0 ? "+" : percent < 0 ? "−" : "";
  return `${sign}${Math.abs(percent)} %`;
}

/**
 * A ratio as a number of times: "0.25", "2.4", "12".
 * @param {number} ratio
 */
export function formatTimes(ratio) {
  return String(Number(ratio.toFixed(ratio < 1 ? 2 : ratio < 10 ? 1 : 0)));
}

/**
 * A figure of a chart in words; a ratio is said as the difference it is.
 * @param {Pick<PanelChart, "kind" | "metric" | "values">} chart
 * @returns {(value: number) => string}
 */
export function figureIn(chart) {
  const decimals = decimalsOf(chart);
  if (chart.kind !== "ratio") return (value) => formatFigure(value, decimals);
  return (ratio) => (ratio >= 2 ? `${formatTimes(ratio)} times` : formatDifference(ratio));
}

/**
 * A metric and its unit as the title of an axis.
 * @param {Pick<PanelChart["metric"], "label" | "unit">} metric
 * @param {boolean} log
 */
export function axisTitle({ label, unit }, log) {
  const word = ["1/s", "1", ""].includes(unit) ? "" : UNITS[unit] ?? unit;
  const notes = [word, log ? "logarithmic" : ""].filter(Boolean).join(", ");
  return notes ? `${label} (${notes})` : label;
}

/**
 * Decimals that the figures of a chart are shown with: none where all are whole.
 * @param {Pick<PanelChart, "metric" | "values">} chart
 */
export function decimalsOf({ metric, values }) {
  return values.every((row) => Number.isInteger(row.low) && Number.isInteger(row.high)) ? 0 : metric.decimals;
}

/**
 * A place on the horizontal axis: "8 client threads", "1,033 per second offered", "2 GiB buffer pool".
 * @param {PanelChart["x"]} x
 * @param {number} place
 */
export function placeText(x, place) {
  if (x === "threads") return formatCount(place, "client thread");
  return x === "load" ? `${formatFigure(place, 0)} per second offered` : `${formatPool(place)} GiB buffer pool`;
}

/**
 * A buffer pool in GiB.
 * @param {number} mib
 */
export function formatPool(mib) {
  const size = mib / 1024;
  return formatFigure(size, Number.isInteger(size) ? 0 : 2);
}

/**
 * The title of the horizontal axis.
 * @type {Record<PanelChart["x"], string>}
 */
export const ACROSS = { threads: "Client threads", load: "Offered load, 1/s", pool: "Buffer pool, GiB" };

/** @type {Record<PanelChart["x"], string>} */
const SUMMED = { threads: "client threads", load: "offered loads per second", pool: "GiB of buffer pool" };

/**
 * A chart in sentences, one a server: where it starts, where it ends, and its highest between.
 * @param {PanelChart} chart
 * @param {ChartMark[]} rows
 */
export function summaryOf(chart, rows) {
  const figure = figureIn(chart);
  /** @param {ChartMark} row */
  const at = (row) => `${figure(row.centre)} at ${chart.x === "pool" ? formatPool(row.threads) : formatFigure(row.threads, 0)}`;
  const sentences = chart.sides.map(({ id, label }) => {
    const own = rows.filter((row) => row.side === id).sort((a, b) => a.threads - b.threads);
    const [first, last] = [own.at(0), own.at(-1)];
    if (!first || !last) return "";
    const top = own.reduce((most, row) => (row.centre > most.centre ? row : most), first);
    const ends = first === last ? at(first) : `${at(first)} to ${at(last)}`;
    return `${label}: ${ends}${top === first || top === last ? "" : `, highest ${at(top)}`}.`;
  });
  return `${chart.metric.label} at ${SUMMED[chart.x]}. ${sentences.filter(Boolean).join(" ")}`;
}
