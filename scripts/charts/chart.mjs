/**
 * One chart record → one drawing: an inline SVG, its key and a summary in words, from a Vega-Lite spec compiled once.
 * The same record gives the same bytes. Everything in a record is untrusted: it reaches the
 * drawing as data, never as part of a spec or an expression.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as vega from "vega";
import { compile } from "vega-lite";
import { looks } from "../../static/js/chart/looks.js";
import {
  BARS, ENDS, KINDS, MARGIN, endsClass, isList, plan, plotHeight, rowsOf, sidesOf, specOf, startsLogarithmic,
} from "../../static/js/chart/plan.js";
import { pointText, summary } from "../../static/js/chart/words.js";
import { inert, sceneToSvg } from "./svg.mjs";

export const SPECS = ["throughput", "ratio", "latency", "single", "forest"];
const NAME = /^[a-z0-9][a-z0-9._-]*$/;
const PATH = /^\/(?!\/)[A-Za-z0-9._/-]*$/;
// Columns in pixels: where a chart is whole, where its labels begin to fit, and a phone.
const COLUMN = 720;
const LEAST = 560;
const NARROW = 330;

// No canvas under Node, and nothing here depends on the width of a text.
vega.textMetrics.canvas(false);

/** Compile a spec of a folder to plain Vega. */
export function compileSpec(folder, name) {
  const source = readFileSync(join(folder, `${name}.vl.json`), "utf8");
  return compile(JSON.parse(source), { logger: strictLogger() }).spec;
}

/** Compile every spec of a folder: {name: Vega runtime}. */
export function compileSpecs(folder) {
  return Object.fromEntries(SPECS.map((name) => [name, vega.parse(compileSpec(folder, name))]));
}

const START = { log: false, hidden: new Set(), zoom: null, ends: false };

/** Draw a chart record; throws an Error with a sentence when it cannot be drawn. */
export async function draw(runtimes, chart) {
  validate(chart);
  const size = { width: COLUMN - besides(chart), height: plotHeight(chart) };
  const { signals, data } = plan(chart, { ...START, ...size, log: startsLogarithmic(chart), ends: true });
  if (!isList(chart)) signals.x_ticks = [...ticksAt(chart, LEAST - besides(chart))];
  const view = new vega.View(runtimes[specOf(chart)], { renderer: "none", loader: NO_LOADER, logger: strictLogger() });
  view.width(size.width).height(size.height);
  for (const [name, value] of Object.entries(signals)) view.signal(name, value);
  for (const [name, rows] of Object.entries(data)) view.data(name, rows);
  await view.runAsync();
  const drawing = dress(chart, view.scenegraph().root, size, data);
  view.finalize();
  return drawing;
}

/** Pixels beside the plot of a chart that carries its labels. */
function besides(chart) {
  return isList(chart) ? BARS.left + BARS.right : MARGIN.left + ENDS[endsClass(chart)];
}

const NO_LOADER = {
  load: () => Promise.reject(new Error("a chart loads nothing")),
  sanitize: () => Promise.reject(new Error("a chart links nowhere")),
};

function strictLogger() {
  const refuse = (...words) => {
    throw new Error(words.join(" "));
  };
  const quiet = { level: () => quiet, warn: refuse, error: refuse, info: () => quiet, debug: () => quiet };
  return quiet;
}

function validate(chart) {
  requireThat(typeof chart.name === "string" && NAME.test(chart.name), "has no usable name");
  requireThat(Object.hasOwn(KINDS, chart.kind), "is of no known kind");
  requireThat(Array.isArray(chart.sides) && chart.sides.length > 0, "has no sides");
  const sides = new Set(chart.sides.map((side) => side.id));
  requireThat(Array.isArray(chart.values) && rowsOf(chart).length > 0, "has no values");
  chart.values.forEach((row, position) => validateRow(row, position, sides));
}

function validateRow(row, position, sides) {
  requireThat(sides.has(row.side), `names no side of its own in values[${position}].side`);
  requireThat(typeof row.path === "string" && PATH.test(row.path), `has no site-relative path in values[${position}].path`);
  const numbers = row.centre === null ? ["threads"] : ["threads", "centre", "low", "high", "n"];
  for (const field of numbers) {
    requireThat(Number.isFinite(row[field]), `has no number in values[${position}].${field}`);
  }
}

function requireThat(condition, sentence) {
  if (!condition) throw new Error(sentence);
}

/** Name the drawing, give it ids that no other chart has, and put its key below. */
function dress(chart, root, size, data) {
  const id = createHash("sha256").update(chart.name).digest("base64url").replace(/^[^a-zA-Z]+|[-_]/g, "").slice(0, 5);
  const { svg, shapes } = sceneToSvg(root, size, { id, link: linkOf(chart), rank: rankOf(chart, size) });
  const list = isList(chart);
  const ends = list ? "bars" : data.labels.length ? `ends-${endsClass(chart)}` : "ends-none";
  const top = list ? BARS.top : MARGIN.top;
  const open =
    `<svg class="chart-drawing ${ends}" role="graphics-document" aria-label="${inert(chart.title)}" ` +
    `width="100%" height="${top + size.height + MARGIN.bottom}">`;
  const words = `<p class="unseen">${inert(summary(chart, rowsOf(chart)))}</p>\n`;
  return `${open}${svg}</svg>\n${specOf(chart) === "single" ? "" : key(chart, shapes)}${words}`;
}

function linkOf(chart) {
  return ({ datum }) => (datum?.row ? { href: datum.row.path, text: pointText(chart, datum.row) } : null);
}

// What a narrow screen has no room for is hidden there; what no column has room for, everywhere.
function rankOf(chart, { width }) {
  const few = ticksAt(chart, NARROW - MARGIN.left - MARGIN.narrow);
  return (item) => {
    if (Math.max(item.x, item.x2 ?? 0) > width) return "end";
    const across = item.mark.role === "axis-label" && item.mark.group.orient === "bottom";
    return across && few && !few.has(item.datum.value) ? "wide" : "";
  };
}

function ticksAt(chart, width) {
  if (isList(chart)) return null;
  return new Set(plan(chart, { ...START, width, height: 1 }).signals.x_ticks);
}

function key(chart, shapes) {
  const style = looks(chart.sides);
  const entries = sidesOf(chart).map((side) => {
    const { colour, dash, shape } = style.get(side.id);
    const marker = shapes.has(shape) ? `<use href="#${shapes.get(shape).id}" x="13" y="6"/>` : "";
    const dashes = dash.length ? ` stroke-dasharray="${dash.join(" ")}"` : "";
    return (
      `<li><svg color="${colour}"><path${dashes} d="M1 6H25"/>${marker}</svg>${inert(side.label)}</li>`
    );
  });
  return `<ul class="chart-key">${entries.join("")}</ul>\n`;
}
