#!/usr/bin/env node
/*
pictures.mjs INPUTS CHARTS OUT: make the pictures that each INPUTS/<name>.json asks for: of each chart in CHARTS that it
names an SVG, which stands alone, and a PNG in light and one in dark colours beside it; notices in place of charts that are
no longer drawn; and a card as PNG for previews of links. Each goes to its address below OUT/static/.

Makes only what changed, and removes what nothing asks for. Progress goes to standard error;
standard output is one line of JSON, {drawn, cached, seconds}. Exit 1 with a sentence per picture
that cannot be made, 2 for wrong usage.
*/
/** @import { Themes } from "./pictures/colours.mjs" */
/** @import { PictureWords, Sheet } from "./pictures/compose.mjs" */
/** @import { Job } from "./store.mjs" */
/** @import { PanelChart } from "../../static/js/records.js" */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { themesOf } from "./pictures/colours.mjs";
import { CHART_WIDTH, adaptiveDocument, cardSheet, chartSheet, noticeSheet } from "./pictures/compose.mjs";
import { inBothThemes } from "./pictures/raster.mjs";
import { pictureOf } from "./pictures/standalone.mjs";
import { DrawnChart } from "../../static/js/chart/plan.js";
import { compileSpecs } from "./chart.mjs";
import { DRAWN_BY, SPEC_FOLDER, digestOf, endWith, keepFiles, makeStale, namesIn, readJson, toolDigest } from "./store.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));
const STATIC = join(HERE, "..", "..", "static");
/** The stylesheets that pictures take their colours from. */
const SHEETS = ["tokens", "palette", "chart"].map((name) => join(STATIC, "css", `${name}.css`));
const PROGRAM = [
  ...["colours", "compose", "png", "raster", "standalone", "words"].map((name) => join(HERE, "pictures", `${name}.mjs`)),
  fileURLToPath(import.meta.url), ...DRAWN_BY, ...SHEETS,
];
/** @type {ReturnType<typeof compileSpecs> | null} Compiled once one is needed. */
let runtimes = null;

/**
 * Pictures to be made. `charts` are the paths of charts.
 * @typedef {Job & {words: PictureWords, charts: string[]}} PictureJob
 */

/** Returns the exit code. */
async function main() {
  const { length, 2: input, 3: charts, 4: output } = process.argv;
  if (length !== 5) throw new TypeError("usage: pictures.mjs INPUTS CHARTS OUT");
  for (const folder of [input, charts]) if (!existsSync(folder)) throw new TypeError(`${folder}: no such folder`);
  mkdirSync(output, { recursive: true });
  const tools = toolDigest(PROGRAM, ["@resvg/resvg-wasm", "dejavu-fonts-ttf", "vega", "vega-lite"]);
  const jobs = namesIn(input).map((name) => jobOf(name, input, charts, output, tools));
  const themes = themesOf(...SHEETS.map((path) => readFileSync(path, "utf8")));
  const code = await makeStale("picture", output, jobs, async (stale, take) => {
    for (const job of stale) take(await keepFiles(job, () => picturesOf(job, themes)));
  });
  prune(join(output, "static"), new Set(jobs.flatMap(({ folder, words }) => addressesOf(words).map((path) => join(folder, path)))));
  return code;
}

/**
 * @param {string} name
 * @param {string} input
 * @param {string} charts
 * @param {string} output
 * @param {string} tools
 * @returns {PictureJob}
 */
function jobOf(name, input, charts, output, tools) {
  const words = /** @type {PictureWords} */ (readJson(join(input, `${name}.json`)));
  const paths = words.charts.map((chart) => join(charts, `${chart.name}.json`));
  const key = digestOf(tools, JSON.stringify(words), ...paths.map((path) => existsSync(path) ? readFileSync(path) : ""));
  return { name, words, charts: paths, folder: join(output, "static"), key };
}

/** @param {PictureWords} words */
function addressesOf({ charts, gone, card }) {
  return [...[...charts.map(({ path }) => path), ...gone].flatMap(formatsOf), ...(card ? [card] : [])];
}

/**
 * The addresses of a picture of a chart: as SVG, and as PNG in light and in dark colours.
 * @param {string} path
 */
function formatsOf(path) {
  const name = path.replace(/\.svg$/, "");
  return [path, `${name}.png`, `${name}-dark.png`];
}

/** @param {PictureJob} job @param {Themes} themes */
async function picturesOf({ words, charts }, themes) {
  runtimes ??= compileSpecs(SPEC_FOLDER);
  const specs = runtimes;
  /** @type {Record<string, string | Uint8Array>} */
  const files = {};
  /** @param {Sheet} sheet @param {string[]} paths */
  const show = (sheet, paths) => {
    const formats = [adaptiveDocument(sheet, themes), ...inBothThemes(sheet, themes)];
    for (const path of paths) for (const [at, address] of formatsOf(path).entries()) files[address] = formats[at];
  };
  const drawn = charts.map((path) => new DrawnChart(/** @type {PanelChart} */ (readJson(path))));
  for (const [at, { path, caption }] of words.charts.entries()) {
    show(chartSheet(await pictureOf(specs, drawn[at], CHART_WIDTH), drawn[at].record.title, caption, words), [path]);
  }
  if (words.gone.length) show(noticeSheet(words), words.gone);
  if (words.card) {
    const at = drawn.length ? (/** @type {number} */ width) => pictureOf(specs, drawn[0], width) : null;
    [files[words.card]] = inBothThemes(await cardSheet(at, words), themes);
  }
  return files;
}

/**
 * Remove the files below a folder that nothing asks for.
 * @param {string} folder
 * @param {Set<string>} wanted
 */
function prune(folder, wanted) {
  for (const entry of existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) prune(path, wanted);
    else if (!wanted.has(path)) rmSync(path);
  }
}

await endWith("pictures", main);
