/*
Ratios as people say them: 12 % slower, 2.4 times. The rules of the Python module
`sysbench_archive.words`, with every number and phrase from /policy.json.
*/
/** @import { Interval } from "./verdict.js" */
/** @import { VerdictPolicy } from "../records.js" */

/** @typedef {Pick<Interval, "low" | "high">} Ends */

/**
 * Whether a ratio is so far from 1 that it is written in times.
 * @param {number} ratio
 * @param {VerdictPolicy} policy
 */
export function isInTimes(ratio, { numerals }) {
  return ratio >= numerals.times_up || ratio <= numerals.times_down;
}

/**
 * A ratio as the difference it is, with its sign: "+8 %", or "2.4 times".
 * @param {number} ratio
 * @param {VerdictPolicy} policy
 */
export function differenceText(ratio, policy) {
  if (isInTimes(ratio, policy)) return policy.words["times-again"].replace("{size}", timesText(ratio, policy));
  return `${signedNumber(ratio - 1, policy)} %`;
}

/** @param {number} share @param {VerdictPolicy} policy */
function signedNumber(share, policy) {
  const text = percentNumber(share, policy);
  return text === "0" ? text : policy.words[share > 0 ? "plus" : "minus"] + text;
}

/**
 * The size of a share as a number of percent.
 * @param {number} share
 * @param {VerdictPolicy} policy
 * @param {number} more Decimals beyond the usual.
 */
function percentNumber(share, { numerals }, more = 0) {
  const size = Math.abs(share);
  return withoutZeros((100 * size).toFixed(more + (size >= numerals.small ? 0 : 1)));
}

/** @param {string} text */
function withoutZeros(text) {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** @param {number} share @param {VerdictPolicy} policy */
export function percent(share, policy) {
  return `${percentNumber(share, policy)} %`;
}

/**
 * The same, rounded up: a promise that fewer digits may not make larger than it is.
 * @param {number} share
 * @param {VerdictPolicy} policy
 */
export function percentUp(share, policy) {
  const step = share >= policy.numerals.small ? 100 : 1000;
  return percent(Math.ceil(share * step - 1e-9) / step, policy);
}

/**
 * A ratio as a number of times: two digits, more where it would read 1 and is not.
 * @param {number} ratio
 * @param {VerdictPolicy} policy
 */
export function timesText(ratio, { numerals }) {
  if (ratio < numerals.least) return `<${numerals.least}`;
  if (ratio >= numerals.large) return ratio.toFixed(0);
  const first = ratio >= 1 ? 1 : 2;
  const texts = [0, 1, 2].map((more) => ratio.toFixed(first + more));
  return withoutZeros(texts.find((text) => Number(text) !== 1) ?? texts[0]);
}

/**
 * A ratio of 2 or more, rounded up to a decimal.
 * @param {number} ratio
 * @param {VerdictPolicy} policy
 */
export function factorUp(ratio, { numerals }) {
  if (ratio >= numerals.large) return String(Math.ceil(ratio));
  return withoutZeros((Math.ceil(ratio * 10 - 1e-9) / 10).toFixed(1));
}

/**
 * The interval of a ratio whose sign stands, as the ratio itself is written, without signs.
 * @param {number} ratio
 * @param {Ends} interval
 * @param {VerdictPolicy} policy
 */
export function sidedRange(ratio, { low, high }, policy) {
  if (isInTimes(ratio, policy)) return rangeText("times-range", timesText(low, policy), timesText(high, policy), policy);
  const ends = [Math.abs(low - 1), Math.abs(high - 1)].sort((a, b) => a - b);
  // Ends that would read alike get another decimal.
  const texts = [0, 1].map((more) => ends.map((end) => percentNotZero(end, more, policy)));
  const [lower, upper] = texts.find(([one, other]) => one !== other) ?? texts[0];
  return rangeText("percent-range", lower, upper, policy);
}

/** @param {number} share @param {number} more @param {VerdictPolicy} policy */
function percentNotZero(share, more, policy) {
  const text = percentNumber(share, policy, more);
  return text === "0" ? `<${withoutZeros((100 * policy.numerals.least_share).toFixed(1))}` : text;
}

/**
 * An interval around 1, with signs, in percent; in times where it is too wide to tell.
 * @param {Ends} interval
 * @param {VerdictPolicy} policy
 */
export function openRange(interval, policy) {
  const { low, high } = interval;
  if (isTooWide(interval, policy)) return rangeText("between", timesText(low, policy), timesText(high, policy), policy);
  return rangeText("percent-range", signedNumber(low - 1, policy), signedNumber(high - 1, policy), policy);
}

/**
 * Whether an interval that holds 1 says less than that nothing was seen.
 * @param {Ends} interval
 * @param {VerdictPolicy} policy
 */
export function isTooWide({ low, high }, { numerals }) {
  return high > numerals.too_wide * low;
}

/** @param {string} phrase @param {string} low @param {string} high @param {VerdictPolicy} policy */
function rangeText(phrase, low, high, { words }) {
  return words[phrase].replace("{low}", low).replace("{high}", high);
}
