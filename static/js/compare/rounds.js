/*
Slices that took turns: a trimmed mean of log ratios, paired by round, and what sessions differ by
beyond their rounds. The steps of the Python module `sysbench_archive.verdicts.slices`.
*/
/** @import { Estimate } from "./estimates.js" */
/** @import { SampledRun } from "./contrasts.js" */
import { meanOf } from "./estimates.js";

/** @param {number[]} values */
const sumOf = (values) => values.reduce((total, value) => total + value, 0);

/**
 * The trimmed mean with Yuen's error; of fewer than five values the plain mean.
 * @param {number[]} values At least one.
 * @param {number} share What is left out at either end.
 * @returns {Estimate}
 */
export function trimmedOf(values, share) {
  const cut = Math.floor(share * values.length);
  if (!cut) return meanOf(values);
  const ordered = [...values].sort((a, b) => a - b);
  const kept = ordered.slice(cut, -cut);
  const pulled = [...kept, ...Array.from({ length: cut }, () => [kept[0], kept[kept.length - 1]]).flat()];
  const centre = sumOf(pulled) / pulled.length;
  const squares = sumOf(pulled.map((value) => (value - centre) ** 2));
  const df = kept.length - 1;
  return { mean: sumOf(kept) / kept.length, standardError: Math.sqrt(squares / (kept.length * df)), df };
}

/**
 * Candidate and baseline in each round that both have.
 * @param {SampledRun[]} baseline
 * @param {SampledRun[]} candidate
 * @returns {[SampledRun, SampledRun][]}
 */
export function pairedRounds(baseline, candidate) {
  const others = new Map(baseline.map((run) => [run.block, run]));
  return candidate.flatMap((run) => {
    const other = others.get(run.block);
    /** @type {[SampledRun, SampledRun][]} */
    const pair = other ? [[run, other]] : [];
    return pair;
  });
}

/**
 * The variance of a ratio by its session: what is known, or what the sessions show beyond.
 * @param {[SampledRun, SampledRun][]} pairs
 * @param {number[]} ratios Of the pairs, as logarithms.
 * @param {number} known
 * @param {number} share What is left out at either end.
 */
export function sessionVariance(pairs, ratios, known, share) {
  /** @type {Map<string, number[]>} */
  const sessions = new Map();
  pairs.forEach(([own, other], at) => {
    const key = [own.load, own.session, other.load, other.session].join(" ");
    sessions.set(key, [...(sessions.get(key) ?? []), ratios[at]]);
  });
  const told = [...sessions.values()].map((values) => trimmedOf(values, share)).filter(({ standardError }) => standardError !== null);
  if (told.length < 2) return known;
  const mean = sumOf(told.map((each) => each.mean)) / told.length;
  const apart = sumOf(told.map((each) => (each.mean - mean) ** 2)) / (told.length - 1);
  const explained = sumOf(told.map(({ standardError }) => (standardError ?? 0) ** 2)) / told.length;
  return Math.max(known, apart - explained);
}
