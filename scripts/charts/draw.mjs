#!/usr/bin/env node
/*
draw.mjs CHARTS OUT [--workers N]: draw every CHARTS/<name>.json as OUT/<name>.svg, and write the
compiled specs to OUT/specs/<kind>.vg.json for programs that draw them again.

Draws only what changed, on every core, and removes drawings that no chart asks for. Progress
goes to standard error; standard output is one line of JSON, {drawn, cached, seconds}.
Exit 1 with a sentence per chart that cannot be drawn, 2 for wrong usage.
*/
/** @import { PanelChart } from "../../static/js/records.js" */
/** @import { Job, Report } from "./store.mjs" */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";
import { SPECS } from "../../static/js/chart/plan.js";
import { DRAWN_BY, SPEC_FOLDER, digestOf, endWith, keepFiles, makeStale, namesIn, readJson, toolDigest, writeSpecs } from "./store.mjs";

// Starting a thread costs about as much as drawing this many charts.
const JOBS_WORTH_A_THREAD = 40;

/**
 * A chart to be drawn, by its record.
 * @typedef {Job & {input: string}} ChartJob
 */

/** Returns the exit code. */
async function main() {
  const { input, output, workers } = parseUsage();
  mkdirSync(output, { recursive: true });
  const tools = toolDigest(DRAWN_BY, ["vega", "vega-lite"]);
  const jobs = namesIn(input).map((name) => {
    const path = join(input, `${name}.json`);
    return { name, input: path, folder: output, key: digestOf(tools, readFileSync(path)) };
  });
  await writeSpecs(output, tools, SPECS, async (name) => (await import("./chart.mjs")).compileSpec(SPEC_FOLDER, name));
  const code = await makeStale("chart", output, jobs, (stale, take) => draw(stale, workers, take));
  const wanted = new Set(jobs.map(({ name }) => `${name}.svg`));
  for (const file of readdirSync(output)) if (file.endsWith(".svg") && !wanted.has(file)) rmSync(join(output, file));
  return code;
}

function parseUsage() {
  const options = { workers: { type: /** @type {const} */ ("string"), default: String(availableParallelism()) } };
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const workers = Number(values.workers);
  if (positionals.length !== 2 || !Number.isInteger(workers) || workers < 1) {
    throw new TypeError("usage: draw.mjs CHARTS OUT [--workers N]");
  }
  const [input, output] = positionals;
  if (!existsSync(input)) throw new TypeError(`${input}: no such folder`);
  return { input, output, workers };
}

/**
 * Draw charts on as many threads as are worth starting.
 * @param {ChartJob[]} jobs
 * @param {number} workers Most threads.
 * @param {(report: Report) => void} take
 */
async function draw(jobs, workers, take) {
  const threads = Math.min(workers, Math.ceil(jobs.length / JOBS_WORTH_A_THREAD));
  if (threads > 1) {
    await Promise.all(Array.from({ length: threads }, (_, share) => runThread(jobs.filter((_job, place) => place % threads === share), take)));
  } else if (jobs.length) await drawAll(jobs, take);
}

/**
 * @param {ChartJob[]} jobs
 * @param {(report: Report) => void} take
 * @returns {Promise<void>}
 */
function runThread(jobs, take) {
  const worker = new Worker(new URL(import.meta.url), { workerData: jobs });
  worker.on("message", take);
  return new Promise((resolve, reject) => {
    worker.on("error", reject);
    worker.on("exit", () => { resolve(); });
  });
}

/**
 * Draw charts, and report each as it is done. What draws them is loaded where there are any.
 * @param {ChartJob[]} jobs
 * @param {(report: Report) => void} report
 */
async function drawAll(jobs, report) {
  const { compileSpecs, drawChart } = await import("./chart.mjs");
  const runtimes = compileSpecs(SPEC_FOLDER);
  for (const job of jobs) {
    report(await keepFiles(job, async () => {
      const chart = /** @type {PanelChart} */ (readJson(job.input));
      if (chart.name !== job.name) throw new Error(`calls itself ${JSON.stringify(chart.name)}`);
      return { [`${job.name}.svg`]: await drawChart(runtimes, chart) };
    }));
  }
}

if (isMainThread || !parentPort) await endWith("charts", main);
else {
  /** @type {unknown} */
  const given = workerData;
  await drawAll(/** @type {ChartJob[]} */ (given), parentPort.postMessage.bind(parentPort));
}
