/*
One chart record → one drawing: an inline SVG, its key and a summary in words, from a Vega-Lite spec
compiled once. The same record gives the same bytes. Everything in a record is untrusted: it reaches
the drawing as data, never as part of a spec or an expression.
*/
/** @import { Plan, SpecName } from "../../static/js/chart/plan.js" */
/** @import { PanelChart, ChartMark } from "../../static/js/records.js" */
/** @import { SceneItem, SceneMark, Shape } from "./svg.mjs" */
/** @import { LoggerInterface, Runtime } from "vega" */
/** @import { TopLevelSpec } from "vega-lite" */
import { createHash } from "node:crypto";
import { join } from "node:path";
import * as vega from "vega";
import { compile } from "vega-lite";
import { NO_LOADER } from "../../static/js/chart/loader.js";
import { BARS, DrawnChart, ENDS, KINDS, MARGIN, SPECS, START } from "../../static/js/chart/plan.js";
import { summaryOf } from "../../static/js/chart/words.js";
import { readJson } from "./store.mjs";
import { escaped, sceneToSvg } from "./svg.mjs";

const NAME = /^[a-z0-9][a-z0-9._-]*$/;
const PATH = /^\/(?!\/)[A-Za-z0-9._/-]*$/;
/**
 * Columns in pixels from which on labels of places are shown, by their class: on a phone, where names of
 * lines begin to fit, and wider ones. The stylesheet knows them. A chart is drawn for the widest.
 * @type {[string, number][]}
 */
const COLUMNS = [["", 330], ["wide", 560], ["wider", 640], ["widest", 800]];
const COLUMN_WIDTH = 800;

// No canvas under Node, and nothing here depends on the width of a text. Vega's types leave it out.
/** @type {{textMetrics: {canvas: (use: boolean) => void}}} */ (/** @type {unknown} */ (vega)).textMetrics.canvas(false);

/**
 * Compile a spec of a folder to plain Vega.
 * @param {string} folder
 * @param {SpecName} name
 */
export function compileSpec(folder, name) {
  const source = /** @type {TopLevelSpec} */ (readJson(join(folder, `${name}.vl.json`)));
  return compile(source, { logger: strictLogger() }).spec;
}

/**
 * Compile every spec of a folder.
 * @param {string} folder
 * @returns {Map<SpecName, Runtime>}
 */
export function compileSpecs(folder) {
  return new Map(SPECS.map((name) => [name, vega.parse(compileSpec(folder, name))]));
}

/**
 * Draw a chart record; throws an Error with a sentence when it cannot be drawn.
 * @param {Map<SpecName, Runtime>} runtimes
 * @param {PanelChart} record
 */
export async function drawChart(runtimes, record) {
  const chart = checkedChart(record);
  const size = { width: COLUMN_WIDTH - widthBeside(chart), height: chart.height };
  const ranks = ranksOf(chart);
  const { signals, data } = chart.plan({ ...START, ...size, log: chart.startsLogarithmic, ends: true, kept: [...ranks.keys()] });
  const root = await drawnScene(runtimes, chart, size, { signals, data });
  return drawingOf(chart, root, size, rankOf(ranks, size.width));
}

/**
 * A chart as what Vega draws, so wide, with the margins around its plot.
 * @param {Map<SpecName, Runtime>} runtimes
 * @param {DrawnChart} chart
 * @param {number} width
 */
export async function sceneOf(runtimes, chart, width) {
  const { size, margins, ends } = chart.layout(width);
  const { signals, data } = chart.plan({ ...START, ...size, log: chart.startsLogarithmic, ends });
  return { root: await drawnScene(runtimes, chart, size, { signals, data }), size, margins };
}

/**
 * @param {Map<SpecName, Runtime>} runtimes
 * @param {DrawnChart} chart
 * @param {{width: number, height: number}} size Of the plot.
 * @param {Pick<Plan, "signals" | "data">} plan
 */
async function drawnScene(runtimes, chart, size, { signals, data }) {
  const runtime = runtimes.get(chart.spec);
  if (!runtime) throw new Error("has no spec");
  const view = new vega.View(runtime, { renderer: "none", loader: NO_LOADER, logger: strictLogger() });
  view.width(size.width).height(size.height).padding(0);
  for (const [name, value] of Object.entries(signals)) view.signal(name, value);
  for (const [name, rows] of Object.entries(data)) view.data(name, rows);
  await view.runAsync();
  const { root } = /** @type {{root: SceneMark}} */ (/** @type {unknown} */ (view.scenegraph()));
  view.finalize();
  return root;
}

/**
 * Pixels beside the plot of a chart, with the room of its labels.
 * @param {DrawnChart} chart
 */
function widthBeside({ isList, hasLabels, endsClass }) {
  return isList ? BARS.left + BARS.right : MARGIN.left + (hasLabels ? ENDS[endsClass] : MARGIN.narrow);
}

/**
 * A logger to which a warning is an error: a drawing with a warning is no drawing.
 * @returns {LoggerInterface}
 */
function strictLogger() {
  /** @param {readonly unknown[]} words */
  const refuse = (...words) => {
    throw new Error(words.join(" "));
  };
  const quiet = () => logger;
  const logger = /** @type {LoggerInterface} */ ({ level: quiet, warn: refuse, error: refuse, info: quiet, debug: quiet });
  return logger;
}

/** @param {PanelChart} chart */
function checkedChart(chart) {
  requireThat(typeof chart.name === "string" && NAME.test(chart.name), "has no usable name");
  requireThat(Object.hasOwn(KINDS, chart.kind), "is of no known kind");
  requireThat(Array.isArray(chart.sides) && chart.sides.length > 0, "has no sides");
  const sides = new Set(chart.sides.map((side) => side.id));
  requireThat(Array.isArray(chart.values), "has no values");
  const drawn = new DrawnChart(chart);
  requireThat(drawn.rows.length > 0, "has no values");
  for (const [position, row] of chart.values.entries()) checkRow(row, position, sides);
  return drawn;
}

/** @param {ChartMark} row @param {number} position @param {Set<string>} sides */
function checkRow(row, position, sides) {
  requireThat(sides.has(row.side), `names no side of its own in values[${position}].side`);
  requireThat(typeof row.path === "string" && PATH.test(row.path), `has no site-relative path in values[${position}].path`);
  const { threads, centre, low, high, n } = row;
  for (const [field, value] of Object.entries({ threads, centre, low, high, n })) {
    requireThat(Number.isFinite(value), `has no number in values[${position}].${field}`);
  }
}

/** @param {boolean} condition @param {string} sentence */
function requireThat(condition, sentence) {
  if (!condition) throw new Error(sentence);
}

/**
 * The drawing with a name, ids that no other chart has, its key and its summary.
 * @param {DrawnChart} chart
 * @param {SceneMark} root
 * @param {{width: number, height: number}} size
 * @param {(item: SceneItem) => string} rank
 */
function drawingOf(chart, root, size, rank) {
  const id = createHash("sha256").update(chart.record.name).digest("base64url").replace(/^[^a-zA-Z]+|[-_]/g, "").slice(0, 3);
  const { svg, shapes } = sceneToSvg(root, size, { id, rank });
  const ends = chart.isList ? "bars" : chart.hasLabels ? `ends-${chart.endsClass}` : "ends-none";
  const top = chart.isList ? BARS.top : MARGIN.top;
  const open =
    `<svg class="chart-drawing ${ends}" role="graphics-document" aria-label="${escaped(chart.record.title)}" ` +
    `width="100%" height="${top + size.height + MARGIN.bottom}">`;
  const summary = summaryOf(chart.record, chart.rows);
  const words = `<p class="unseen">${escaped(summary)}</p>\n`;
  return `${open}${svg}</svg>\n${chart.isList ? "" : keyOf(chart, shapes)}${words}<div class="chart-tools">${embedOf(chart.record)}</div>\n`;
}

/** What stands once below lines that name an SVG: two more addresses at each chart are more than long pages have room for. */
const PNG_NOTE = "PNG: .png or -dark.png in place of .svg";

/**
 * Lines that show a chart elsewhere, folded.
 * @param {PanelChart} chart
 */
function embedOf({ embed }) {
  const lines = embed.map(({ label, text }) => `<p>${escaped(label)}</p><pre class="command" tabindex="0">${escaped(text)}</pre>`);
  return lines.length ? `<details class="chart-embed"><summary>Embed</summary><div>${lines.join("")}<p>${PNG_NOTE}</p></div></details>` : "";
}

/**
 * The class of a part of the drawing: what a narrower column has no space for is hidden there.
 * @param {Map<number, string>} ranks
 * @param {number} width
 */
function rankOf(ranks, width) {
  /** @param {SceneItem} item */
  return (item) => {
    if (Math.max(item.x, item.x2 ?? 0) > width) return "end";
    const across = item.mark.role === "axis-label" && item.mark.group?.orient === "bottom";
    return across ? ranks.get(item.datum?.value ?? NaN) ?? "" : "";
  };
}

/**
 * Places with a label, and the class of the narrowest column that has space for it.
 * @param {DrawnChart} chart
 */
function ranksOf(chart) {
  /** @type {Map<number, string>} */
  const ranks = new Map();
  for (const [rank, column] of chart.isList ? [] : COLUMNS) {
    const beside = rank ? widthBeside(chart) : MARGIN.left + MARGIN.narrow;
    const { x_ticks: ticks } = chart.plan({ ...START, width: column - beside, kept: [...ranks.keys()] }).signals;
    for (const tick of ticks) if (!ranks.has(tick)) ranks.set(tick, rank);
  }
  return ranks;
}

/** @param {DrawnChart} chart @param {Map<string, Shape>} shapes */
function keyOf({ sides, lookOf }, shapes) {
  const entries = sides.map((side) => {
    const { colour, dash, shape } = lookOf(side.id);
    const drawn = shapes.get(shape);
    const marker = drawn ? `<use href="#${drawn.id}"/>` : "";
    const dashes = dash.length ? ` stroke-dasharray="${dash.join(" ")}"` : "";
    return (
      `<li><svg color="${colour}"><path${dashes} d="M1 6H25"/>${marker}</svg>${escaped(side.label)}</li>`
    );
  });
  return `<ul class="chart-key">${entries.join("")}</ul>\n`;
}
