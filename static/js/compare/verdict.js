/*
The policy of verdicts, applied: the steps of `sysbench_archive/verdicts`, with every number, table
and word from /policy.json. A side is a Map of thread count to sample; `around` are circumstances:
{evidence, cpus, threshold, higher, rate_limited, bound, blockers, unrecorded}.
*/
import { contrastOf } from "./contrasts.js";
import { rolesOf } from "./headline.js";
import { reasonOf, listed, sentenceOf, written } from "./sentence.js";

/** The verdict as the record that pages of the build show. */
export function verdictOf(baseline, candidate, around, policy, labels) {
  const headline = headlineOf(baseline.cells, candidate.cells, around, policy);
  const direction = together(headline.map((judged) => judged.direction), around);
  const caps = capsOf(headline, around, policy);
  const status = published(around, policy) ? "reported" : caps.length ? "indicative" : "measured";
  const verdict = { direction, status, headline, around };
  return {
    candidate: candidate.id, baseline: baseline.id, direction, status, caps,
    sentence: sentenceOf(verdict, policy, labels), reason: reasonOf(verdict, policy), margin: policy.margin,
    headline: headline.map((judged) => recordOf(policy.t.power.length, judged)),
  };
}

/** Map of thread count to [low, high] of its ratio, where runs were repeated. */
export function intervalsOf(baseline, candidate, around, policy) {
  const count = rolesOf(shared(baseline, candidate), around.cpus, policy).size;
  const found = shared(baseline, candidate).map((threads) => {
    const contrast = contrastOf(threads, baseline.get(threads), candidate.get(threads));
    return [threads, intervalOf(contrast, halfOf(contrast, count, around, policy), policy)];
  });
  return new Map(found.filter(([, interval]) => interval));
}

/** The A/A threshold of a kind of machine and a family of workloads: the narrowest regime's. */
export function thresholdOf(kind, family, { thresholds, family_regimes: regimes }) {
  const [machine, work] = [kind || "unrecorded", regimes[family] ?? "any"];
  const narrowest = [`${machine} ${work}`, `${machine} any`, "any any"].find((name) => Object.hasOwn(thresholds, name));
  return thresholds[narrowest].threshold;
}

export function published({ evidence }, policy) {
  return policy.published.includes(evidence);
}

function shared(baseline, candidate) {
  return [...baseline.keys()].filter((threads) => candidate.has(threads)).sort((a, b) => a - b);
}

function headlineOf(baseline, candidate, around, policy) {
  const roles = rolesOf(shared(baseline, candidate), around.cpus, policy);
  return [...roles].map(([threads, role]) => {
    const contrast = contrastOf(threads, baseline.get(threads), candidate.get(threads));
    const half = halfOf(contrast, roles.size, around, policy);
    const [low, high] = intervalOf(contrast, half, policy) ?? [null, null];
    return { role, contrast, half, low, high, direction: directionOf(contrast, half, around, policy), resolvable: resolvableOf(contrast, half, policy) };
  });
}

// Runs that did not take turns drift apart: their interval is never narrower than the threshold.
function halfOf({ log, paired }, contrasts, around, policy) {
  if (log.error === null || published(around, policy)) return null;
  const half = log.error * student(contrasts, log.freedom, policy);
  return paired ? half : Math.max(half, around.threshold);
}

function intervalOf({ log }, half, { farthest }) {
  if (half === null) return null;
  return [Math.exp(Math.max(log.centre - half, -farthest)), Math.exp(Math.min(log.centre + half, farthest))];
}

function resolvableOf({ log }, half, policy) {
  if (half === null) return null;
  return Math.expm1(Math.min(half + log.error * student("power", log.freedom, policy), policy.farthest));
}

function student(column, freedom, { t }) {
  return t[column][whole(freedom, t[column].length) - 1];
}

function whole(freedom, most) {
  return Math.max(1, Math.min(Math.floor(freedom), most));
}

function directionOf(contrast, half, around, policy) {
  if (around.blockers.length) return "not-comparable";
  if (around.rate_limited) return "cannot-tell";
  const margin = Math.log1p(policy.margin);
  if (half === null) return signed(contrast, published(around, policy) ? margin : around.threshold, around) || "cannot-tell";
  const equivalent = Math.abs(contrast.log.centre) + half <= margin;
  const found = equivalent ? "equivalent" : signed(contrast, half, around) || "none";
  const hidden = policy.hiding.includes(around.bound) && ["equivalent", "none"].includes(found);
  return hidden ? "cannot-tell" : found;
}

function signed({ log: { centre } }, told, { higher }) {
  if (Math.abs(centre) <= told) return "";
  return (centre > 0) === higher ? "faster" : "slower";
}

function together(directions, { blockers }) {
  if (blockers.length) return "not-comparable";
  const found = new Set(directions);
  if (found.has("faster") && found.has("slower")) return "mixed";
  if (found.size === 1 && found.has("equivalent")) return "equivalent";
  return ["faster", "slower", "cannot-tell", "none"].find((name) => found.has(name)) ?? "cannot-tell";
}

function capsOf(headline, around, policy) {
  const { words, blocks } = policy;
  if (published(around, policy)) return [words["cap-published"]];
  const contrasts = headline.map(({ contrast }) => contrast);
  const fewest = Math.min(...contrasts.filter(({ paired }) => paired).map(({ n }) => n[0]), blocks);
  return [
    [!contrasts.length, () => words["reason-nothing"]],
    [contrasts.some(({ log }) => log.error === null), () => words["cap-single"]],
    [contrasts.some(({ log, paired }) => log.error !== null && !paired), () => words["cap-turns"]],
    [fewest < blocks, () => written(words["cap-blocks"], { count: fewest, wanted: blocks })],
    [around.unrecorded.length, () => written(words["cap-unrecorded"], { fields: listed(around.unrecorded, policy) })],
  ].filter(([holds]) => holds).map(([, text]) => text());
}

function recordOf(most, { role, contrast, half, low, high, direction, resolvable }) {
  const { threads, log, n, paired } = contrast;
  return {
    role, threads, ratio: Math.exp(log.centre), low, high, direction, resolvable, n, paired,
    log: log.centre, error: half === null ? null : log.error, freedom: half === null ? 0 : whole(log.freedom, most),
  };
}
