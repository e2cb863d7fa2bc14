/*
Two sides at one thread count: paired by block where their runs took turns, two samples otherwise.
*/
/** @import { Estimate } from "./estimates.js" */
import { differenceOf, meanOf } from "./estimates.js";

/**
 * The runs of a side at one thread count: block, empty where none is recorded, and figure above zero.
 * @typedef {[string, number][]} Sample
 */

/**
 * Candidate over baseline at one thread count.
 * @typedef {object} Contrast
 * @property {number} threads
 * @property {Estimate} log Of the logarithm of the ratio.
 * @property {[number, number]} n Runs of the candidate, of the baseline.
 * @property {boolean} paired
 */

/**
 * @param {number} threads
 * @param {Sample} baseline
 * @param {Sample} candidate
 * @returns {Contrast}
 */
export function contrastOf(threads, baseline, candidate) {
  const paired = tookTurns(candidate, baseline);
  const log = paired ? meanOf(pairedDifferences(candidate, baseline))
    : differenceOf(meanOf(logarithms(candidate)), meanOf(logarithms(baseline)));
  return { threads, log, n: [candidate.length, baseline.length], paired };
}

/** @param {Sample} sample */
function logarithms(sample) {
  return sample.map(([, figure]) => Math.log(figure));
}

/**
 * Whether both have one run in each of the same blocks, of which there are several.
 * @param {Sample} candidate
 * @param {Sample} baseline
 */
function tookTurns(candidate, baseline) {
  const [own, others] = [candidate, baseline].map((sample) => new Set(sample.map(([block]) => block)));
  const once = own.size === candidate.length && others.size === baseline.length;
  return once && own.size > 1 && !own.has("") && own.size === others.size && [...own].every((block) => others.has(block));
}

/**
 * Candidate minus baseline of each block, as logarithms.
 * @param {Sample} candidate
 * @param {Sample} baseline In the same blocks.
 */
function pairedDifferences(candidate, baseline) {
  const figures = new Map(baseline);
  return candidate.map(([block, figure]) => Math.log(figure) - Math.log(figures.get(block) ?? NaN));
}
