/*
The policy of verdicts, applied: the steps of the Python package `sysbench_archive.verdicts`, with
every number, table and word from /policy.json.
*/
/** @import { Campaign, Contrast, Sample } from "./contrasts.js" */
/** @import { Labels } from "./wording.js" */
/** @import { CompareCell, PublishedResult, Replication, VerdictPolicy } from "../records.js" */
import { isWide } from "../differences.js";
import { contrastOf } from "./contrasts.js";
import { Wording } from "./wording.js";

/** @typedef {"faster" | "slower" | "fewer" | "more" | "equivalent" | "mixed" | "no-clear-difference" | "too-noisy" | "cannot-tell" | "not-comparable"} Direction */
/** @typedef {"measured" | "indicative" | "reported"} EvidenceStatus */
/** @typedef {Map<number, Sample>} Samples The runs of a side by thread count. */

/**
 * What a verdict is reached under.
 * @typedef {object} Context
 * @property {PublishedResult["evidence"]} evidence
 * @property {number | null} cpus Hardware threads of the machine.
 * @property {number} threshold How far two runs of the same thing lie apart, as a log ratio.
 * @property {boolean} higherIsBetter
 * @property {boolean} rateLimited
 * @property {CompareCell["bottleneck"]} bottleneck Outside of the server, that can hide a difference; else empty.
 * @property {string[]} blockers Labels of what makes the sides not comparable.
 * @property {string[]} unproven Labels of what nobody recorded of two machines that would.
 * @property {boolean} separate Whether they stand in two results.
 * @property {Map<number, Replication[]>} replications By thread count, what other campaigns on the machine, or what may be it, say.
 * @property {Campaign} campaign What the campaign says of its noise.
 */

/**
 * The interval of a ratio: half its width as a log ratio, its ends, and the smallest difference these
 * runs could have resolved, as a ratio less one; `wide` is one that pages do not write.
 * @typedef {{low: number, high: number, wide: boolean, halfWidth: number, resolvable: number}} Interval
 */

/**
 * A headline contrast with its direction; `interval` is null without repetitions.
 * @typedef {{contrast: Contrast, interval: Interval | null, direction: Direction}} HeadlineContrast
 */

/**
 * A verdict as the page shows it: `text` of a headline contrast is its entry in the strip. `limitations` of
 * the evidence say why its status is not higher; `intervals` of ratios are by thread count, where runs were repeated.
 * @typedef {object} Verdict
 * @property {Direction} direction
 * @property {EvidenceStatus} status
 * @property {string[]} limitations
 * @property {string} sentence
 * @property {{threads: number, direction: Direction, text: string}[]} headline
 * @property {Map<number, Interval | null>} intervals
 * @property {Map<number, Contrast>} contrasts
 */

/**
 * @param {Samples} baseline
 * @param {Samples} candidate
 * @param {Context} context
 * @param {VerdictPolicy} policy
 * @param {Labels} labels
 * @returns {Verdict}
 */
export function verdictOf(baseline, candidate, context, policy, labels) {
  const contrasts = [...baseline].flatMap(([threads, below]) => {
    const above = candidate.get(threads);
    return above ? [contrastOf(threads, below, above, context.campaign)] : [];
  }).sort((a, b) => a.threads - b.threads);
  const counts = headlineCounts(contrasts.map(({ threads }) => threads), context.cpus, policy);
  const wording = new Wording(policy, context, labels);
  const judged = contrasts.map((contrast) => {
    const interval = wording.isPublished ? null : intervalOf(contrast, counts.size, context, policy);
    return { contrast, interval, direction: directionOf(contrast, interval, context, policy) };
  });
  const headline = judged.filter(({ contrast }) => counts.has(contrast.threads));
  const direction = directionOfAll(headline, context);
  const limitations = limitationsOf(headline.map(({ contrast }) => contrast), wording);
  /** @type {EvidenceStatus} */
  const status = !limitations.length ? "measured" : wording.isPublished ? "reported" : "indicative";
  return {
    direction, status, limitations, sentence: wording.sentence({ direction, headline }),
    headline: headline.map((one) => ({ threads: one.contrast.threads, direction: one.direction, text: wording.entry(one) })),
    intervals: new Map(judged.map(({ contrast, interval }) => [contrast.threads, interval])),
    contrasts: new Map(contrasts.map((contrast) => [contrast.threads, contrast])),
  };
}

/**
 * The interval of a contrast; null without repetitions.
 * @param {Contrast} contrast
 * @param {number} contrasts How many share the error rate.
 * @param {Context} context
 * @param {VerdictPolicy} policy
 * @returns {Interval | null}
 */
function intervalOf({ log: { mean, standardError, df }, sessionError }, contrasts, { campaign }, { t, farthest, numerals }) {
  if (standardError === null) return null;
  const table = { ...t, ...campaign.quantiles };
  /** A quantile of Student's t. @param {string} column @param {number} freedom */
  const quantileOf = (column, freedom) => table[column][Math.max(1, Math.min(Math.floor(freedom), table[column].length)) - 1];
  // The variance of sessions is taken as known; runs and sessions count with quantiles of their own.
  /** @param {string} column */
  const widthOf = (column) => Math.hypot(standardError * quantileOf(column, df), sessionError * quantileOf(column, Infinity));
  const halfWidth = widthOf(String(contrasts));
  const ends = { low: Math.exp(Math.max(mean - halfWidth, -farthest)), high: Math.exp(Math.min(mean + halfWidth, farthest)) };
  return {
    halfWidth,
    wide: isWide(ends, numerals),
    ...ends,
    resolvable: Math.expm1(Math.min(halfWidth + widthOf("power"), farthest)),
  };
}

/**
 * @param {Contrast} contrast
 * @param {Interval | null} interval
 * @param {Context} context
 * @param {VerdictPolicy} policy
 * @returns {Direction}
 */
function directionOf({ held, window, log: { mean } }, interval, context, policy) {
  if (context.blockers.length) return "not-comparable";
  if (context.rateLimited || held || window === "never" || context.unproven.length) return "cannot-tell";
  const isApart = Math.abs(mean) > (interval?.halfWidth ?? context.threshold);
  const reach = interval ? Math.abs(mean) + interval.halfWidth : Infinity;
  const isEquivalent = reach <= Math.log1p(policy.margin);
  if (isApart && !isEquivalent) return (mean > 0) === context.higherIsBetter ? "faster" : "slower";
  if (!interval || policy.outside_bottlenecks.includes(context.bottleneck)) return "cannot-tell";
  if (isEquivalent) return "equivalent";
  return reach <= Math.log1p(policy.clear) ? "no-clear-difference" : "too-noisy";
}

/**
 * The direction of all headline contrasts together.
 * @param {HeadlineContrast[]} headline
 * @param {Context} context
 * @returns {Direction}
 */
function directionOfAll(headline, { blockers }) {
  if (blockers.length) return "not-comparable";
  const found = new Set(headline.map(({ direction }) => direction));
  if (found.has("faster") && found.has("slower")) return "mixed";
  if (found.size === 1 && found.has("equivalent")) return "equivalent";
  /** @type {Direction[]} */
  const order = ["faster", "slower", "cannot-tell", "too-noisy", "no-clear-difference"];
  return order.find((name) => found.has(name)) ?? "cannot-tell";
}

/**
 * Why nothing is measured, as fragments of a sentence: a contrast is where another campaign that is certainly
 * on the machine found it as well, and campaigns there, or on what may be it, repeat.
 * @param {Contrast[]} contrasts Of the headline.
 * @param {Wording} wording
 */
function limitationsOf(contrasts, wording) {
  const { context, isPublished, policy: { words, repeats } } = wording;
  if (!contrasts.length) return [words["reason-nothing"]];
  const found = context.separate ? [words["cap-separate"]] : [];
  const alone = contrasts.map(({ threads }) => threads)
    .filter((threads) => !context.replications.get(threads)?.some(({ same_machine: isSame }) => isSame));
  if (alone.length) {
    if (isPublished) found.push(words["cap-published"]);
    else if (contrasts.some(({ log }) => log.standardError === null)) found.push(words["cap-single"]);
    found.push(wording.phrase("cap-alone", { place: wording.at(alone) }));
  }
  const others = contrasts.flatMap(({ threads }) => context.replications.get(threads) ?? []);
  for (const { threads, bundle } of others.filter(({ agrees }) => !agrees)) {
    found.push(wording.phrase("cap-disagrees", { place: wording.at([threads]), bundle }));
  }
  const widest = Math.max(...others.map(({ deviation }) => deviation), 0);
  if (widest > repeats) found.push(wording.phrase("cap-spread", { percent: wording.percentUp(Math.expm1(widest)) }));
  return found;
}

/**
 * The headline thread counts, the few that a verdict rests on, named before any figure: one client, about
 * as many as processors, and many more; by their places where nobody recorded the processors.
 * @param {number[]} counts
 * @param {number | null} cpus Null where nobody recorded the processors.
 * @param {VerdictPolicy} policy
 * @returns {Set<number>}
 */
function headlineCounts(counts, cpus, { near, over: [wanted, least] }) {
  const ordered = [...counts].sort((a, b) => a - b);
  const [lowest, highest, inner] = [ordered[0], ordered[ordered.length - 1], ordered.slice(1, -1)];
  if (!ordered.length) return new Set();
  if (!cpus) {
    const middle = (Math.log(lowest) + Math.log(highest)) / 2;
    return new Set([lowest, ...(inner.length ? [nearest(inner, middle)] : []), highest]);
  }
  const about = nearest(ordered, Math.log(cpus));
  const last = highest >= least * cpus ? [highest] : [];
  const over = ordered.find((count) => count >= wanted * cpus);
  return new Set([
    ...(lowest === 1 || lowest < cpus ? [lowest] : []),
    ...(about / cpus >= 1 / near && about / cpus <= near ? [about] : []),
    ...(over === undefined ? last : [over]),
  ]);
}

/**
 * The count nearest to a logarithm; the lower of two that are as near.
 * @param {number[]} counts Ascending, at least one.
 * @param {number} log
 */
function nearest(counts, log) {
  /** @param {number} count */
  const away = (count) => Math.abs(Math.log(count) - log);
  return counts.reduce((best, count) => (away(count) < away(best) ? count : best));
}
