/*
What a verdict says: ratios as differences (-12 %, 2.4 times), its sentences, the entries of its strip. The rules of the Python package `sysbench_archive.words`, with every number and phrase from
/policy.json. What is put into a phrase is data: it is never read as a phrase, and reaches the page as text.
*/
/** @import { Context, Direction, HeadlineContrast } from "./verdict.js" */
/** @import { VerdictPolicy } from "../records.js" */
/** @import { Ends } from "../differences.js" */
import { Differences, isWide, withoutZeros } from "../differences.js";

/** @typedef {{direction: Direction, headline: HeadlineContrast[]}} Judged */

/**
 * What a sentence calls the two sides.
 * @typedef {{baseline: string, candidate: string}} Labels
 */

/**
 * What is found at a thread count, as sentences group it; signed is faster or slower.
 * @typedef {"signed" | "equivalent" | "no-clear-difference" | "too-noisy" | "cannot-tell" | "held" | "unsettled" | "not-comparable"} Found
 */

/**
 * Findings that a sentence ends with, in this order.
 * @type {Found[]}
 */
const RESTS = ["equivalent", "no-clear-difference", "too-noisy", "cannot-tell", "held", "unsettled"];
/** Those that give a reason of their own where nothing else is found. */
const LEFT_OUT = RESTS.slice(-2);
/**
 * Findings that a sentence begins with where nothing stands, the first that there is.
 * @type {Found[]}
 */
const LEADS = ["too-noisy", "no-clear-difference", "equivalent", ...LEFT_OUT];

const BEYOND_DIGITS = 1e-4;

/** @param {HeadlineContrast} judged */
function ratioOf({ contrast }) {
  return Math.exp(contrast.log.mean);
}

/** The words for what is judged under a policy, in a context. */
export class Wording extends Differences {
  /** @param {VerdictPolicy} policy @param {Context} context @param {Labels} labels */
  constructor(policy, context, labels) {
    super(policy);
    this.policy = policy;
    this.context = context;
    this.labels = labels;
    /** Whether figures are those of a publication, without the output behind them. */
    this.isPublished = policy.published.includes(context.evidence);
  }

  /** @param {Judged} verdict */
  sentence(verdict) {
    const { direction, headline } = verdict;
    /** @type {Map<Found, HeadlineContrast[]>} */
    const groups = new Map();
    for (const judged of headline) groups.set(this.foundOf(judged), [...groups.get(this.foundOf(judged)) ?? [], judged]);
    const lead = this.leadOf(direction, groups);
    const group = groups.get(lead) ?? [];
    const rests = direction === "not-comparable" ? [] : RESTS.filter((found) => found !== lead && groups.has(found));
    const resolvable = lead === "no-clear-difference" ? this.resolvableText(group) : "";
    const noted = lead === "not-comparable" ? [] : headline;
    const unrepeated = lead === "signed" && group.some((judged) => this.isUnrepeated(judged));
    return [
      lead === "signed" ? this.signedText(group) : this.undecidedText(lead, group, verdict),
      ...rests.map((found) => this.phrase(`rest-${found}`, { margin: this.percent(this.policy.margin), places: this.groupPlaces(found, groups.get(found) ?? []) })),
      ...(resolvable ? [this.phrase("resolvable", { resolvable })] : []),
      ...noted.flatMap((judged) => this.wholeText(judged)),
      ...(unrepeated ? [this.phrase("noise", { threshold: this.noiseText() })] : []),
      ...noted.flatMap(({ contrast: { threads } }) => (this.context.replications.get(threads) ?? [])
        .filter(({ agrees }) => !agrees)
        .map(({ ratio }) => this.phrase("disagrees", { difference: this.difference(ratio), place: this.at([threads]) }))),
    ].join(this.words.sentence) + this.words.end;
  }

  /**
   * The ratio over whole runs beside one over a part of them, where they read differently.
   * @param {HeadlineContrast} judged
   */
  wholeText({ contrast: { held, window, whole, log, threads } }) {
    const [over, difference] = [log.mean, whole].map((mean) => this.difference(Math.exp(mean)));
    if (held || window === "whole" || window === "never" || over === difference) return [];
    return [this.phrase(`over-${window}`, { difference, places: this.phrase("at", { place: this.threads([threads]) }) })];
  }

  /**
   * An entry of the strip of a verdict.
   * @param {HeadlineContrast} judged
   */
  entry(judged) {
    const found = this.foundOf(judged);
    const difference = this.difference(ratioOf(judged));
    if (found === "signed") return difference;
    if (found === "cannot-tell" && this.isUnrepeated(judged)) return this.phrase(this.isPublished ? "entry-published" : "entry-single", { difference });
    const range = judged.interval && found === "too-noisy" ? this.intervalText(judged.interval) : "";
    return this.phrase(range ? `entry-${found}-range` : `entry-${found}`, { range });
  }

  /**
   * A few names in a row; of many the first, and how many more.
   * @param {string[]} names
   */
  listed(names) {
    const { listed: most } = this.policy;
    if (names.length <= most) return this.joined(names);
    return this.joined([...names.slice(0, most - 1), this.phrase("more", { count: names.length - most + 1 })]);
  }

  /** @param {string[]} names */
  joined(names) {
    if (names.length < 2) return names.join("");
    return names.slice(0, -1).join(this.words.comma) + this.words.and + names[names.length - 1];
  }

  /**
   * Whether the figures say something, and only nothing tells how they vary.
   * @param {HeadlineContrast} judged
   */
  isUnrepeated({ interval }) {
    return interval === null && !this.context.rateLimited && !this.context.blockers.length;
  }

  /**
   * @param {HeadlineContrast} judged
   * @returns {Found}
   */
  foundOf({ contrast, direction }) {
    if (contrast.held && direction === "cannot-tell") return "held";
    if (contrast.window === "never" && direction === "cannot-tell") return "unsettled";
    return direction === "faster" || direction === "slower" ? "signed" : /** @type {Found} */ (direction);
  }

  /**
   * What a sentence begins with: what stands, else the direction.
   * @param {Direction} direction
   * @param {Map<Found, HeadlineContrast[]>} groups
   * @returns {Found}
   */
  leadOf(direction, groups) {
    if (direction === "not-comparable") return direction;
    if (groups.has("signed")) return "signed";
    if (direction === "equivalent" || direction === "no-clear-difference" || direction === "too-noisy") return direction;
    if (groups.has("cannot-tell")) return "cannot-tell";
    return LEADS.find((found) => groups.has(found)) ?? "cannot-tell";
  }

  /**
   * The candidate, and where it is faster or slower: a sentence for each, with one number or one range.
   * @param {HeadlineContrast[]} headline
   */
  signedText(headline) {
    const { words, labels: { baseline, candidate } } = this;
    const clauses = [...new Set(headline.map(({ direction }) => direction))].map((direction, at) => {
      const entries = headline.filter((judged) => judged.direction === direction);
      const [{ interval }] = entries;
      const within = entries.length === 1 && interval ? this.phrase("within", { range: this.intervalText(interval) }) : "";
      return this.phrase(at ? "signed-again" : "signed", {
        verb: words.verb, direction: this.policy.directions[direction].toLowerCase(), baseline,
        places: this.placesOf(entries), numbers: this.spanOf(entries) + within,
      });
    });
    return `${candidate} ${clauses.join("")}`;
  }

  /**
   * The thread counts of contrasts.
   * @param {HeadlineContrast[]} group
   */
  placesOf(group) {
    return this.phrase("at", { place: this.threads(group.map(({ contrast }) => contrast.threads)) });
  }

  /**
   * The differences of contrasts, from the lowest to the highest.
   * @param {HeadlineContrast[]} group
   */
  spanOf(group) {
    const ratios = group.map(ratioOf);
    return this.differenceRange({ low: Math.min(...ratios), high: Math.max(...ratios) });
  }

  /**
   * The beginning of a sentence in which nothing stands.
   * @param {Found} lead
   * @param {HeadlineContrast[]} group
   * @param {Judged} verdict
   */
  undecidedText(lead, group, verdict) {
    let places = group.length ? this.groupPlaces(lead, group) : "";
    if (lead === "cannot-tell") {
      // A reason that holds everywhere needs no places; figures without repetitions have numbers.
      const isEverywhere = group.length === verdict.headline.length;
      const numbers = group.some((judged) => this.isUnrepeated(judged));
      places = group.length && (numbers || !isEverywhere) ? ` ${places}` : "";
    }
    return this.phrase(lead, { ...this.labels, margin: this.percent(this.policy.margin), places, reason: this.reasonOf(verdict) });
  }

  /**
   * Where: at some thread counts.
   * @param {number[]} counts
   */
  at(counts) {
    return this.phrase("at", { place: this.threads(counts) });
  }

  /**
   * The thread counts of a finding, with what the figures leave open at all of them.
   * @param {Found} found
   * @param {HeadlineContrast[]} group
   */
  groupPlaces(found, group) {
    const range = this.openText(found, group);
    return this.placesOf(group) + (range ? this.phrase("within", { range }) : "");
  }

  /** @param {Found} found @param {HeadlineContrast[]} group */
  openText(found, group) {
    if (found === "cannot-tell" && group.some((judged) => this.isUnrepeated(judged))) return this.spanOf(group);
    const intervals = group.flatMap(({ interval }) => interval ?? []);
    // Equivalent has its margin, which is all that matters of its interval.
    if (!intervals.length || (found !== "no-clear-difference" && found !== "too-noisy")) return "";
    return this.intervalText({ low: Math.min(...intervals.map(({ low }) => low)), high: Math.max(...intervals.map(({ high }) => high)) });
  }

  /**
   * The difference that every one of these contrasts would have shown.
   * @param {HeadlineContrast[]} headline
   */
  resolvableText(headline) {
    const found = headline.flatMap(({ interval }) => interval?.resolvable ?? []);
    if (!found.length) return "";
    const most = Math.max(...found);
    return 1 + most >= this.numerals.times_up ? this.factor(1 + most) : this.phrase("difference", { percent: this.percentUp(most) });
  }

  /** The difference up to which figures without repetitions say nothing. */
  noiseText() {
    const ratio = Math.exp(this.context.threshold);
    return ratio >= this.numerals.times_up ? this.factor(ratio) : this.percentUp(ratio - 1);
  }

  /**
   * Why a verdict cannot tell or compares nothing; empty where it needs no reason.
   * @param {Judged} verdict
   */
  reasonOf({ direction, headline }) {
    const { context, words } = this;
    if (direction === "not-comparable") return this.phrase("reason-blockers", { fields: this.listed(context.blockers) });
    if (direction !== "cannot-tell") return "";
    if (context.rateLimited) return words["reason-rate"];
    if (!headline.length) return words["reason-nothing"];
    const findings = headline.map((judged) => this.foundOf(judged));
    // Where all that was judged has words of its own, what was left out is why nothing more is told.
    const leftOut = LEFT_OUT.find((found) => findings.includes(found));
    if (leftOut && !findings.includes("cannot-tell")) return words[`reason-${leftOut}`];
    const judged = headline.filter((one) => !LEFT_OUT.includes(this.foundOf(one)));
    const { unproven, threshold } = context;
    if (unproven.length && judged.some(({ interval, contrast }) => interval !== null || Math.abs(contrast.log.mean) > threshold)) return this.phrase("reason-machines", { fields: this.listed(unproven) });
    if (judged.every(({ interval }) => interval !== null)) return this.phrase("reason-bound", { bound: context.bottleneck });
    return this.phrase(this.isPublished ? "reason-published" : "reason-single", { threshold: this.noiseText() });
  }

  /** @param {number[]} counts */
  threads(counts) {
    return this.phrase(counts.length === 1 && counts[0] === 1 ? "thread" : "threads", { count: this.joined(counts.map(String)) });
  }

  /**
   * The interval of a ratio; of one that is too wide the end that is nearer to 1, if any is.
   * @param {Ends} interval
   */
  intervalText({ low, high }) {
    if (!isWide({ low, high }, this.numerals)) return this.differenceRange({ low, high });
    if (low <= 1 && high >= 1) return "";
    return this.phrase("at-least", { end: this.difference(low > 1 ? low : high) });
  }

  /** @param {number} share */
  percent(share) {
    return `${this.percentNumber(share)} %`;
  }

  /**
   * The same, rounded up: a promise that fewer digits may not make larger than it is.
   * @param {number} share
   */
  percentUp(share) {
    const step = share >= this.numerals.small ? 100 : 1000;
    return this.percent(Math.ceil(share * step - 1e-9) / step);
  }

  /**
   * A ratio of 2 or more, rounded up to a decimal, but for what lies beyond the digits of bounds.
   * @param {number} ratio
   */
  factor(ratio) {
    const step = ratio >= this.numerals.large ? 1 : 10;
    return this.phrase("factor", { factor: withoutZeros((Math.ceil(ratio * step * (1 - BEYOND_DIGITS)) / step).toFixed(1)) });
  }
}
