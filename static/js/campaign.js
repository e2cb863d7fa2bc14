/*
The switches of a page of comparisons: they choose which of its panels the charts show. The address has
the panel behind its number sign, as links without this program do. Texts reach the page as text nodes.
*/
/** @import { PanelChart } from "./records.js" */
import { figureFor } from "./compare/chart.js";
import { element } from "./elements.js";
import { messageOf } from "./errors.js";
import { loadCharts } from "./figures.js";
import { addressOf, fetchJson } from "./site.js";

const KINDS = /** @type {const} */ (["throughput", "ratio", "latency"]);

/**
 * A panel: its slug, the place of its choice in each switch, and the element that has the rest.
 * @typedef {{slug: string, choices: number[], place: HTMLElement}} View
 */

/**
 * Let the switches of a section choose among the panels of its page.
 * @param {HTMLElement} section
 */
export function open(section) {
  const places = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("details[data-view]"));
  /** @type {View[]} */
  const views = [...places].map(viewOf);
  const links = /** @type {NodeListOf<HTMLAnchorElement>} */ (section.querySelectorAll("a[data-switch]"));
  const charts = /** @type {HTMLElement | null} */ (section.querySelector("[data-linked]"));
  if (!charts || !views.length) return;
  const first = views.find(({ slug }) => slug === section.dataset.shown) ?? views[0];
  /** @type {View} */
  let shown = first;
  /** @param {View} view */
  const show = (view) => {
    if (view === shown) return;
    shown = view;
    for (const link of links) point(link, view, views);
    const said = section.querySelector("[role=status]");
    if (said) said.textContent = findingOf(view) || labelOf(view);
    section.querySelector("[data-files]")?.replaceChildren(...copied(view.place.querySelector("[data-files]")));
    void draw(charts, view, () => shown === view);
  };
  /** The panel that the address names, with the charts in sight. */
  const follow = () => {
    const { hash } = location;
    const view = hash ? views.find(({ slug }) => slug === hash.slice(1)) : first;
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
  section.querySelector("[data-files]")?.addEventListener("click", (event) => {
    if (!(event.target instanceof HTMLElement) || !("table" in event.target.dataset)) return;
    event.preventDefault();
    for (const place of [shown.place.parentElement?.closest("details"), shown.place]) place?.setAttribute("open", "");
    shown.place.scrollIntoView();
    shown.place.querySelector("summary")?.focus({ preventScroll: true });
  });
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
  return { slug: place.dataset.view ?? "", choices: /** @type {number[]} */ (choices), place };
}

/**
 * Let a link of a switch lead to the view that differs least from the one that is shown.
 * @param {HTMLAnchorElement} link
 * @param {View} shown
 * @param {View[]} views
 */
function point(link, shown, views) {
  const place = Number(link.dataset.switch);
  const choice = Number(link.dataset.choice);
  /** @param {View} view */
  const alike = ({ choices }) => choices.filter((value, at) => value === shown.choices[at]).length;
  const [nearest] = views.filter(({ choices }) => choices[place] === choice).sort((one, other) => alike(other) - alike(one));
  link.hash = nearest.slug;
  // What no panel has together with the choices above it is not offered, nor is a switch of one choice.
  const fits = views.filter(({ choices }) => choices.every((value, at) => at >= place || value === shown.choices[at]));
  link.closest("li")?.toggleAttribute("hidden", !fits.some(({ choices }) => choices[place] === choice));
  link.closest("nav")?.toggleAttribute("hidden", new Set(fits.map(({ choices }) => choices[place])).size < 2);
  if (shown.choices[place] === choice) link.setAttribute("aria-current", "true");
  else link.removeAttribute("aria-current");
}

/** @param {View} view */
function labelOf({ place }) {
  return place.querySelector("summary :is(b, h2)")?.textContent ?? "";
}

/**
 * What was found in it, where its charts say so.
 * @param {View} view
 */
function findingOf({ place }) {
  return "titled" in place.dataset ? place.querySelector("[data-finding]")?.textContent ?? "" : "";
}

/** @param {Element | null} from */
function copied(from) {
  return from ? [...from.cloneNode(true).childNodes] : [];
}

/**
 * Draw the charts of a panel in place of those that are there; these stay where that fails.
 * @param {HTMLElement} charts
 * @param {View} view
 * @param {() => boolean} isWanted Whether no other panel was chosen meanwhile.
 */
async function draw(charts, view, isWanted) {
  try {
    const program = await loadCharts(document.documentElement.dataset.chartModule ?? "");
    const kinds = KINDS.filter((kind) => chartOf(view, kind) && slotOf(charts, kind));
    const files = /** @type {PanelChart[]} */ (await Promise.all(kinds.map((kind) => fetchJson(addressOf(`charts/${chartOf(view, kind)}.json`)))));
    if (!isWanted()) return;
    const figures = files.map((chart) => figureFor(chart, "unseen"));
    for (const kind of KINDS) slotOf(charts, kind)?.replaceChildren(...figures.filter((_, at) => kinds[at] === kind));
    for (const [at, figure] of figures.entries()) entitle(figure, kinds[at], view);
    await Promise.all(figures.map((figure, at) => program.drawFigure(figure, files[at])));
  } catch (error) {
    console.warn(`campaign: ${messageOf(error)}`);
  }
}

/**
 * The name of a chart of a view; in the page a long slug in it is "%".
 * @param {View} view @param {typeof KINDS[number]} kind
 */
function chartOf({ slug, place }, kind) {
  return (place.dataset[kind] ?? "").replaceAll("%", slug);
}

/** @param {HTMLElement} charts @param {string} kind */
function slotOf(charts, kind) {
  return charts.querySelector(`[data-slot=${kind}]`);
}

/**
 * A chart has the title that one of the build has, that of its panel; the first has what was found in it.
 * @param {HTMLElement} figure
 * @param {string} kind
 * @param {View} view
 */
function entitle(figure, kind, view) {
  const title = figure.querySelector("figcaption");
  const found = findingOf(view);
  if (kind !== "latency") title?.replaceChildren(element("b", { class: "unseen" }, labelOf(view)));
  if (kind === "throughput" && found) title?.append(" ", element("span", {}, found));
}
