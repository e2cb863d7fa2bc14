/*
A live chart: the state a reader has brought it into, and its picture. Owns the box that takes the
place of the drawing, of exactly its size.
*/
/** @import { Layout, Plan, PlanState, Point } from "./plan.js" */
/** @import { PanelChart } from "../records.js" */
/** @import { Runtime } from "vega" */
import { element } from "../elements.js";
import { addressOf } from "../site.js";
import { followServers } from "./linked.js";
import { DrawnChart } from "./plan.js";
import { Pointing } from "./pointing.js";
import { addTools } from "./tools.js";
import { drawPlan, viewOf } from "./vega.js";
import { Zoom } from "./zoom.js";

/**
 * What a reader has chosen to see.
 * @typedef {Pick<PlanState, "log" | "hidden" | "behind" | "zoom">} Choices
 */

/** Pixels of a window that are not for the plot in full screen. */
const FULL_SCREEN_REST = 290;
const EXPORT_WIDTH = 720;
const HELP = "Arrow keys move from point to point, Enter opens a point's run, plus and minus zoom, Escape shows everything.";

/** @type {Record<string, (live: LiveChart) => void>} */
const KEYS = {
  Enter: ({ pointing }) => { pointing.openPoint(); },
  "+": ({ zooming }) => { zooming?.in(); },
  "=": ({ zooming }) => { zooming?.in(); },
  "-": ({ zooming }) => { zooming?.out(); },
  Escape: ({ zooming }) => { zooming?.reset(); },
};

export class LiveChart {
  /**
   * @param {HTMLElement} figure The figure that holds the drawing.
   * @param {PanelChart} chart
   * @param {Runtime} runtime Of the chart's spec.
   */
  constructor(figure, chart, runtime) {
    const drawing = figure.querySelector(".chart-drawing");
    if (!drawing) throw new Error("the figure has no drawing");
    this.figure = figure;
    this.chart = chart;
    this.runtime = runtime;
    this.drawing = drawing;
    this.drawn = new DrawnChart(chart);
    this.single = this.drawn.isList;
    /** @type {Choices} */
    this.choices = { log: this.drawn.startsLogarithmic, hidden: new Set(), behind: new Set(), zoom: null };
    this.picture = element("div", { class: "chart-picture", "aria-hidden": "true" });
    this.box = element("div", { class: "chart-live", tabindex: "0", role: "group", "aria-roledescription": "interactive chart", "aria-label": `${chart.title}. ${HELP}` });
    this.box.append(this.picture);
    this.view = viewOf(runtime, "svg").initialize(this.picture);
    this.width = drawing.getBoundingClientRect().width;
    this.layout = this.drawn.layout(this.width, this.plotHeight());
    this.plan = this.planFor(this.layout);
    this.pointing = new Pointing(this);
    this.zooming = this.single ? null : new Zoom(this);
  }

  /** Draw, and take the place of the drawing once the picture is there. */
  async start() {
    await this.draw();
    this.drawing.before(this.box);
    this.drawing.classList.add("replaced");
    this.box.addEventListener("keydown", (event) => { this.press(event); });
    addTools(this);
    followServers(this);
    new ResizeObserver(() => { this.resize(); }).observe(this.box);
  }

  /**
   * Change what is shown.
   * @param {Partial<Choices>} choices
   */
  change(choices) {
    Object.assign(this.choices, choices);
    this.pointing.leave();
    void this.draw();
  }

  resize() {
    const { width } = this.box.getBoundingClientRect();
    const height = this.plotHeight();
    if (!width || (width === this.width && height === this.layout.size.height)) return;
    this.width = width;
    this.pointing.leave();
    void this.draw();
  }

  async draw() {
    this.layout = this.drawn.layout(this.width, this.plotHeight());
    this.plan = this.planFor(this.layout);
    const { size, margins } = this.layout;
    this.box.style.height = `${size.height + margins.top + margins.bottom}px`;
    await drawPlan(this.view, size, margins, this.plan);
  }

  /**
   * @param {Layout} layout
   * @returns {Plan}
   */
  planFor({ size, ends }) {
    return this.drawn.plan({ ...this.choices, ...size, ends });
  }

  plotHeight() {
    const usual = this.drawn.height;
    if (document.fullscreenElement !== this.figure || this.single) return usual;
    return Math.max(usual, innerHeight - FULL_SCREEN_REST);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isKnown = Object.hasOwn(KEYS, event.key);
    if (isKnown) KEYS[event.key](this);
    if (this.pointing.move(event.key) || (isKnown && event.key !== "Escape")) event.preventDefault();
  }

  /**
   * Go to the run of a point.
   * @param {Point} point
   */
  open(point) {
    location.assign(addressOf(point.row.path));
  }

  /** The whole chart as an SVG of its own, as wide as a page's column, labels included, and its size in pixels. */
  async export() {
    const layout = this.drawn.layout(Math.max(this.width, EXPORT_WIDTH), this.layout.size.height);
    const view = viewOf(this.runtime, "none");
    await drawPlan(view, layout.size, layout.margins, this.planFor(layout));
    const svg = await view.toSVG();
    view.finalize();
    const { size, margins } = layout;
    return { svg, width: margins.left + size.width + margins.right, height: margins.top + size.height + margins.bottom };
  }
}
