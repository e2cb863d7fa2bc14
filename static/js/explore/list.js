/* Rows as entries of the list: what ran, how fast at most, on what, and how near it is. */
/** @import { Entry, ExploreRow } from "./pieces.js" */
/** @import { ExploreIndex } from "../records.js" */
import { formatCount, formatFigure } from "../chart/words.js";
import { element } from "../elements.js";
import { linkTo } from "../site.js";

/**
 * What entries need besides rows.
 * @typedef {object} ListContext
 * @property {ExploreIndex["metrics"]} metrics
 * @property {Map<string, string>} evidence What readers call each evidence class.
 * @property {((hardwareClass: string) => string) | null} nearness How near a class is to the reader's machine.
 * @property {Set<string>} picked Sides that are chosen.
 * @property {boolean} full Whether no more can be chosen.
 */

/**
 * @param {Entry} entry
 * @param {ListContext} context
 */
export function listEntry({ row, run }, context) {
  const metric = context.metrics[row.throughput_metric];
  const result = `/results/${row.bundle}/`;
  if (run) {
    const repetition = run.repetition ? `, repetition ${run.repetition}` : "";
    const grid = `${formatCount(run.threads, "thread")}${repetition}`;
    return entryOf({ side: `r=${row.bundle}/${run.run}`, path: `${result}${run.run}/`, figure: formatPeak(run.value, metric), latency: latencyOf(run.p95, run.p99), grid, row }, context);
  }
  const counts = row.thread_counts > 1 ? `${row.lowest_threads} to ${row.highest_threads} threads` : formatCount(row.lowest_threads, "thread");
  const peak = row.peak ? `${formatPeak(row.peak, metric)} at ${formatCount(row.peak_threads ?? 0, "thread")}` : "";
  return entryOf({ side: sideOf(row), path: `${result}#runs`, figure: peak, latency: latencyOf(row.peak_p95, row.peak_p99), grid: `${counts}, ${formatCount(row.run_count, "run")}`, row }, context);
}

/**
 * A series as addresses write it.
 * @param {ExploreRow} row
 */
export function sideOf({ bundle, server, workload }) {
  return `s=${bundle}/${server}/${workload}`;
}

/**
 * @param {{side: string, path: string, figure: string, latency: string, grid: string, row: ExploreRow}} what `grid` is of thread counts and runs.
 * @param {ListContext} context
 */
function entryOf({ side, path, figure, latency, grid, row }, context) {
  const { evidence, nearness, metrics } = context;
  const title = `${row.server_label}, ${row.workload_label}`;
  const near = nearness?.(row.hardware_class);
  const about = [evidence.get(row.evidence), row.submitted].filter(Boolean);
  const machine = row.machine_label ? [linkTo(`/hardware/${row.hardware_class}/`, row.machine_label), " · "] : [];
  return element("li", {},
    pickBox(side, title, context),
    element("div", {},
      element("h3", {}, linkTo(path, title)),
      element("p", {}, `${grid} · `, ...machine, about.join(" · ")),
      element("p", {}, linkTo(`/results/${row.bundle}/`, row.title)),
      ...(near ? [element("p", { class: "near" }, near)] : [])),
    element("p", { class: "peak" }, figure || "no figure", element("small", {}, metrics[row.throughput_metric].label),
      ...(latency ? [element("small", {}, latency)] : [])));
}

/**
 * Percentiles of latency in words; empty where none is known.
 * @param {number} [p95] In milliseconds.
 * @param {number} [p99] The same.
 */
function latencyOf(p95, p99) {
  return Object.entries({ p95, p99 }).flatMap(([name, value]) => (value === undefined ? [] : `${name} ${formatFigure(value, value >= 100 ? 0 : 2)} ms`)).join(", ");
}

/** @param {string} side @param {string} title @param {ListContext} context */
function pickBox(side, title, { picked, full }) {
  const chosen = picked.has(side);
  return element("input", {
    type: "checkbox", value: side, checked: chosen, disabled: full && !chosen, "aria-label": `Compare ${title}`,
  });
}

/** @param {number} value @param {ExploreIndex["metrics"][string]} metric */
function formatPeak(value, { unit, decimals }) {
  const shown = Number.isInteger(value) || value >= 1000 ? 0 : Math.min(decimals, 2);
  return `${formatFigure(value, shown)}${unit === "1/s" ? "" : ` ${unit}`}`;
}
