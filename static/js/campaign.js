/*
The switches of a campaign: they choose which of its views the charts show. The address has the view
behind its number sign, as links without this program do. Texts reach the page as text nodes.
*/
/** @import { ChartFile } from "./records.js" */
import { chartOf } from "./chart/record.js";
import { figureFor } from "./compare/chart.js";
import { messageOf } from "./errors.js";
import { loadCharts } from "./figures.js";
import { addressOf, basePath, fetchJson } from "./site.js";

const KINDS = /** @type {const} */ (["throughput", "ratio"]);

/**
 * A view: its slug, a choice for each switch, and the element that has the rest.
 * @typedef {{slug: string, choices: string[], place: HTMLElement}} View
 */

/**
 * Let the switches of a section choose among the views of its page.
 * @param {HTMLElement} section
 */
export function open(section) {
  const places = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("details[data-view]"));
  /** @type {View[]} */
  const views = [...places].map(viewOf);
  const links = /** @type {NodeListOf<HTMLAnchorElement>} */ (section.querySelectorAll("a[data-switch]"));
  /** @type {View} */
  let shown = views[0];
  /** @param {View} view */
  const show = (view) => {
    if (view === shown) return;
    shown = view;
    for (const link of links) point(link, view, views);
    const finding = section.querySelector("[data-finding]");
    if (finding) finding.textContent = view.place.querySelector("summary > span")?.textContent ?? "";
    const charts = section.querySelector("[data-linked]");
    if (charts instanceof HTMLElement) void draw(charts, view, () => shown === view);
  };
  /** The view that the address names, with the charts in sight. */
  const follow = () => {
    const { hash } = location;
    const view = hash ? views.find(({ slug }) => slug === hash.slice(1)) : views[0];
    if (!view) return;
    show(view);
    if (hash) section.scrollIntoView();
  };
  for (const link of links) {
    link.addEventListener("click", (event) => {
      const view = views.find(({ slug }) => slug === link.hash.slice(1));
      if (!view || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      history.pushState(null, "", link.hash);
      show(view);
    });
  }
  addEventListener("popstate", follow);
  follow();
}

/**
 * @param {HTMLElement} place
 * @returns {View}
 */
function viewOf(place) {
  /** @type {unknown} */
  const choices = JSON.parse(place.dataset.choices ?? "[]");
  return { slug: place.dataset.view ?? "", choices: /** @type {string[]} */ (choices), place };
}

/**
 * Let a link of a switch lead to the view that differs least from the one that is shown.
 * @param {HTMLAnchorElement} link
 * @param {View} shown
 * @param {View[]} views
 */
function point(link, shown, views) {
  const place = Number(link.dataset.switch);
  const choice = link.textContent;
  /** @param {View} view */
  const alike = ({ choices }) => choices.filter((value, at) => value === shown.choices[at]).length;
  const [nearest] = views.filter(({ choices }) => choices[place] === choice).sort((one, other) => alike(other) - alike(one));
  link.hash = nearest.slug;
  if (shown.choices[place] === choice) link.setAttribute("aria-current", "true");
  else link.removeAttribute("aria-current");
}

/**
 * Draw the charts of a view in place of those that are there; these stay where that fails.
 * @param {HTMLElement} charts
 * @param {View} view
 * @param {() => boolean} isWanted Whether no other view was chosen meanwhile.
 */
async function draw(charts, view, isWanted) {
  try {
    const program = await loadCharts(document.documentElement.dataset.chartModule ?? "");
    const names = KINDS.map((kind) => view.place.dataset[kind]).filter((name) => name !== undefined);
    const files = await Promise.all(names.map((name) => fetchJson(addressOf(basePath(), `charts/${name}.json`))));
    if (!isWanted()) return;
    const drawn = files.map((file) => chartOf(/** @type {ChartFile} */ (file)));
    const figures = drawn.map((chart) => figureFor(chart));
    charts.replaceChildren(...figures);
    await Promise.all(figures.map((figure, at) => program.drawFigure(figure, drawn[at])));
  } catch (error) {
    console.warn(`campaign: ${messageOf(error)}`);
  }
}
