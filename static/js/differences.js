/*
Ratios as the differences they are: -12 %, 2.4 times, -26 to +4 %. The rules of the Python package
`sysbench_archive.words`, with numbers and words that Python exports. What is put into a phrase is data: it is
never read as a phrase.
*/
/** @import { NumeralLimits } from "./records.js" */

/** @typedef {{low: number, high: number}} Ends The ends of a range. */

const MOST_DECIMALS = 4;

/**
 * A phrase with its {names} filled in.
 * @param {string} phrase
 * @param {Record<string, string | number>} values
 */
export function filled(phrase, values) {
  return phrase.replace(/\{(\w+)\}/g, (_, /** @type {string} */ name) => String(values[name]));
}

/** @param {string} text */
export function withoutZeros(text) {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/**
 * Whether an interval reaches so far to either side that its ends tell nothing: of the ratio, or of 1 where it leaves that open.
 * @param {Ends} interval
 * @param {NumeralLimits} numerals
 */
export function isWide({ low, high }, { too_wide: most }) {
  return high > most ** 2 * low || (low <= 1 && high >= 1 && Math.max(high, 1 / low) > most);
}

/** Ratios in words. */
export class Differences {
  /** @param {{numerals: NumeralLimits, words: Record<string, string>}} given */
  constructor({ numerals, words }) {
    this.numerals = numerals;
    this.words = words;
  }

  /**
   * A phrase by its name.
   * @param {string} name
   * @param {Record<string, string | number>} values
   */
  phrase(name, values) {
    return filled(this.words[name], values);
  }

  /**
   * A ratio as the difference it is, with its sign: "+8 %", "-65 %", or "2.4 times".
   * @param {number} ratio
   */
  difference(ratio) {
    const [size, unit] = this.endText(ratio, 0);
    return this.phrase(unit, { size });
  }

  /**
   * Two ratios likewise; ends that would read alike, or 0, get more decimals.
   * @param {Ends} ends
   */
  differenceRange({ low, high }) {
    if (low === high) return this.difference(low);
    const texts = [0, 1, 2, 3].map((more) => [this.endText(low, more), this.endText(high, more)]);
    const isApart = texts.find(([[first, unit], [last, other]]) => (first !== last || unit !== other) && first !== "0" && last !== "0");
    const [[first, unit], [last, other]] = isApart ?? texts[0];
    if (unit === other) return this.phrase(unit, { size: this.span(first, last) });
    return this.span(this.phrase(unit, { size: first }), this.phrase(other, { size: last }));
  }

  /** Two ends; one where they read the same. @param {string} low @param {string} high */
  span(low, high) {
    return low === high ? low : this.phrase("range", { low, high });
  }

  /**
   * A ratio as a number, with more decimals where they are wanted, and its unit.
   * @param {number} ratio
   * @param {number} more
   * @returns {[string, "times" | "percent"]}
   */
  endText(ratio, more) {
    if (ratio >= this.numerals.times_up) return [this.times(ratio, more), "times"];
    return [this.signed(ratio - 1, more), "percent"];
  }

  /** @param {number} share @param {number} more Decimals beyond the usual. */
  signed(share, more) {
    const text = this.percentNumber(share, more);
    return text === "0" ? text : this.words[share > 0 ? "plus" : "minus"] + text;
  }

  /**
   * The size of a share as a number of percent; less than all never reads as a loss of 100 %.
   * @param {number} share
   * @param {number} more Decimals beyond the usual.
   * @returns {string}
   */
  percentNumber(share, more = 0) {
    const size = Math.abs(share);
    const decimals = more + (size >= this.numerals.small ? 0 : 1);
    const text = withoutZeros((100 * size).toFixed(decimals));
    return text === "100" && share > -1 && share < 0 && decimals < MOST_DECIMALS ? this.percentNumber(share, more + 1) : text;
  }

  /**
   * A ratio as a number of times: two digits from 1 on.
   * @param {number} ratio
   * @param {number} more Decimals beyond the usual.
   */
  times(ratio, more) {
    return withoutZeros(ratio.toFixed(more + (ratio >= this.numerals.large ? 0 : ratio >= 1 ? 1 : 2)));
  }
}
