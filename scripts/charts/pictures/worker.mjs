/**
 * Makes a share of the pictures, in a thread or in the main one, and reports each as it is done:
 * {name, entry} or {name, problem}.
 */
import { readFileSync } from "node:fs";
import { isMainThread, parentPort, workerData } from "node:worker_threads";
import { lightTheme } from "./colours.mjs";
import { cardDocument, chartDocument } from "./compose.mjs";
import { rasterise } from "./raster.mjs";
import { picture } from "./standalone.mjs";
import { SHEETS, keep } from "./store.mjs";

export async function drawAll(jobs, report) {
  const theme = lightTheme(...SHEETS.map((path) => readFileSync(path, "utf8")));
  for (const job of jobs) {
    report(drawOne(job, theme));
    // Pixels are given back between turns of the event loop, not within one.
    await new Promise(setImmediate);
  }
}

function drawOne(job, theme) {
  try {
    return { name: job.name, entry: keep(job, picturesOf(job, theme)) };
  } catch (error) {
    return { name: job.name, problem: error.message };
  }
}

function picturesOf(job, theme) {
  const words = JSON.parse(readFileSync(job.input, "utf8"));
  const drawing = job.drawing && readFileSync(job.drawing, "utf8");
  const at = drawing && ((stretch) => picture(drawing, theme, baseOf(words), stretch));
  const files = at ? { "chart.svg": chartDocument(at(1), words, theme) } : {};
  return { ...files, "card.png": rasterise(cardDocument(at, words, theme)) };
}

// The permanent address of the archive, to which a drawing's links are relative.
function baseOf({ url, name }) {
  return url.slice(0, url.lastIndexOf(`/comparisons/${name}/`));
}

if (!isMainThread && workerData?.jobs) await drawAll(workerData.jobs, (message) => parentPort.postMessage(message));
