/*
The policy of verdicts, applied: the steps of the Python package `sysbench_archive.verdicts`, with
every number, table and word from /policy.json.
*/
/** @import { Campaign, Contrast, Sample } from "./contrasts.js" */
/** @import { Labels } from "./sentence.js" */
/** @import { CompareBundle, CompareCell, VerdictPolicy } from "../records.js" */
import { contrastOf } from "./contrasts.js";
import { entryText, filled, isPublished, listed, sentenceOf } from "./sentence.js";

/** @typedef {"faster" | "slower" | "fewer" | "more" | "equivalent" | "mixed" | "no-clear-difference" | "cannot-tell" | "not-comparable"} Direction */
/** @typedef {"measured" | "indicative" | "reported"} EvidenceStatus */
/** @typedef {Map<number, Sample>} Samples The runs of a side by thread count. */

/**
 * What a verdict is reached under.
 * @typedef {object} Context
 * @property {CompareBundle["evidence"]} evidence
 * @property {number | null} cpus Hardware threads of the machine.
 * @property {number} threshold How far two runs of the same thing lie apart, as a log ratio.
 * @property {boolean} higherIsBetter
 * @property {boolean} rateLimited
 * @property {CompareCell["bottleneck"]} bottleneck Outside of the server, that can hide a difference; else empty.
 * @property {string[]} blockers Labels of what makes the sides not comparable.
 * @property {boolean} separate Whether they stand in two results.
 * @property {string[]} unrecorded Labels of what weighs and was not recorded.
 * @property {Campaign} campaign What the campaign says of its noise.
 */

/**
 * The interval of a ratio: half its width as a log ratio, its ends, and the smallest difference these
 * runs could have resolved, as a ratio less one.
 * @typedef {object} Interval
 * @property {number} low
 * @property {number} high
 * @property {number} halfWidth
 * @property {number} resolvable
 */

/**
 * A headline contrast with its direction; `interval` is null without repetitions.
 * @typedef {object} HeadlineContrast
 * @property {Contrast} contrast
 * @property {Interval | null} interval
 * @property {Direction} direction
 */

/**
 * @typedef {{direction: Direction, headline: HeadlineContrast[], context: Context}} JudgedContrasts
 */

/**
 * A verdict as the page shows it: `text` of a headline contrast is its entry in the strip.
 * @typedef {object} Verdict
 * @property {Direction} direction
 * @property {EvidenceStatus} status
 * @property {string[]} limitations The limitations of the evidence: why its status is not higher.
 * @property {string} sentence
 * @property {{threads: number, direction: Direction, text: string}[]} headline
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
  const headline = headlineOf(baseline, candidate, context, policy);
  const direction = directionOfAll(headline.map((judged) => judged.direction), context);
  const limitations = limitationsOf(headline, context, policy);
  /** @type {EvidenceStatus} */
  const status = isPublished(context, policy) ? "reported" : limitations.length ? "indicative" : "measured";
  const verdict = { direction, status, headline, context };
  return {
    direction, status, limitations, sentence: sentenceOf(verdict, policy, labels),
    headline: headline.map((judged) => ({ threads: judged.contrast.threads, direction: judged.direction, text: entryText(judged, context, policy) })),
  };
}

/**
 * The intervals of ratios by thread count, where runs were repeated.
 * @param {Samples} baseline
 * @param {Samples} candidate
 * @param {Context} context
 * @param {VerdictPolicy} policy
 * @returns {Map<number, Interval>}
 */
export function intervalsOf(baseline, candidate, context, policy) {
  const contrasts = contrastsOf(baseline, candidate, context);
  const count = headlineCounts(contrasts.map(({ threads }) => threads), context.cpus, policy).size;
  /** @type {Map<number, Interval>} */
  const intervals = new Map();
  for (const contrast of contrasts) {
    const interval = intervalOf(contrast, count, context, policy);
    if (interval) intervals.set(contrast.threads, interval);
  }
  return intervals;
}

/**
 * A contrast at each thread count that both sides have, ascending.
 * @param {Samples} baseline
 * @param {Samples} candidate
 * @param {Context} context
 */
function contrastsOf(baseline, candidate, { campaign }) {
  const contrasts = [...baseline].flatMap(([threads, below]) => {
    const above = candidate.get(threads);
    return above ? [contrastOf(threads, below, above, campaign)] : [];
  });
  return contrasts.sort((a, b) => a.threads - b.threads);
}

/**
 * @param {Samples} baseline
 * @param {Samples} candidate
 * @param {Context} context
 * @param {VerdictPolicy} policy
 * @returns {HeadlineContrast[]}
 */
function headlineOf(baseline, candidate, context, policy) {
  const contrasts = contrastsOf(baseline, candidate, context);
  const counts = headlineCounts(contrasts.map(({ threads }) => threads), context.cpus, policy);
  return contrasts.filter(({ threads }) => counts.has(threads)).map((contrast) => {
    const interval = intervalOf(contrast, counts.size, context, policy);
    return { contrast, interval, direction: directionOf(contrast, interval, context, policy) };
  });
}

/**
 * The interval of a contrast; null without repetitions, and of published figures.
 * @param {Contrast} contrast
 * @param {number} contrasts How many share the error rate.
 * @param {Context} context
 * @param {VerdictPolicy} policy
 * @returns {Interval | null}
 */
function intervalOf({ log: { mean, standardError, df }, sessionError }, contrasts, context, policy) {
  if (standardError === null || isPublished(context, policy)) return null;
  // The variance of sessions is taken as known; runs and sessions count with quantiles of their own.
  const table = { ...policy.t, ...context.campaign.quantiles };
  const widthOf = (/** @type {string} */ column) => Math.hypot(
    standardError * quantileOf(column, df, table), sessionError * quantileOf(column, Infinity, table),
  );
  const halfWidth = widthOf(String(contrasts));
  const resolvable = halfWidth + widthOf("power");
  return {
    halfWidth,
    low: Math.exp(Math.max(mean - halfWidth, -policy.farthest)),
    high: Math.exp(Math.min(mean + halfWidth, policy.farthest)),
    resolvable: Math.expm1(Math.min(resolvable, policy.farthest)),
  };
}

/**
 * A quantile of Student's t.
 * @param {string} column Of the table.
 * @param {number} df
 * @param {Record<string, number[]>} t
 */
function quantileOf(column, df, t) {
  return t[column][wholeDf(df, t[column].length) - 1];
}

/** @param {number} df @param {number} most */
function wholeDf(df, most) {
  return Math.max(1, Math.min(Math.floor(df), most));
}

/**
 * @param {Contrast} contrast
 * @param {Interval | null} interval
 * @param {Context} context
 * @param {VerdictPolicy} policy
 * @returns {Direction}
 */
function directionOf(contrast, interval, context, policy) {
  if (context.blockers.length) return "not-comparable";
  if (context.rateLimited) return "cannot-tell";
  const margin = Math.log1p(policy.margin);
  if (!interval) return signOf(contrast, context.threshold, context) ?? "cannot-tell";
  const equivalent = Math.abs(contrast.log.mean) + interval.halfWidth <= margin;
  const found = equivalent ? "equivalent" : signOf(contrast, interval.halfWidth, context) ?? "no-clear-difference";
  const hidden = policy.outside_bottlenecks.includes(context.bottleneck) && ["equivalent", "no-clear-difference"].includes(found);
  return hidden ? "cannot-tell" : found;
}

/**
 * Whether the candidate is faster or slower; null where the ratio is within a threshold.
 * @param {Contrast} contrast
 * @param {number} threshold As a log ratio.
 * @param {Context} context
 * @returns {Direction | null}
 */
function signOf({ log: { mean } }, threshold, { higherIsBetter }) {
  if (Math.abs(mean) <= threshold) return null;
  return (mean > 0) === higherIsBetter ? "faster" : "slower";
}

/**
 * The direction of all headline contrasts together.
 * @param {Direction[]} directions
 * @param {Context} context
 * @returns {Direction}
 */
function directionOfAll(directions, { blockers }) {
  if (blockers.length) return "not-comparable";
  const found = new Set(directions);
  if (found.has("faster") && found.has("slower")) return "mixed";
  if (found.size === 1 && found.has("equivalent")) return "equivalent";
  /** @type {Direction[]} */
  const order = ["faster", "slower", "cannot-tell", "no-clear-difference"];
  return order.find((name) => found.has(name)) ?? "cannot-tell";
}

/**
 * The limitations of the evidence, as sentences: why its status is not higher.
 * @param {HeadlineContrast[]} headline
 * @param {Context} context
 * @param {VerdictPolicy} policy
 */
function limitationsOf(headline, context, policy) {
  const { words, blocks, rounds } = policy;
  if (isPublished(context, policy)) return [words["cap-published"]];
  const contrasts = headline.map(({ contrast }) => contrast);
  const fewestRounds = Math.min(...contrasts.filter(({ sliced }) => sliced).map(({ n }) => n[0]), rounds);
  const fewest = Math.min(...contrasts.filter(({ paired, sliced }) => paired && !sliced).map(({ n }) => n[0]), blocks);
  const found = [];
  if (!contrasts.length) found.push(words["reason-nothing"]);
  if (contrasts.some(({ log }) => log.standardError === null)) found.push(words["cap-single"]);
  if (context.separate) found.push(words["cap-separate"]);
  else if (contrasts.some(({ log, paired }) => log.standardError !== null && !paired)) found.push(words["cap-turns"]);
  if (fewestRounds < rounds) found.push(filled(words["cap-rounds"], { count: fewestRounds, wanted: rounds }));
  if (fewest < blocks) found.push(filled(words["cap-blocks"], { count: fewest, wanted: blocks }));
  found.push(...limitationsOfBlocks(contrasts.filter(({ paired }) => paired), policy));
  if (context.unrecorded.length) found.push(filled(words["cap-unrecorded"], { fields: listed(context.unrecorded, policy) }));
  return found;
}

/**
 * What runs in blocks lack.
 * @param {Contrast[]} contrasts
 * @param {VerdictPolicy} policy
 */
function limitationsOfBlocks(contrasts, { words, states }) {
  const found = [];
  if (contrasts.some(({ order }) => order === "fixed")) found.push(words["cap-fixed"]);
  else if (contrasts.some(({ order }) => order === "")) found.push(words["cap-order"]);
  for (const name of /** @type {const} */ (["loads", "sessions"])) {
    const counts = contrasts.map((contrast) => contrast[name]);
    if (counts.includes(null)) found.push(words[`cap-${name}-unrecorded`]);
    else if (counts.some((count) => count !== null && count < states)) found.push(words[`cap-${name}`]);
  }
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
