/*
The switches of a campaign: they choose which of its views the charts show. The address has the view
behind its number sign, as links without this program do. Texts reach the page as text nodes.
*/
/** @import { PanelChart, Side } from "./records.js" */
import { showServers, shownServers } from "./chart/linked.js";
import { DrawnChart } from "./chart/plan.js";
import { figureFor } from "./compare/chart.js";
import { button, element } from "./elements.js";
import { messageOf } from "./errors.js";
import { loadCharts } from "./figures.js";
import { addressOf, fetchJson } from "./site.js";

const KINDS = /** @type {const} */ (["throughput", "ratio", "latency"]);

/**
 * A view: its slug, the place of its choice in each switch, and the element that has the rest.
 * @typedef {{slug: string, choices: number[], place: HTMLElement}} View
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
    const findings = findingsOf(view);
    const said = section.querySelector("[role=status]");
    if (said) said.textContent = findings[0];
    section.querySelector("[data-more]")?.replaceChildren(...findings.slice(1).map((text) => element("li", {}, text)));
    section.querySelector("[data-files]")?.replaceChildren(...copied(view.place.querySelector("[data-files]")));
    void draw(section, charts, view, () => shown === view);
  };
  /** The view that the address names, with the charts in sight. */
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
    shown.place.setAttribute("open", "");
    shown.place.scrollIntoView();
    shown.place.querySelector("summary")?.focus({ preventScroll: true });
  });
  addEventListener("popstate", follow);
  follow();
  if (shown === first) void openFirst(section, charts);
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
  if (shown.choices[place] === choice) link.setAttribute("aria-current", "true");
  else link.removeAttribute("aria-current");
}

/**
 * Up to three sentences; at least one, though it may be empty.
 * @param {View} view
 */
function findingsOf({ place }) {
  const found = [...place.querySelectorAll("[data-finding]")].map(({ textContent }) => textContent);
  return found.length ? found : [""];
}

/** @param {Element | null} from */
function copied(from) {
  return from ? [...from.cloneNode(true).childNodes] : [];
}

/**
 * Let the strip choose among the servers of the charts that the page came with.
 * @param {HTMLElement} section
 * @param {HTMLElement} charts
 */
async function openFirst(section, charts) {
  const strip = section.querySelector(".server-strip");
  const figure = /** @type {HTMLElement | null} */ (charts.querySelector("figure[data-chart]"));
  if (!strip || !figure) return;
  try {
    const file = await fetchJson(figure.dataset.chart ?? "");
    // Another view may have been chosen meanwhile.
    if (figure.isConnected) openStrip(strip, charts, new DrawnChart(/** @type {PanelChart} */ (file)).sides);
  } catch (error) {
    console.warn(`campaign: ${messageOf(error)}`);
  }
}

/**
 * Draw the charts of a view in place of those that are there; these stay where that fails.
 * @param {HTMLElement} section
 * @param {HTMLElement} charts
 * @param {View} view
 * @param {() => boolean} isWanted Whether no other view was chosen meanwhile.
 */
async function draw(section, charts, view, isWanted) {
  try {
    const program = await loadCharts(document.documentElement.dataset.chartModule ?? "");
    const names = KINDS.map((kind) => view.place.dataset[kind]).filter((name) => name !== undefined);
    const files = await Promise.all(names.map((name) => fetchJson(addressOf(`charts/${name}.json`))));
    if (!isWanted()) return;
    const drawn = /** @type {PanelChart[]} */ (files);
    const figures = drawn.map((chart) => figureFor(chart, "unseen"));
    if ("titled" in view.place.dataset) entitle(figures, drawn, findingsOf(view)[0]);
    const strip = section.querySelector(".server-strip");
    const key = figures.at(0)?.querySelector(".chart-key");
    if (strip && key) {
      strip.replaceChildren(...copied(key));
      openStrip(strip, charts, drawn[0].sides);
    }
    for (const old of charts.querySelectorAll("figure.chart")) old.remove();
    charts.prepend(...figures);
    await Promise.all(figures.map((figure, at) => program.drawFigure(figure, drawn[at])));
  } catch (error) {
    console.warn(`campaign: ${messageOf(error)}`);
  }
}

/**
 * The first chart is entitled with what was found in it, as those of the build are.
 * @param {HTMLElement[]} figures
 * @param {PanelChart[]} charts
 * @param {string} finding
 */
function entitle(figures, charts, finding) {
  if (!finding || !figures.length) return;
  figures[0].querySelector("figcaption")?.replaceChildren(finding, " ", element("span", {}, `${charts[0].metric.label}.`));
}

/**
 * Make the entries of a strip switches of their servers: one shows its server in front of the others while it is
 * pointed at, and shows or hides it in all charts when it is pressed.
 * @param {Element} strip
 * @param {HTMLElement} group The charts.
 * @param {Side[]} sides Of the entries, in their order.
 */
function openStrip(strip, group, sides) {
  for (const [at, entry] of [...strip.children].entries()) {
    if (at in sides && !entry.querySelector("button")) makeSwitch(entry, group, sides[at].label);
  }
}

/**
 * @param {Element} entry
 * @param {HTMLElement} group
 * @param {string} label
 */
function makeSwitch(entry, group, label) {
  const isShown = () => !shownServers(group).hidden.includes(label);
  const made = button("", () => {
    const { hidden } = shownServers(group);
    showServers(group, { hidden: isShown() ? [...hidden, label] : hidden.filter((name) => name !== label), front: "" });
    made.setAttribute("aria-pressed", String(isShown()));
  }, { "aria-pressed": String(isShown()), title: `Show or hide ${label}` });
  made.append(...entry.childNodes);
  entry.replaceChildren(made);
  for (const sign of ["pointerenter", "focus"]) {
    made.addEventListener(sign, () => { showServers(group, { front: isShown() ? label : "" }); });
  }
  for (const sign of ["pointerleave", "blur"]) made.addEventListener(sign, () => { showServers(group, { front: "" }); });
}
