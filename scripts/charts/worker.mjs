/*
Draws a share of the charts, in a thread or in the main one, and reports each as it is done.
*/
/** @import { ChartJob } from "./draw.mjs" */
/** @import { Report } from "./store.mjs" */
/** @import { PanelChart } from "../../static/js/records.js" */
import { parentPort, workerData } from "node:worker_threads";
import { compileSpecs, drawChart } from "./chart.mjs";
import { keepFiles, readJson } from "./store.mjs";

/**
 * @param {string} specFolder
 * @param {ChartJob[]} jobs
 * @param {(report: Report) => void} report
 */
export async function drawAll(specFolder, jobs, report) {
  const runtimes = compileSpecs(specFolder);
  for (const job of jobs) {
    report(await keepFiles(job, async () => {
      const chart = /** @type {PanelChart} */ (readJson(job.input));
      if (chart.name !== job.name) throw new Error(`calls itself ${JSON.stringify(chart.name)}`);
      return { [`${job.name}.svg`]: await drawChart(runtimes, chart) };
    }));
  }
}

if (parentPort) {
  /** @type {unknown} */
  const given = workerData;
  const { specFolder, jobs } = /** @type {{specFolder: string, jobs: ChartJob[]}} */ (given);
  await drawAll(specFolder, jobs, parentPort.postMessage.bind(parentPort));
}
