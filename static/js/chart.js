/*
Makes a drawn chart interactive in its own place. Until everything is there, and when anything
fails, the drawing of the build stays as it is. Texts reach the page as text nodes, never as markup.
*/
/** @import { PanelChart } from "./records.js" */
/** @import { Runtime, Spec } from "vega" */
import { LiveChart } from "./chart/live.js";
import { DrawnChart } from "./chart/plan.js";
import { runtimeOf } from "./chart/vega.js";
import { messageOf } from "./errors.js";
import { addressOf, fetchJson } from "./site.js";

/** @type {Map<string, Promise<Runtime>>} */
const runtimes = new Map();

/**
 * Make a figure of class "chart" interactive; resolves when it is, or has been left alone.
 * @param {HTMLElement} figure
 */
export async function enhanceFigure(figure) {
  const { chart: address = "", live } = figure.dataset;
  if (!live) await makeInteractive(figure, async () => /** @type {PanelChart} */ (await fetchJson(address)));
}

/**
 * Draw a chart that no build has drawn, from its record, in a figure with an empty drawing.
 * @param {HTMLElement} figure
 * @param {PanelChart} chart
 */
export async function drawFigure(figure, chart) {
  await makeInteractive(figure, () => Promise.resolve(chart));
}

/**
 * @param {HTMLElement} figure
 * @param {() => Promise<PanelChart>} load
 */
async function makeInteractive(figure, load) {
  figure.dataset.live = "loading";
  try {
    const chart = await load();
    const runtime = await loadRuntime(addressOf(`charts/specs/${new DrawnChart(chart).spec}.vg.json`));
    await new LiveChart(figure, chart, runtime).start();
    figure.dataset.live = "on";
  } catch (error) {
    figure.dataset.live = "failed";
    console.warn(`chart: ${messageOf(error)}`);
  }
}

/**
 * The runtime of a spec, which charts of a kind share.
 * @param {string} address
 */
function loadRuntime(address) {
  const known = runtimes.get(address);
  if (known) return known;
  const runtime = fetchJson(address).then((spec) => runtimeOf(/** @type {Spec} */ (spec)));
  runtimes.set(address, runtime);
  return runtime;
}
