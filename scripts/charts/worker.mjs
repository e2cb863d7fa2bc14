/*
Draws a share of the charts, in a thread or in the main one, and reports each as it is done.
*/
/** @import { ChartJob, DrawnEntry } from "./store.mjs" */
/** @import { SpecName } from "../../static/js/chart/plan.js" */
/** @import { Chart } from "../../static/js/records.js" */
/** @import { Runtime } from "vega" */
import { parentPort, workerData } from "node:worker_threads";
import { messageOf } from "../../static/js/errors.js";
import { compileSpecs, drawChart } from "./chart.mjs";
import { keepDrawing, readJson } from "./store.mjs";

/**
 * What became of a job: its entry in the record, or a sentence that says why there is no drawing.
 * @typedef {{name: string, entry: DrawnEntry} | {name: string, problem: string}} DrawingReport
 */

/**
 * @param {string} specFolder
 * @param {ChartJob[]} jobs
 * @param {(report: DrawingReport) => void} report
 */
export async function drawAll(specFolder, jobs, report) {
  const runtimes = compileSpecs(specFolder);
  for (const job of jobs) report(await drawOne(runtimes, job));
}

/**
 * @param {Map<SpecName, Runtime>} runtimes
 * @param {ChartJob} job
 * @returns {Promise<DrawingReport>}
 */
async function drawOne(runtimes, job) {
  try {
    const chart = /** @type {Chart} */ (readJson(job.input));
    if (chart.name !== job.name) throw new Error(`calls itself ${JSON.stringify(chart.name)}`);
    return { name: job.name, entry: keepDrawing(job, await drawChart(runtimes, chart)) };
  } catch (error) {
    return { name: job.name, problem: messageOf(error) };
  }
}

if (parentPort) {
  /** @type {unknown} */
  const given = workerData;
  const { specFolder, jobs } = /** @type {{specFolder: string, jobs: ChartJob[]}} */ (given);
  await drawAll(specFolder, jobs, parentPort.postMessage.bind(parentPort));
}
