/*
Sides held against the first of them: comparability, verdicts, ratios. Results are divided by one
another only where they come from one source and their machines are described alike; else a row of the
table of conditions that /policy.json names weighs as a blocker between them.
*/
/** @import { CandidateComparability, Comparability, Conditions } from "./comparability.js" */
/** @import { Contrast } from "./contrasts.js" */
/** @import { LabelledSide, Side } from "./sides.js" */
/** @import { Context, Samples, Verdict } from "./verdict.js" */
/** @import { MetricRecord, PolicyRecord, Residual, VariableRules, VerdictPolicy } from "../records.js" */
import { geomeanOf } from "./contrasts.js";
import { comparabilityOf } from "./comparability.js";
import { verdictOf } from "./verdict.js";

/**
 * The figure of a side at one thread count, with its ratio to the baseline where there is one.
 * @typedef {object} Figure
 * @property {number} n How many runs.
 * @property {number} centre
 * @property {number} low Lowest run.
 * @property {number} high Highest run.
 * @property {number | null} ratio
 * @property {{low: number, high: number, wide: boolean} | null} interval Of the ratio; a wide one is not written.
 * @property {string[]} paths Site-relative paths of the runs.
 * @property {Pick<Contrast, "window" | "whole"> | null} contrast What the ratio is of; null where there is none.
 */

/**
 * A thread count, with a figure for each side that has one.
 * @typedef {{threads: number, cells: (Figure | null)[]}} Row
 */

/**
 * @typedef {object} Judgement
 * @property {Comparability} comparability
 * @property {Verdict[]} verdicts A verdict a candidate.
 * @property {Row[]} rows
 * @property {MetricRecord | null} metric Null where the sides do not share one.
 */

/** @type {Partial<Record<string, Residual>>} */
const NO_RESIDUALS = {};

/**
 * @param {LabelledSide[]} sides At least one, the baseline first.
 * @param {PolicyRecord} policy
 * @returns {Judgement}
 */
export function judgeSides(sides, policy) {
  const comparability = comparabilityOfSides(sides, policy);
  const [baseline, ...candidates] = sides;
  const verdicts = candidates.map((side, at) => {
    const labels = { baseline: baseline.label, candidate: side.label };
    const context = contextOf(baseline, side, comparability.candidates[at], policy);
    return verdictOf(samplesOf(baseline), samplesBeside(baseline, side), context, policy.verdicts, labels);
  });
  const metrics = new Set(sides.map(({ metric }) => metric.name));
  return { comparability, verdicts, rows: rowsOf(sides, verdicts), metric: metrics.size === 1 ? baseline.metric : null };
}

/** @param {Side[]} sides @param {PolicyRecord} policy */
function comparabilityOfSides(sides, policy) {
  const [baseline, ...candidates] = sides;
  const apart = candidates.some(({ bundle }) => bundle.id !== baseline.bundle.id);
  const compared = sides.map(({ id, conditions, cells }) => (
    { id, conditions: apart ? withoutVariables(conditions, policy.variables) : conditions, failures: failuresOf(cells) }
  ));
  const blocking = candidates.map((side) => (isOneCampaign(baseline, side) ? [] : policy.comparability_rules.across));
  return comparabilityOf(compared, sides[0].workload.family, blocking, policy);
}

/**
 * Failed statements a transaction: the mean over the runs of each cell, where it is known of every run.
 * @param {Side["cells"]} cells By thread count.
 */
function failuresOf(cells) {
  return new Map([...cells].flatMap(([threads, { failed }]) => {
    const known = failed.flatMap((rate) => rate ?? []);
    if (!known.length || known.length < failed.length) return [];
    return [/** @type {[number, number]} */ ([threads, known.reduce((sum, rate) => sum + rate, 0) / known.length])];
  }));
}

/**
 * Of its variables a result says only those in which its own servers differ: nothing to hold against another's.
 * @param {Conditions} conditions
 * @param {VariableRules} rules
 * @returns {Conditions}
 */
function withoutVariables(conditions, { prefix }) {
  return Object.fromEntries(Object.entries(conditions).filter(([name]) => !name.startsWith(prefix)));
}

/**
 * Whether two sides belong to one result, or to results of one source on machines described alike.
 * @param {Side} baseline
 * @param {Side} candidate
 */
function isOneCampaign({ bundle, origin }, candidate) {
  return bundle.id === candidate.bundle.id || (Boolean(origin) && origin === candidate.origin);
}

/**
 * What a verdict of these two is reached under.
 * @param {Side} baseline
 * @param {Side} candidate
 * @param {CandidateComparability} compared
 * @param {PolicyRecord} record
 * @returns {Context}
 */
function contextOf(baseline, candidate, { blockers, unrecorded }, { conditions, verdicts: policy }) {
  const { server, workload, bundle, metric, cpus, noise } = baseline;
  const ofMachines = new Set(conditions.flatMap(({ label, subject, severity }) => (subject === "host" && severity[workload.family] === "blocker" ? [label] : [])));
  const other = metric.name === candidate.metric.name ? [] : [`${metric.label} and ${candidate.metric.label}`];
  return {
    evidence: bundle.evidence, cpus, threshold: noise.threshold,
    higherIsBetter: metric.direction !== "lower", rateLimited: workload.rate_limited || candidate.workload.rate_limited,
    bottleneck: hidingBottleneck([baseline, candidate], policy), blockers: [...blockers, ...other],
    unproven: bundle.id === candidate.bundle.id ? unrecorded.filter((label) => ofMachines.has(label)) : [],
    separate: bundle.id !== candidate.bundle.id, replications: replicationsOf(baseline, candidate),
    campaign: {
      trim: policy.trim, ...(baseline.quantiles ? { quantiles: baseline.quantiles } : {}),
      order: baseline.order, noise, servers: [server.id, candidate.server.id],
      residuals: isOfBaseline(baseline, candidate) ? baseline.residuals : NO_RESIDUALS,
    },
  };
}

/**
 * What other campaigns say of two sides of one result, as ratios of these two, by thread count.
 * @param {Side} baseline
 * @param {Side} candidate
 * @returns {Context["replications"]}
 */
function replicationsOf(baseline, candidate) {
  /** @type {Context["replications"]} */
  const found = new Map();
  if (!isOfBaseline(baseline, candidate) || !candidate.replications.length) return found;
  const [below, above] = [baseline.server.id, candidate.server.id];
  for (const each of baseline.replications) {
    const turned = each.baseline === above && each.candidate === below;
    if (!turned && !(each.baseline === below && each.candidate === above)) continue;
    const other = turned ? { ...each, ratio: 1 / each.ratio } : each;
    found.set(each.threads, [...(found.get(each.threads) ?? []), other]);
  }
  return found;
}

/**
 * Whether the residuals of the baseline's workload are the candidate's as well.
 * @param {Side} baseline
 * @param {Side} candidate
 */
function isOfBaseline({ bundle, metric, workload }, candidate) {
  return bundle.id === candidate.bundle.id && metric.name === candidate.metric.name && workload.id === candidate.workload.id;
}

/**
 * A bottleneck outside of the server that can hide a difference, of any cell of the two; else empty.
 * @param {Side[]} sides
 * @param {VerdictPolicy} policy
 */
function hidingBottleneck(sides, { outside_bottlenecks: hiding }) {
  const found = sides.flatMap(({ cells }) => [...cells.values()].map(({ bottleneck }) => bottleneck));
  return found.find((bottleneck) => hiding.includes(bottleneck)) ?? "";
}

/**
 * @param {Side} side
 * @returns {Samples}
 */
function samplesOf({ cells }) {
  return new Map([...cells].map(([threads, { sample }]) => [threads, sample]));
}

/**
 * The same beside a baseline: blocks and rounds of another result are not those of its own.
 * @param {Side} baseline
 * @param {Side} side
 * @returns {Samples}
 */
function samplesBeside({ bundle }, side) {
  const samples = samplesOf(side);
  if (bundle.id === side.bundle.id) return samples;
  return new Map([...samples].map(([threads, runs]) => [threads, runs.map((run) => ({ ...run, block: "" }))]));
}

/**
 * Whether figures of two sides have a ratio at all: of one campaign and one metric.
 * @param {Side} baseline
 * @param {Side} candidate
 */
function haveRatio(baseline, candidate) {
  return isOneCampaign(baseline, candidate) && baseline.metric.name === candidate.metric.name;
}

/**
 * A row for each thread count, a cell for each side.
 * @param {Side[]} sides
 * @param {Verdict[]} verdicts Of each candidate.
 * @returns {Row[]}
 */
function rowsOf(sides, verdicts) {
  const counts = [...new Set(sides.flatMap(({ cells }) => [...cells.keys()]))].sort((a, b) => a - b);
  return counts.map((threads) => ({
    threads,
    cells: sides.map((side, at) => figureOf(sides[0], side, threads, at ? verdicts[at - 1] : null)),
  }));
}

/**
 * @param {Side} baseline
 * @param {Side} side
 * @param {number} threads
 * @param {Verdict | null} verdict
 * @returns {Figure | null}
 */
function figureOf(baseline, side, threads, verdict) {
  const cell = side.cells.get(threads);
  if (!cell) return null;
  const { values } = cell;
  const centre = geomeanOf(values);
  const below = side !== baseline && haveRatio(baseline, side) ? baseline.cells.get(threads) : undefined;
  const contrast = below ? verdict?.contrasts.get(threads) ?? null : null;
  const interval = verdict?.intervals.get(threads);
  return {
    n: values.length, centre, low: Math.min(...values), high: Math.max(...values),
    ratio: contrast && Math.exp(contrast.log.mean), contrast,
    interval: below && interval ? { low: interval.low, high: interval.high, wide: interval.wide } : null,
    paths: cell.runs.map((run) => `/results/${side.bundle.id}/${run}/`),
  };
}
