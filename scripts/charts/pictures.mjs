#!/usr/bin/env node
/*
pictures.mjs INPUTS DRAWINGS OUT [--workers N]: make the pictures of every comparison that has an
INPUTS/<slug>.json, from the chart it names in DRAWINGS: chart.svg, which stands alone, and
card.png, for previews of links. Both go to OUT/static/comparisons/<slug>/. The card of another page is
called _<name> and goes to OUT/static/cards/<name>/.

Makes only what changed, on every core, and removes what no comparison asks for. Progress goes to
standard error; standard output is one line of JSON, {drawn, cached, seconds}. Exit 1 with a
sentence per picture that cannot be made, 2 for wrong usage.
*/
/** @import { PictureEntry, PictureJob } from "./pictures/store.mjs" */
/** @import { PictureReport } from "./pictures/worker.mjs" */
import { existsSync, mkdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { messageOf } from "../../static/js/errors.js";
import { isCurrent, jobsOf, prune, toolDigest } from "./pictures/store.mjs";
import { readRecord, writeRecord } from "./store.mjs";
import { progressOf, spreadJobs } from "./threads.mjs";

const WORKER = new URL("./pictures/worker.mjs", import.meta.url);
// Starting a thread costs about as much as making this many pictures.
const JOBS_WORTH_A_THREAD = 4;

/** Returns the exit code. */
async function main() {
  const started = performance.now();
  const { input, drawings, output, workers } = parseUsage();
  mkdirSync(output, { recursive: true });
  const jobs = jobsOf(input, drawings, output, toolDigest());
  /** @type {Partial<Record<string, PictureEntry>>} */
  const record = readRecord(output);
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
  if (positionals.length !== 3 || !Number.isInteger(workers) || workers < 1) {
    throw new TypeError("usage: pictures.mjs INPUTS DRAWINGS OUT [--workers N]");
  }
  const [input, drawings, output] = positionals;
  for (const folder of [input, drawings]) if (!existsSync(folder)) throw new TypeError(`${folder}: no such folder`);
  return { input, drawings, output, workers };
}

/**
 * Make what is not right any more and note it in the record; returns a sentence for each comparison that has no pictures.
 * @param {PictureJob[]} stale
 * @param {number} workers
 * @param {Partial<Record<string, PictureEntry>>} record
 */
async function drawStale(stale, workers, record) {
  /** @type {string[]} */
  const problems = [];
  const countOne = progressOf("pictures", stale.length);
  /** @param {PictureReport} report */
  const take = (report) => {
    if ("problem" in report) problems.push(`picture of ${report.name}: ${report.problem}`);
    else record[report.name] = report.entry;
    countOne();
  };
  await spreadJobs(stale, {
    worker: WORKER, workers, worth: JOBS_WORTH_A_THREAD, data: {},
    alone: async () => { await (await import("./pictures/worker.mjs")).drawAll(stale, take); },
  }, take);
  return problems;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(`pictures: ${messageOf(error)}`);
  process.exitCode = error instanceof TypeError ? 2 : 1;
}
