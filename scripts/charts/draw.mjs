#!/usr/bin/env node
/*
draw.mjs CHARTS OUT [--workers N]: draw every CHARTS/<name>.json as OUT/<name>.svg, and write the
compiled specs to OUT/specs/<kind>.vg.json for programs that draw them again.

Draws only what changed, on every core, and removes drawings that no chart asks for. Progress
goes to standard error; standard output is one line of JSON, {drawn, cached, seconds}.
Exit 1 with a sentence per chart that cannot be drawn, 2 for wrong usage.
*/
/** @import { ChartJob, DrawnEntry } from "./store.mjs" */
/** @import { DrawingReport } from "./worker.mjs" */
import { existsSync, mkdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { SPECS } from "../../static/js/chart/plan.js";
import { messageOf } from "../../static/js/errors.js";
import { isCurrent, jobsOf, prune, readRecord, toolDigest, writeRecord, writeSpecs } from "./store.mjs";
import { progressOf, spreadJobs } from "./threads.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));
const WORKER = new URL("./worker.mjs", import.meta.url);
const SPEC_FOLDER = join(HERE, "..", "..", "static", "charts");
// Starting a thread costs about as much as drawing this many charts.
const JOBS_WORTH_A_THREAD = 40;

/** Returns the exit code. */
async function main() {
  const started = performance.now();
  const { input, output, workers } = parseUsage();
  mkdirSync(output, { recursive: true });
  const tools = toolDigest(SPEC_FOLDER, SPECS);
  const jobs = jobsOf(input, output, tools);
  /** @type {Partial<Record<string, DrawnEntry>>} */
  const record = readRecord(output);
  await writeSpecs(output, tools, SPECS, async (name) => (await import("./chart.mjs")).compileSpec(SPEC_FOLDER, name));
  const stale = jobs.filter((job) => !isCurrent(job, record));
  const problems = await drawStale(stale, workers, record);
  prune(output, jobs);
  writeRecord(output, jobs, record);
  for (const sentence of problems.sort()) console.error(sentence);
  const seconds = Math.round(performance.now() - started) / 1000;
  console.log(JSON.stringify({ drawn: stale.length - problems.length, cached: jobs.length - stale.length, seconds }));
  return problems.length ? 1 : 0;
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
 * Draw what is not right any more and note it in the record; returns a sentence for each chart that cannot be drawn.
 * @param {ChartJob[]} stale
 * @param {number} workers
 * @param {Partial<Record<string, DrawnEntry>>} record
 */
async function drawStale(stale, workers, record) {
  /** @type {string[]} */
  const problems = [];
  const countOne = progressOf("charts", stale.length);
  /** @param {DrawingReport} report */
  const take = (report) => {
    if ("problem" in report) problems.push(`chart ${report.name}: ${report.problem}`);
    else record[report.name] = report.entry;
    countOne();
  };
  await spreadJobs(stale, {
    worker: WORKER, workers, worth: JOBS_WORTH_A_THREAD, data: { specFolder: SPEC_FOLDER },
    alone: async () => { await (await import("./worker.mjs")).drawAll(SPEC_FOLDER, stale, take); },
  }, take);
  return problems;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(`charts: ${messageOf(error)}`);
  process.exitCode = error instanceof TypeError ? 2 : 1;
}
