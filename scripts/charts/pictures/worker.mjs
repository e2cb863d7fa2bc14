/*
Makes a share of the pictures, in a thread or in the main one, and reports each as it is done.
*/
/** @import { Theme } from "./colours.mjs" */
/** @import { PictureWords } from "./compose.mjs" */
/** @import { PictureEntry, PictureJob } from "./store.mjs" */
import { readFileSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { messageOf } from "../../../static/js/errors.js";
import { readJson } from "../store.mjs";
import { lightTheme } from "./colours.mjs";
import { cardDocument, chartDocument } from "./compose.mjs";
import { rasterise } from "./raster.mjs";
import { pictureOf } from "./standalone.mjs";
import { SHEETS, keepPictures } from "./store.mjs";

/**
 * What became of a job: its entry in the record, or a sentence that says why there are no pictures.
 * @typedef {{name: string, entry: PictureEntry} | {name: string, problem: string}} PictureReport
 */

/**
 * @param {PictureJob[]} jobs
 * @param {(report: PictureReport) => void} report
 */
export async function drawAll(jobs, report) {
  const theme = lightTheme(...SHEETS.map((path) => readFileSync(path, "utf8")));
  for (const job of jobs) {
    report(drawOne(job, theme));
    // Pixels are given back between turns of the event loop, not within one.
    await setImmediate();
  }
}

/**
 * @param {PictureJob} job
 * @param {Theme} theme
 * @returns {PictureReport}
 */
function drawOne(job, theme) {
  try {
    return { name: job.name, entry: keepPictures(job, picturesOf(job, theme)) };
  } catch (error) {
    return { name: job.name, problem: messageOf(error) };
  }
}

/** @param {PictureJob} job @param {Theme} theme */
function picturesOf(job, theme) {
  const words = /** @type {PictureWords} */ (readJson(job.input));
  const drawing = job.drawing && readFileSync(job.drawing, "utf8");
  const at = drawing ? (/** @type {number} */ stretch) => pictureOf(drawing, theme, stretch) : null;
  return {
    ...(at && { "chart.svg": chartDocument(at(1), words, theme) }),
    ...(words.card && { "card.png": rasterise(cardDocument(at, words, theme)) }),
  };
}

if (parentPort) {
  /** @type {unknown} */
  const given = workerData;
  const { jobs } = /** @type {{jobs: PictureJob[]}} */ (given);
  await drawAll(jobs, parentPort.postMessage.bind(parentPort));
}
