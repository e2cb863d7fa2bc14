/*
Makes a drawn chart interactive in its own place. Until all is there, and when anything fails, the
drawing of the build stays as it is. Texts reach the page as text nodes, never as markup.
*/
import { LiveChart } from "./chart/live.js";
import { specOf } from "./chart/plan.js";
import { runtimeOf } from "./chart/vega.js";

const runtimes = new Map();

/** Make a figure of class "chart" interactive; resolves when it is, or has been left alone. */
export async function enhance(figure) {
  if (!figure.dataset.live) await alive(figure, () => fetched(figure.dataset.chart));
}

/** Draw a chart that no build has drawn, from its record, in a figure with an empty drawing. */
export async function show(figure, chart) {
  await alive(figure, () => chart);
}

async function alive(figure, record) {
  figure.dataset.live = "loading";
  try {
    const base = document.documentElement.dataset.base ?? "/";
    const chart = await record();
    const runtime = await runtimeFor(`${base}charts/specs/${specOf(chart)}.vg.json`);
    await new LiveChart(figure, chart, runtime, base).start();
    figure.dataset.live = "on";
  } catch (error) {
    figure.dataset.live = "failed";
    console.warn(`chart: ${error.message}`);
  }
}

function runtimeFor(address) {
  if (!runtimes.has(address)) runtimes.set(address, fetched(address).then(runtimeOf));
  return runtimes.get(address);
}

async function fetched(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}`);
  return answer.json();
}
