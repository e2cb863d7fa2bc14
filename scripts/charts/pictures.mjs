#!/usr/bin/env node
/*
pictures.mjs INPUTS CHARTS OUT: make the pictures of every comparison that has an
INPUTS/<slug>.json, from the chart it names in CHARTS: chart.svg, which stands alone, and
card.png, for previews of links. Both go to OUT/static/comparisons/<slug>/. The card of another page is
called _<name> and goes to OUT/static/cards/<name>/.

Makes only what changed, and removes what no comparison asks for. Progress goes to standard error;
standard output is one line of JSON, {drawn, cached, seconds}. Exit 1 with a sentence per picture
that cannot be made, 2 for wrong usage.
*/
/** @import { Theme } from "./pictures/colours.mjs" */
/** @import { PictureWords } from "./pictures/compose.mjs" */
/** @import { Job } from "./store.mjs" */
/** @import { PanelChart } from "../../static/js/records.js" */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Resvg } from "@resvg/resvg-js";
import { lightTheme } from "./pictures/colours.mjs";
import { CHART_WIDTH, cardDocument, chartDocument } from "./pictures/compose.mjs";
import { pictureOf } from "./pictures/standalone.mjs";
import { DrawnChart } from "../../static/js/chart/plan.js";
import { compileSpecs } from "./chart.mjs";
import { DRAWN_BY, SPEC_FOLDER, digestOf, endWith, keepFiles, makeStale, namesIn, readJson, toolDigest } from "./store.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));
const STATIC = join(HERE, "..", "..", "static");
/** The stylesheets that pictures take their colours from. */
const SHEETS = ["tokens", "palette", "chart"].map((name) => join(STATIC, "css", `${name}.css`));
const PROGRAM = [
  ...["colours", "compose", "standalone", "words"].map((name) => join(HERE, "pictures", `${name}.mjs`)),
  fileURLToPath(import.meta.url), ...DRAWN_BY, ...SHEETS,
];
/** @type {ReturnType<typeof compileSpecs> | null} Compiled once one is needed. */
let runtimes = null;
// Letters are those of a font that is locked like every other package: a machine's own change nothing.
const FONTS = join(dirname(createRequire(import.meta.url).resolve("dejavu-fonts-ttf/package.json")), "ttf");
const FAMILY = "DejaVu Sans Condensed";
const FONT = {
  fontFiles: ["DejaVuSansCondensed.ttf", "DejaVuSansCondensed-Bold.ttf"].map((name) => join(FONTS, name)),
  loadSystemFonts: false, defaultFontFamily: FAMILY, sansSerifFamily: FAMILY,
};
// The least that previews show large.
const WIDTH = 600;

/**
 * The pictures of a comparison, to be made. `chart` is the path of its chart, null where it has none.
 * @typedef {Job & {words: PictureWords, chart: string | null}} PictureJob
 */

/** Returns the exit code. */
async function main() {
  const { length, 2: input, 3: charts, 4: output } = process.argv;
  if (length !== 5) throw new TypeError("usage: pictures.mjs INPUTS CHARTS OUT");
  for (const folder of [input, charts]) if (!existsSync(folder)) throw new TypeError(`${folder}: no such folder`);
  mkdirSync(output, { recursive: true });
  const tools = toolDigest(PROGRAM, ["@resvg/resvg-js", "dejavu-fonts-ttf", "vega", "vega-lite"]);
  const jobs = namesIn(input).map((name) => jobOf(name, input, charts, output, tools));
  const theme = lightTheme(...SHEETS.map((path) => readFileSync(path, "utf8")));
  const code = await makeStale("picture", output, jobs, async (stale, take) => {
    for (const job of stale) {
      rmSync(job.folder, { recursive: true, force: true });
      take(await keepFiles(job, () => picturesOf(job, theme)));
    }
  });
  prune(output, jobs);
  return code;
}

/**
 * @param {string} name That of a comparison is its slug; names that begin with `_` are cards of other pages.
 * @param {string} input
 * @param {string} charts
 * @param {string} output
 * @param {string} tools
 * @returns {PictureJob}
 */
function jobOf(name, input, charts, output, tools) {
  const words = /** @type {PictureWords} */ (readJson(join(input, `${name}.json`)));
  const chart = words.chart ? join(charts, `${words.chart}.json`) : null;
  const key = digestOf(tools, JSON.stringify(words), chart && existsSync(chart) ? readFileSync(chart) : "");
  const place = name.startsWith("_") ? ["cards", name.slice(1)] : ["comparisons", name];
  return { name, words, chart, folder: join(output, "static", ...place), key };
}

/** @param {PictureJob} job @param {Theme} theme */
async function picturesOf({ words, chart: path }, theme) {
  runtimes ??= compileSpecs(SPEC_FOLDER);
  const specs = runtimes;
  const chart = path ? /** @type {PanelChart} */ (readJson(path)) : null;
  const drawn = chart && new DrawnChart(chart);
  const at = drawn && ((/** @type {number} */ width) => pictureOf(specs, drawn, theme, width));
  return {
    ...(at && { "chart.svg": chartDocument(await at(CHART_WIDTH), drawn.record.title, words, theme) }),
    ...(words.card && { "card.png": rasterise(await cardDocument(at, words, theme)) }),
  };
}

/**
 * A document as a PNG, smaller than the size it states.
 * @param {string} svg
 */
function rasterise(svg) {
  return new Resvg(svg, { font: FONT, fitTo: { mode: "width", value: WIDTH } }).render().asPng();
}

/**
 * Remove the pictures of comparisons and other pages that are no more.
 * @param {string} output
 * @param {PictureJob[]} jobs
 */
function prune(output, jobs) {
  const wanted = new Set(jobs.map(({ folder }) => folder));
  for (const kind of ["comparisons", "cards"]) {
    const folder = join(output, "static", kind);
    for (const name of existsSync(folder) ? readdirSync(folder) : []) {
      if (!wanted.has(join(folder, name))) rmSync(join(folder, name), { recursive: true });
    }
  }
}

await endWith("pictures", main);
