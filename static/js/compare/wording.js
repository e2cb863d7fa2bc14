/*
What a verdict says: ratios as people say them (12 % slower, 2.4 times), one sentence, the entries of its
strip. The rules of the Python package `sysbench_archive.words`, with every number and phrase from
/policy.json. What is put into a phrase is data: it is never read as a phrase, and reaches the page as text.
*/
/** @import { Context, Direction, EvidenceStatus, HeadlineContrast, Interval } from "./verdict.js" */
/** @import { VerdictPolicy } from "../records.js" */

/** @typedef {Pick<Interval, "low" | "high">} Ends */
/** @typedef {{direction: Direction, status: EvidenceStatus, headline: HeadlineContrast[]}} Judged */

/**
 * What a sentence calls the two sides and what was measured.
 * @typedef {{baseline: string, candidate: string, measure: string}} Labels
 */

/**
 * What is found at a thread count, as sentences group it; signed is faster or slower.
 * @typedef {"signed" | "equivalent" | "no-clear-difference" | "too-noisy" | "cannot-tell" | "held" | "not-comparable"} Found
 */

/**
 * Findings that a sentence ends with, in this order.
 * @type {Found[]}
 */
const RESTS = ["equivalent", "no-clear-difference", "too-noisy", "cannot-tell", "held"];

/**
 * A phrase with its {names} filled in.
 * @param {string} phrase
 * @param {Record<string, string | number>} values
 */
export function filled(phrase, values) {
  return phrase.replace(/\{(\w+)\}/g, (_, /** @type {string} */ name) => String(values[name]));
}

/** @param {string} text */
function withoutZeros(text) {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** @param {HeadlineContrast} judged */
function ratioOf({ contrast }) {
  return Math.exp(contrast.log.mean);
}

/** The words for what is judged under a policy, in a context. */
export class Wording {
  /** @param {VerdictPolicy} policy @param {Context} context @param {Labels} labels */
  constructor(policy, context, labels) {
    this.policy = policy;
    this.numerals = policy.numerals;
    this.words = policy.words;
    this.context = context;
    this.labels = labels;
    /** Whether figures are those of a publication, without the output behind them. */
    this.isPublished = policy.published.includes(context.evidence);
  }

  /**
   * A phrase of the policy by its name.
   * @param {string} name
   * @param {Record<string, string | number>} values
   */
  phrase(name, values) {
    return filled(this.words[name], values);
  }

  /** @param {Judged} verdict */
  sentence(verdict) {
    const { direction, headline, status } = verdict;
    /** @type {Map<Found, HeadlineContrast[]>} */
    const groups = new Map();
    for (const judged of headline) groups.set(this.foundOf(judged), [...groups.get(this.foundOf(judged)) ?? [], judged]);
    const lead = this.leadOf(direction, groups);
    const group = groups.get(lead) ?? [];
    const rests = direction === "not-comparable" ? [] : RESTS.filter((found) => found !== lead && groups.has(found));
    const resolvable = lead === "no-clear-difference" ? this.resolvableText(group) : "";
    const unrepeated = lead === "signed" && group.some((judged) => this.isUnrepeated(judged));
    return [
      lead === "signed" ? this.signedText(group) : this.undecidedText(lead, group, verdict),
      ...rests.map((found) => this.phrase(`rest-${found}`, { margin: this.percent(this.policy.margin), places: this.groupPlaces(found, groups.get(found) ?? []) })),
      ...(resolvable ? [this.phrase("resolvable", { resolvable })] : []),
      ...(unrepeated ? [this.phrase("noise", { threshold: this.noiseText() })] : []),
      ...(direction !== "cannot-tell" && direction !== "not-comparable" ? [status] : []),
    ].join(this.words.semicolon) + this.words.end;
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
    return this.phrase(`entry-${found}`, { range: judged.interval ? this.openRange(judged.interval) : "" });
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
  foundOf({ contrast, direction, interval }) {
    if (contrast.held && direction === "cannot-tell") return "held";
    if (direction === "equivalent" || direction === "cannot-tell" || direction === "not-comparable") return direction;
    if (direction !== "no-clear-difference") return "signed";
    return interval && this.isTooWide(interval) ? "too-noisy" : direction;
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
    if (direction === "no-clear-difference") return groups.has(direction) ? direction : "too-noisy";
    if (direction === "equivalent") return direction;
    return groups.size === 1 && groups.has("held") ? "held" : "cannot-tell";
  }

  /**
   * The candidate, and where it is faster or slower by how much.
   * @param {HeadlineContrast[]} headline
   */
  signedText(headline) {
    const { words, labels: { baseline, candidate, measure } } = this;
    const ratios = headline.map(ratioOf);
    const places = this.placesOf(headline, headline.map(({ interval }, at) => (interval ? this.sidedRange(ratios[at], interval) : "")));
    const forms = ratios.map((ratio) => (this.isInTimes(ratio) ? "times" : "percent"));
    const clauses = headline.map(({ direction }, at) => {
      const form = forms[at], again = at > 0 && forms[at - 1] === form;
      const size = form === "times" ? this.times(ratios[at]) : this.percent(ratios[at] - 1);
      const turned = at > 0 && headline[at - 1].direction !== direction;
      const link = at === 0 ? "" : words[turned ? "but" : at === headline.length - 1 ? "and" : "comma"];
      const values = { size, measure, direction: this.policy.directions[direction].toLowerCase() };
      return [
        link, again ? "" : words[`${form}-verb`], this.phrase(again && form === "times" ? "times-again" : form, values),
        at ? "" : this.phrase(`${form}-against`, { baseline }), " ", this.phrase("at", { place: places[at] }),
      ].join("");
    });
    return `${candidate} ${clauses.join("")}`;
  }

  /**
   * Thread counts with a range behind each that has one; "threads" is said once.
   * @param {HeadlineContrast[]} headline
   * @param {string[]} ranges
   */
  placesOf(headline, ranges) {
    const counts = headline.map(({ contrast }) => contrast.threads);
    return counts.map((count, at) => {
      const said = counts.slice(0, at).some((before) => before > 1);
      return (said ? String(count) : this.threads([count])) + (ranges[at] ? this.phrase("within", { range: ranges[at] }) : "");
    });
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
   * The thread counts of a finding, with what the figures leave open at each.
   * @param {Found} found
   * @param {HeadlineContrast[]} group
   */
  groupPlaces(found, group) {
    const ranges = group.map((judged) => this.openText(found, judged));
    const place = ranges.some(Boolean) ? this.joined(this.placesOf(group, ranges)) : this.threads(group.map(({ contrast }) => contrast.threads));
    return this.phrase("at", { place });
  }

  /** @param {Found} found @param {HeadlineContrast} judged */
  openText(found, judged) {
    if (found === "cannot-tell") return this.isUnrepeated(judged) ? this.difference(ratioOf(judged)) : "";
    // Equivalent has its margin, which is all that matters of its interval.
    return judged.interval && found !== "equivalent" ? this.openRange(judged.interval) : "";
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
    const judged = headline.filter(({ contrast }) => !contrast.held);
    if (!judged.length) return words["reason-held"];
    if (judged.every(({ interval }) => interval !== null)) return this.phrase("reason-bound", { bound: context.bottleneck });
    return this.phrase(this.isPublished ? "reason-published" : "reason-single", { threshold: this.noiseText() });
  }

  /** @param {number[]} counts */
  threads(counts) {
    return this.phrase(counts.length === 1 && counts[0] === 1 ? "thread" : "threads", { count: this.joined(counts.map(String)) });
  }

  /**
   * Whether a ratio is so far from 1 that it is written in times.
   * @param {number} ratio
   */
  isInTimes(ratio) {
    return ratio >= this.numerals.times_up || ratio <= this.numerals.times_down;
  }

  /**
   * A ratio as the difference it is, with its sign: "+8 %", or "2.4 times".
   * @param {number} ratio
   */
  difference(ratio) {
    return this.isInTimes(ratio) ? this.phrase("times-again", { size: this.times(ratio) }) : `${this.signed(ratio - 1)} %`;
  }

  /** @param {number} share */
  signed(share) {
    const text = this.percentNumber(share);
    return text === "0" ? text : this.words[share > 0 ? "plus" : "minus"] + text;
  }

  /**
   * The size of a share as a number of percent.
   * @param {number} share
   * @param {number} more Decimals beyond the usual.
   */
  percentNumber(share, more = 0) {
    const size = Math.abs(share);
    return withoutZeros((100 * size).toFixed(more + (size >= this.numerals.small ? 0 : 1)));
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
   * A ratio as a number of times: two digits, more where it would read 1 and is not.
   * @param {number} ratio
   */
  times(ratio) {
    const { least, large } = this.numerals;
    if (ratio < least) return `<${least}`;
    if (ratio >= large) return ratio.toFixed(0);
    const first = ratio >= 1 ? 1 : 2;
    const texts = [0, 1, 2].map((more) => ratio.toFixed(first + more));
    return withoutZeros(texts.find((text) => Number(text) !== 1) ?? texts[0]);
  }

  /**
   * A ratio of 2 or more, rounded up to a decimal.
   * @param {number} ratio
   */
  factor(ratio) {
    const factor = ratio >= this.numerals.large ? String(Math.ceil(ratio)) : withoutZeros((Math.ceil(ratio * 10 - 1e-9) / 10).toFixed(1));
    return this.phrase("factor", { factor });
  }

  /**
   * The interval of a ratio whose sign stands, as the ratio itself is written, without signs.
   * @param {number} ratio
   * @param {Ends} interval
   */
  sidedRange(ratio, { low, high }) {
    if (this.isInTimes(ratio)) return this.phrase("times-range", { low: this.times(low), high: this.times(high) });
    const ends = [Math.abs(low - 1), Math.abs(high - 1)].sort((a, b) => a - b);
    // Ends that would read alike get another decimal.
    const texts = [0, 1].map((more) => ends.map((end) => this.percentNotZero(end, more)));
    const [lower, upper] = texts.find(([one, other]) => one !== other) ?? texts[0];
    return this.phrase("percent-range", { low: lower, high: upper });
  }

  /** @param {number} share @param {number} more */
  percentNotZero(share, more) {
    const text = this.percentNumber(share, more);
    return text === "0" ? `<${withoutZeros((100 * this.numerals.least_share).toFixed(1))}` : text;
  }

  /**
   * An interval around 1, with signs, in percent; in times where it is too wide to tell.
   * @param {Ends} interval
   */
  openRange(interval) {
    const { low, high } = interval;
    if (this.isTooWide(interval)) return this.phrase("between", { low: this.times(low), high: this.times(high) });
    return this.phrase("percent-range", { low: this.signed(low - 1), high: this.signed(high - 1) });
  }

  /**
   * Whether an interval that holds 1 says less than that nothing was seen.
   * @param {Ends} interval
   */
  isTooWide({ low, high }) {
    return high > this.numerals.too_wide * low;
  }
}
