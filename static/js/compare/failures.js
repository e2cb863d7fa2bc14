/*
Failed and ignored statements of two sides: the one rule of comparability that is about figures. As
`differences` of the Python package `sysbench_archive.comparability` has it.
*/
/** @import { Finding, Severity } from "./pair.js" */
/** @import { ComparabilityRules } from "../records.js" */

/**
 * Failed statements a transaction, by thread count; those that are known.
 * @typedef {Map<number, number>} Failures
 */

/**
 * What is found of two sides; null where they are not known of both at any thread count.
 * @param {Failures} baseline
 * @param {Failures} candidate
 * @param {Severity} severity
 * @param {ComparabilityRules} rules
 * @returns {Finding | null}
 */
export function failureFinding(baseline, candidate, severity, { notable_failures: notable }) {
  const apart = [...baseline].flatMap(([threads, rate]) => {
    const other = candidate.get(threads);
    return other === undefined ? [] : [Math.abs(other - rate)];
  });
  if (!apart.length) return null;
  return { status: Math.max(...apart) >= notable ? "differs" : "same", severity, note: "" };
}

/**
 * A value a side, at the thread count at which sides lie farthest apart; empty where it is not known.
 * @param {Failures[]} sides
 * @param {string} form
 */
export function failureTexts(sides, form) {
  const counts = [...new Set(sides.flatMap((side) => [...side.keys()]))].sort((one, other) => one - other);
  /** @param {number} threads */
  const spread = (threads) => {
    const rates = sides.flatMap((side) => side.get(threads) ?? []);
    return Math.max(...rates) - Math.min(...rates);
  };
  const threads = counts.reduce((worst, count) => (spread(count) > spread(worst) ? count : worst));
  return sides.map((side) => {
    const rate = side.get(threads);
    if (rate === undefined) return "";
    return form.replace("{rate}", (1000 * rate).toFixed(1)).replace("{threads}", String(threads))
      .replace("{unit}", threads === 1 ? "thread" : "threads");
  });
}

/**
 * The mean over the runs of each cell, where it is known of every run.
 * @param {Iterable<[number, {failed: (number | null)[]}]>} cells By thread count.
 * @returns {Failures}
 */
export function failuresOf(cells) {
  return new Map([...cells].flatMap(([threads, { failed }]) => {
    const known = failed.flatMap((rate) => rate ?? []);
    if (!known.length || known.length < failed.length) return [];
    return [/** @type {[number, number]} */ ([threads, known.reduce((sum, rate) => sum + rate, 0) / known.length])];
  }));
}
