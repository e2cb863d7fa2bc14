/*
Any series or runs side by side, by the rules the build applies. Loaded by its own page only. What
the address says chooses among what the archive holds; it never becomes markup.
*/
/** @import { LabelledSide, OtherSide, Side } from "./compare/sides.js" */
/** @import { PanelChart, PolicyRecord } from "./records.js" */
import { readAddress, writeAddress } from "./compare/address.js";
import { chartOf, figureFor } from "./compare/chart.js";
import { copyButtons } from "./compare/copying.js";
import { judgeSides } from "./compare/judged.js";
import { labelSides, loadSides } from "./compare/sides.js";
import { comparisonParts } from "./compare/view.js";
import { element } from "./elements.js";
import { loadCharts } from "./figures.js";
import { messageOf } from "./errors.js";
import { addressOf, fetchJson, fetchJsonIfAny } from "./site.js";

const FAILED = "The rules of comparisons could not be loaded. Try again later.";

/**
 * Fill `place`. Its data name the policy and /explore/.
 * @param {HTMLElement} place
 */
export async function open(place) {
  const asked = readAddress(location.search);
  place.replaceChildren(element("p", { role: "status", class: "meta" }, "Loading…"));
  const { sides, others, complaints } = await loadSides(asked.sides, (path) => fetchJsonIfAny(addressOf(path)));
  const notes = [...asked.complaints, ...complaints];
  if (!sides.length) {
    place.replaceChildren(...noticeOf(notes), linkToExplore(place, []));
    return;
  }
  try {
    await showComparison(place, { sides: labelSides(sides), others }, notes);
  } catch (error) {
    place.replaceChildren(...noticeOf([...notes, FAILED]));
    console.warn(`compare: ${messageOf(error)}`);
  }
}

/**
 * @param {HTMLElement} place
 * @param {{sides: LabelledSide[], others: OtherSide[]}} found Others could be added.
 * @param {string[]} notes
 */
async function showComparison(place, { sides, others }, notes) {
  const { policy: address = "", explore = "" } = place.dataset;
  const policy = /** @type {PolicyRecord} */ (await fetchJson(address));
  const result = judgeSides(sides, policy);
  const words = { ...policy.verdicts, found: policy.found, values: policy.values };
  const [answer, ...rest] = comparisonParts(sides, result, { words, explore, others });
  const chart = result.metric ? chartOf(sides, result.rows, result.metric) : null;
  const figure = chart ? figureFor(chart, "words") : null;
  place.replaceChildren(...noticeOf(notes), sides.length > 1 ? answer : linkToExplore(place, sides), copyButtons(sides, result), figure ?? "", ...rest);
  document.title = `${sides.map(({ label }) => label).join(" · ")} · ${document.title}`;
  const program = document.documentElement.dataset.chartModule;
  if (chart && figure && program) void drawChart(program, figure, chart);
}

/**
 * Draw the chart in its figure; without its program the figures and the answer stand alone.
 * @param {string} program Address of the charts' program.
 * @param {HTMLElement} figure
 * @param {PanelChart} chart
 */
async function drawChart(program, figure, chart) {
  try {
    await (await loadCharts(program)).drawFigure(figure, chart);
  } catch (error) {
    console.warn(`compare: ${messageOf(error)}`);
  }
}

/** @param {string[]} notes */
function noticeOf(notes) {
  return notes.length ? [element("div", { class: "notice", role: "status" }, ...notes.map((text) => element("p", {}, text)))] : [];
}

/**
 * @param {HTMLElement} place
 * @param {Side[]} sides
 */
function linkToExplore(place, sides) {
  const address = (place.dataset.explore ?? "") + (sides.length ? writeAddress(sides) : "");
  return element("p", {}, element("a", { class: "action", href: address }, sides.length ? "Choose another side" : "Choose sides"));
}
