/*
Sides held against the first of them: receipt, verdicts, ratios. Results are never divided by one
another: a row of the table of conditions that /policy.json names weighs as a blocker between them.
*/
import { centreOf } from "./estimates.js";
import { receiptOf } from "./receipt.js";
import { intervalsOf, thresholdOf, verdictOf } from "./verdict.js";

/** {receipt, verdicts, rows, metric}: `metric` is null where the sides do not share one. */
export function judged(sides, policy) {
  const receipt = receiptOfSides(sides, policy);
  const [baseline, ...candidates] = sides;
  const verdicts = candidates.map((side, at) => verdictBetween(baseline, side, receipt.candidates[at], policy.verdicts));
  const intervals = candidates.map((side, at) => intervalsBetween(baseline, side, receipt.candidates[at], policy.verdicts));
  return { receipt, verdicts, rows: rowsOf(sides, intervals), metric: shared(sides) };
}

export function receiptOfSides(sides, policy) {
  // A server's own word counts before what its workload says.
  const conditions = sides.map(({ server, workload }) => ({ ...workload.conditions, ...server.conditions }));
  const { across, ...rules } = policy.receipt_rules;
  const apart = new Set(sides.map(({ bundle }) => bundle.id)).size > 1;
  const fields = apart ? policy.receipt.map((field) => (across.includes(field.field) ? blocking(field) : field)) : policy.receipt;
  const table = { fields, rules, words: policy.receipt_words };
  return receiptOf(conditions, sides.map(({ id }) => id), sides[0].workload.family, table);
}

function blocking(field) {
  return { ...field, severity: Object.fromEntries(Object.keys(field.severity).map((family) => [family, "blocker"])) };
}

/** What a verdict of these two is reached under. */
function around(baseline, candidate, { blockers, unrecorded }, policy) {
  const { server, workload, bundle, metric } = baseline;
  const other = metric.name === candidate.metric.name ? [] : [`${metric.label} and ${candidate.metric.label}`];
  return {
    evidence: bundle.evidence, cpus: server.cpus, threshold: thresholdOf(server.machine_kind, workload.family, policy),
    higher: metric.direction !== "lower", rate_limited: workload.rate_limited || candidate.workload.rate_limited,
    bound: hiding([...baseline.bounds, ...candidate.bounds], policy), blockers: [...blockers, ...other], unrecorded,
  };
}

/** A bottleneck outside of the server that any cell of the two met; else "". */
function hiding(bounds, policy) {
  return bounds.find((bound) => policy.hiding.includes(bound)) ?? "";
}

function verdictBetween(baseline, candidate, received, policy) {
  const labels = { baseline: baseline.label, candidate: candidate.label, measure: "throughput" };
  return verdictOf(baseline, candidate, around(baseline, candidate, received, policy), policy, labels);
}

function intervalsBetween(baseline, candidate, received, policy) {
  if (!divisible(baseline, candidate)) return new Map();
  return intervalsOf(baseline.cells, candidate.cells, around(baseline, candidate, received, policy), policy);
}

/** Whether figures of two sides have a ratio at all: within a result, of one metric. */
function divisible(baseline, candidate) {
  return baseline.bundle.id === candidate.bundle.id && baseline.metric.name === candidate.metric.name;
}

/** A row for each thread count, a cell for each side. */
function rowsOf(sides, intervals) {
  const counts = [...new Set(sides.flatMap(({ cells }) => [...cells.keys()]))].sort((a, b) => a - b);
  return counts.map((threads) => {
    const below = centre(sides[0], threads);
    return { threads, cells: sides.map((side, at) => cellOf(side, threads, at && divisible(sides[0], side) ? below : null, intervals[at - 1])) };
  });
}

function centre(side, threads) {
  return side.cells.has(threads) ? centreOf(side.cells.get(threads).map(([, value]) => value)) : null;
}

function cellOf(side, threads, below, intervals) {
  if (!side.cells.has(threads)) return null;
  const values = side.cells.get(threads).map(([, value]) => value);
  const own = centreOf(values);
  const [low, high] = (below !== null && intervals.get(threads)) || [null, null];
  return {
    n: values.length, centre: own, low: Math.min(...values), high: Math.max(...values),
    ratio: below === null ? null : own / below, interval: low === null ? null : { low, high },
    paths: side.runs.get(threads).map((run) => `/results/${side.bundle.id}/${run}/`),
  };
}

function shared(sides) {
  return new Set(sides.map(({ metric }) => metric.name)).size === 1 ? sides[0].metric : null;
}
