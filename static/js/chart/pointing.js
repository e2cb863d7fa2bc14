/*
Which point a reader means, by pointer or by arrow keys, and the small box that tells about it.
*/
/** @import { LiveChart } from "./live.js" */
/** @import { Point } from "./plan.js" */
import { element } from "../elements.js";
import { figureIn, formatCount, placeText } from "./words.js";

/**
 * What a chart points at: a server at a thread count.
 * @typedef {{side: string, threads: number}} Shared
 */

const SHARED = "chart-point";
const REACH = 30;
/**
 * Arrow keys as steps: along a line, across the lines.
 * @type {Record<string, [number, number]>}
 */
const STEPS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Pointing {
  /** @param {LiveChart} live */
  constructor(live) {
    this.live = live;
    /** @type {Point | null} */
    this.point = null;
    this.tapped = false;
    this.ring = element("span", { class: "chart-ring", hidden: true });
    this.tip = element("div", { class: "chart-tip", hidden: true });
    // Screen readers hear of points reached by keys only: a pointer passes over many.
    this.status = element("p", { class: "unseen", role: "status" });
    live.box.append(this.ring, this.tip, this.status);
    live.box.addEventListener("pointermove", (event) => { this.follow(event); });
    live.box.addEventListener("pointerleave", () => { this.leave(); });
    live.box.addEventListener("blur", () => { this.leave(); });
    live.box.addEventListener("click", (event) => { this.click(event); });
    // Charts that stand together point at the same server and thread count.
    live.figure.addEventListener(SHARED, (event) => { this.mirror(/** @type {CustomEvent<Shared | null>} */ (event).detail); });
  }

  /**
   * Show what another chart points at, where this one has it.
   * @param {Shared | null} shared
   */
  mirror(shared) {
    const found = shared && this.live.plan.points.find(({ row }) => row.side === shared.side && row.threads === shared.threads);
    if (found) this.show(found, false);
    else this.leave(false);
  }

  /** Tell the other charts of a group. @param {Shared | null} shared */
  share(shared) {
    const { figure } = this.live;
    for (const other of figure.closest("[data-linked]")?.querySelectorAll("figure.chart") ?? []) {
      if (other !== figure) other.dispatchEvent(new CustomEvent(SHARED, { detail: shared }));
    }
  }

  /** @param {MouseEvent} event */
  follow(event) {
    const found = this.live.zooming?.dragging ? null : this.nearest(event);
    if (found) this.show(found);
    else this.leave();
  }

  /**
   * A tap has no hover: the first tells, the second goes.
   * @param {MouseEvent} event Of type PointerEvent in every browser but old ones of Safari.
   */
  click(event) {
    const found = this.nearest(event);
    if (!found || this.live.zooming?.dragged) return;
    const shown = this.point?.row === found.row;
    const touched = event instanceof PointerEvent && event.pointerType === "touch";
    if (!touched || (shown && this.tapped)) this.live.open(found);
    this.tapped = true;
    this.show(found);
  }

  /**
   * The point near a place of the window; a list has one a line.
   * @param {MouseEvent} event
   */
  nearest(event) {
    const { box, layout: { margins }, plan, single } = this.live;
    const frame = box.getBoundingClientRect();
    const [x, y] = [event.clientX - frame.left - margins.left, event.clientY - frame.top - margins.top];
    /** @type {Point | null} */
    let best = null;
    let least = Infinity;
    for (const point of plan.points) {
      const away = single ? Math.abs(point.top - y) : Math.hypot(point.left - x, point.top - y);
      if (away < least) [best, least] = [point, away];
    }
    return least <= REACH ? best : null;
  }

  /**
   * Move by an arrow key; false when it is none.
   * @param {string} key
   */
  move(key) {
    if (!Object.hasOwn(STEPS, key)) return false;
    const next = this.point ? this.beside(this.point, STEPS[key]) : this.live.plan.points.at(0);
    if (next) {
      this.show(next);
      this.status.textContent = this.lines(next).join(", ");
    }
    return true;
  }

  /**
   * The next point along a line or across the lines; the same where there is none.
   * @param {Point} here
   * @param {[number, number]} step
   */
  beside(here, [along, across]) {
    const { points } = this.live.plan;
    if (this.live.single) return neighbour(points, here, along || across);
    if (along) {
      return neighbour(points.filter(({ row }) => row.side === here.row.side).sort((a, b) => a.left - b.left), here, along);
    }
    return neighbour(points.filter(({ row }) => row.threads === here.row.threads).sort((a, b) => a.top - b.top), here, across);
  }

  /**
   * @param {Point} point
   * @param {boolean} [told] Whether the other charts of a group are told.
   */
  show(point, told = true) {
    if (this.point?.row === point.row && !this.tip.hidden) return;
    if (this.point?.row !== point.row) this.tapped = false;
    this.point = point;
    const [name, ...rest] = this.lines(point);
    this.tip.replaceChildren(element("strong", {}, name), ...rest.map((line) => element("span", {}, line)));
    this.ring.hidden = this.tip.hidden = false;
    this.place(point);
    this.live.box.classList.add("pointing");
    if (told) this.share({ side: point.row.side, threads: point.row.threads });
  }

  /** @param {Point} point */
  place(point) {
    const { layout: { margins }, width, box } = this.live;
    const [x, y] = [point.left + margins.left, point.top + margins.top];
    this.ring.style.transform = `translate(${x}px, ${y}px)`;
    const wide = this.tip.offsetWidth;
    const left = Math.max(0, Math.min(width - wide, x - wide / 2));
    const above = y - this.tip.offsetHeight - 14;
    const top = above < -30 ? Math.min(y + 14, box.offsetHeight) : above;
    this.tip.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  }

  /** @param {boolean} [told] Whether the other charts of a group are told. */
  leave(told = true) {
    if (told && this.point) this.share(null);
    this.point = null;
    this.tapped = false;
    this.ring.hidden = this.tip.hidden = true;
    this.live.box.classList.remove("pointing");
  }

  /** Go to the run of the point that is shown. */
  openPoint() {
    if (this.point) this.live.open(this.point);
  }

  /**
   * Server, threads, value, range and count of runs.
   * @param {Point} point
   */
  lines({ row }) {
    const { chart } = this.live;
    const figure = figureIn(chart);
    const { label, unit } = chart.metric;
    const value = `${label}: ${figure(row.centre)}${unit === "ms" ? " ms" : ""}`;
    const range = row.low < row.high ? `Range ${figure(row.low)} to ${figure(row.high)}` : "";
    const place = placeText(chart.x, row.threads);
    return [row.label, place, value, range, formatCount(row.n, "run")].filter(Boolean);
  }
}

/**
 * The point so many places on among points in their order; the same where that is none.
 * @param {Point[]} points
 * @param {Point} here
 * @param {number} step
 */
function neighbour(points, here, step) {
  const at = points.findIndex(({ row }) => row === here.row) + step;
  return at in points ? points[at] : here;
}
