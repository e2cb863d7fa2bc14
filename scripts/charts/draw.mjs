#!/usr/bin/env node
/**
 * draw.mjs CHARTS OUT [--workers N]: draw every CHARTS/<name>.json as OUT/<name>.svg, and write the
 * compiled specs to OUT/specs/<kind>.vg.json for programs that draw them again.
 *
 * Draws only what changed, on every core, and removes drawings that no chart asks for. Progress
 * goes to standard error; standard output is one line of JSON, {drawn, cached, seconds}.
 * Exit 1 with a sentence per chart that cannot be drawn, 2 for wrong usage.
 */
import { existsSync, mkdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { isCurrent, jobsOf, prune, readRecord, toolDigest, writeRecord, writeSpecs } from "./store.mjs";
import { progress, spread } from "./threads.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));
const WORKER = new URL("./worker.mjs", import.meta.url);
const SPEC_FOLDER = join(HERE, "..", "..", "static", "charts");
const SPECS = ["throughput", "ratio", "latency", "single", "forest"];
// Starting a thread costs about as much as drawing this many charts.
const JOBS_WORTH_A_THREAD = 40;

async function main() {
  const started = performance.now();
  const { input, output, workers } = usage();
  mkdirSync(output, { recursive: true });
  const tools = toolDigest(SPEC_FOLDER, SPECS);
  const jobs = jobsOf(input, output, tools);
  const record = readRecord(output);
  await writeSpecs(output, tools, SPECS, async (name) => (await import("./chart.mjs")).compileSpec(SPEC_FOLDER, name));
  const stale = jobs.filter((job) => !isCurrent(job, record));
  const problems = await drawStale(stale, workers, record);
  finish(output, jobs, record);
  for (const sentence of problems.sort()) console.error(sentence);
  const seconds = Math.round(performance.now() - started) / 1000;
  console.log(JSON.stringify({ drawn: stale.length - problems.length, cached: jobs.length - stale.length, seconds }));
  return problems.length ? 1 : 0;
}

function usage() {
  const options = { workers: { type: "string", default: String(availableParallelism()) } };
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const workers = Number(values.workers);
  if (positionals.length !== 2 || !Number.isInteger(workers) || workers < 1) {
    throw new TypeError("usage: draw.mjs CHARTS OUT [--workers N]");
  }
  const [input, output] = positionals;
  if (!existsSync(input)) throw new TypeError(`${input}: no such folder`);
  return { input, output, workers };
}

async function drawStale(stale, workers, record) {
  const problems = [];
  const advance = progress("charts", stale.length);
  const alone = async (jobs, report) => (await import(WORKER)).drawAll(SPEC_FOLDER, jobs, report);
  const how = { worker: WORKER, workers, worth: JOBS_WORTH_A_THREAD, data: { specFolder: SPEC_FOLDER }, alone };
  await spread(stale, how, ({ name, entry, problem }) => {
    if (problem) problems.push(`chart ${name}: ${problem}`);
    else record[name] = entry;
    advance();
  });
  return problems;
}

function finish(output, jobs, record) {
  prune(output, jobs);
  const kept = jobs.filter((job) => record[job.name]?.key === job.key);
  writeRecord(output, Object.fromEntries(kept.map((job) => [job.name, record[job.name]])));
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(`charts: ${error.message}`);
  process.exitCode = error instanceof TypeError ? 2 : 1;
}
