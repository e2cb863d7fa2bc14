/*
Zoom along the threads: drag across, pinch or Ctrl with the wheel, plus and minus. The wheel alone
scrolls the page, except in full screen.
*/
/** @import { Span } from "./axes.js" */
/** @import { LiveChart } from "./live.js" */
import { element } from "../elements.js";

const STEP = 1.6;
const WHEEL_STEP = 1.15;
const LEAST_DRAG = 8;
/** Closest zoom, as a factor. */
const MOST_ZOOM = 40;

export class Zoom {
  /** @param {LiveChart} live */
  constructor(live) {
    this.live = live;
    /** @type {number | null} */
    this.from = null;
    this.dragged = false;
    this.brush = element("span", { class: "chart-brush", hidden: true });
    live.box.append(this.brush);
    live.box.addEventListener("pointerdown", (event) => { this.press(event); });
    live.box.addEventListener("pointermove", (event) => { this.drag(event); });
    live.box.addEventListener("pointerup", (event) => { this.release(event); });
    live.box.addEventListener("pointercancel", () => { this.drop(); });
    live.box.addEventListener("wheel", (event) => { this.wheel(event); }, { passive: false });
  }

  get dragging() {
    return this.from !== null && this.dragged;
  }

  /**
   * Zoom in (factor above 1) or out; the place `centre`, in pixels of the plot, stays where it is.
   * @param {number} factor
   * @param {number} [centre]
   */
  by(factor, centre = this.live.layout.size.width / 2) {
    const { domain, full } = this.live.plan.x;
    const least = (full[1] - full[0]) / MOST_ZOOM;
    const span = Math.max(least, (domain[1] - domain[0]) / factor);
    if (span >= full[1] - full[0]) {
      this.reset();
      return;
    }
    const start = this.placeAt(centre) - (centre / this.live.layout.size.width) * span;
    this.to([start, start + span]);
  }

  /**
   * Zoom to positions, kept inside what there is.
   * @param {Span} span
   */
  to([from, to]) {
    const { full } = this.live.plan.x;
    const shift = Math.max(0, full[0] - from) - Math.max(0, to - full[1]);
    this.live.change({ zoom: [from + shift, to + shift] });
  }

  reset() {
    this.live.change({ zoom: null });
  }

  in() {
    this.by(STEP);
  }

  out() {
    this.by(1 / STEP);
  }

  /**
   * The position on the axis of a place in the plot.
   * @param {number} pixels
   */
  placeAt(pixels) {
    const { domain } = this.live.plan.x;
    return domain[0] + (pixels / this.live.layout.size.width) * (domain[1] - domain[0]);
  }

  /**
   * Pixels from the left of the plot, kept inside it.
   * @param {MouseEvent} event
   */
  across(event) {
    const { box, layout: { margins, size } } = this.live;
    const x = event.clientX - box.getBoundingClientRect().left - margins.left;
    return Math.max(0, Math.min(size.width, x));
  }

  /** @param {PointerEvent} event */
  press(event) {
    this.dragged = false;
    if (event.pointerType !== "touch" && event.button === 0) this.from = this.across(event);
  }

  /** @param {PointerEvent} event */
  drag(event) {
    if (this.from === null) return;
    const to = this.across(event);
    if (!this.dragged && Math.abs(to - this.from) < LEAST_DRAG) return;
    if (!this.dragged) this.live.box.setPointerCapture(event.pointerId);
    this.dragged = true;
    this.brush.hidden = false;
    const { margins, size } = this.live.layout;
    Object.assign(this.brush.style, {
      left: `${margins.left + Math.min(this.from, to)}px`, width: `${Math.abs(to - this.from)}px`,
      top: `${margins.top}px`, height: `${size.height}px`,
    });
  }

  /** @param {PointerEvent} event */
  release(event) {
    const { from, dragged } = this;
    this.drop();
    if (from === null || !dragged) return;
    const to = this.across(event);
    this.to([this.placeAt(Math.min(from, to)), this.placeAt(Math.max(from, to))]);
  }

  drop() {
    this.from = null;
    this.brush.hidden = true;
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    const full = document.fullscreenElement === this.live.figure;
    if (!event.ctrlKey && !event.metaKey && !full) return;
    event.preventDefault();
    this.by(event.deltaY < 0 ? WHEEL_STEP : 1 / WHEEL_STEP, this.across(event));
  }
}
