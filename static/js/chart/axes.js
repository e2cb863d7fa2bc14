/*
Axes: the span of positions, the ticks in it and their texts. A logarithmic axis is a linear one of
logarithms, so that one drawing serves both. Pure arithmetic; knows nothing of a page.
*/
import { formatDifference, formatTick, formatTimes } from "./words.js";

/**
 * From, to.
 * @typedef {[number, number]} Span
 */

/** @typedef {ReturnType<typeof axisOf>} Axis */

const STEPS = [1, 2, 2.5, 5, 10];
/** Pixels of a digit, and between two labels. */
const [CHARACTER_WIDTH, BETWEEN] = [7.2, 6];
const TICKS = 5;
/** A logarithmic axis of ratios that spans more than this factor has ticks by decades. */
const WIDE = 4;
const RATIO_STEPS = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1];
const RATIO_TICKS = 6;
/** Ratios that an axis of differences in per cent has at its ends. */
const [LEAST_IN_PERCENT, MOST_IN_PERCENT] = [0.2, 2];

/**
 * An axis from zero to a round number over `largest`.
 * @param {number} largest
 */
export function zeroAxis(largest) {
  const step = roundStep((largest || 1) / TICKS);
  const count = Math.ceil((largest || 1) / step - 1e-9);
  const ticks = Array.from({ length: count + 1 }, (_, index) => index * step);
  return axisOf((value) => value, ticks, (value) => formatTick(value, step), [0, count * step]);
}

/** @param {number} least */
function roundStep(least) {
  const unit = 10 ** Math.floor(Math.log10(least));
  return unit * (STEPS.find((step) => step >= least / unit - 1e-9) ?? 10);
}

/**
 * A logarithmic axis that spans `low` to `high`, both above zero.
 * @param {number} low
 * @param {number} high
 */
export function logAxis(low, high) {
  const margin = Math.max(0.03, Math.log10(high / low) * 0.05);
  /** @type {Span} */
  const span = [Math.log10(low) - margin, Math.log10(high) + margin];
  const decades = decadeTicks(span);
  if (decades.length >= 3) return axisOf(Math.log10, decades, (value) => formatTick(value, value), span);
  const [from, to] = [10 ** span[0], 10 ** span[1]];
  const step = roundStep((to - from) / TICKS);
  return axisOf(Math.log10, multiplesIn(step, from, to), (value) => formatTick(value, step), span);
}

/**
 * Round numbers between two powers of ten.
 * @param {Span} span
 */
function decadeTicks([from, to]) {
  const digits = to - from > 3.5 ? [1] : to - from > 1 ? [1, 2, 5] : [1, 2, 3, 4, 5, 6, 8];
  const ticks = [];
  for (let power = Math.floor(from); power <= Math.ceil(to); power += 1) {
    for (const digit of digits) ticks.push(Number(`${digit}e${power}`));
  }
  return ticks.filter((tick) => Math.log10(tick) >= from && Math.log10(tick) <= to);
}

/**
 * An axis for ratios, as the differences they are: in per cent, or where it reaches further in times. 1
 * always is on it, and ticks stay readable close to 1.
 * @param {number} low
 * @param {number} high
 * @param {boolean} log
 */
export function ratioAxis(low, high, log) {
  /** @param {number} value */
  const place = (value) => (log ? Math.log10(value) : value);
  /** @param {number} at */
  const valueAt = (at) => (log ? 10 ** at : at);
  const [least, most] = [Math.min(low, 0.98), Math.max(high, 1.02)];
  const margin = (place(most) - place(least)) * 0.07;
  /** @type {Span} */
  const span = [place(least) - margin, place(most) + margin];
  const step = RATIO_STEPS.find((size) => (most - least) / size <= RATIO_TICKS) ?? roundStep((most - least) / RATIO_TICKS);
  const ticks = log && most / least > WIDE ? decadeTicks(span) : multiplesIn(step, valueAt(span[0]), valueAt(span[1]));
  const inTimes = Math.max(...ticks) > MOST_IN_PERCENT || Math.min(...ticks) < LEAST_IN_PERCENT;
  return { ...axisOf(place, ticks, inTimes ? formatTimes : formatDifference, span), unit: inTimes ? "times" : "" };
}

/** @param {number} step @param {number} from @param {number} to */
function multiplesIn(step, from, to) {
  const first = Math.ceil(from / step - 1e-9);
  const count = Math.floor(to / step + 1e-9) - first + 1;
  return Array.from({ length: count }, (_, index) => (first + index) * step);
}

/**
 * An axis: where values lie on it, its ends, the positions of its ticks, what is written at them and in which unit.
 * @param {(value: number) => number} place
 * @param {number[]} ticks Values.
 * @param {(value: number) => string} text
 * @param {Span} domain Positions.
 */
function axisOf(place, ticks, text, domain) {
  return { place, domain, ticks: ticks.map(place), texts: ticks.map(text), unit: "" };
}

/**
 * Places with points that have a label: the first and the last, those that have one where there is less
 * space, and of the others all that fit, rounder ones first.
 * @param {number[]} counts Ascending.
 * @param {(count: number) => number} position In pixels.
 * @param {(count: number) => string} text
 * @param {number[]} [kept]
 */
export function placeTicks(counts, position, text, kept = []) {
  /** @type {number[]} */
  const chosen = [];
  const inner = counts.slice(1, -1).sort((a, b) => roughness(a) - roughness(b) || a - b);
  for (const count of new Set([...counts.slice(-1), ...counts.slice(0, 1), ...kept, ...inner])) {
    const fits = chosen.every((other) => Math.abs(position(other) - position(count)) >= leastGap(text(count), text(other)));
    if (fits) chosen.push(count);
  }
  return chosen.sort((a, b) => a - b);
}

/**
 * Pixels between the middles of two labels.
 * @param {string} one
 * @param {string} other
 */
function leastGap(one, other) {
  return (CHARACTER_WIDTH / 2) * (one.length + other.length) + BETWEEN;
}

/**
 * Powers of two first, then round decimal numbers, then the rest.
 * @param {number} count
 */
function roughness(count) {
  if (Number.isInteger(Math.log2(count))) return 0;
  return /^[125]0*$/.test(String(count)) ? 1 : 2;
}
