/*
Two sides at one thread count: paired by block where their runs took turns, two samples otherwise.
The scatter may be pooled over the servers of a campaign, and sessions that the runs do not sample
add their own variance.
*/
/** @import { Residual } from "../records.js" */

/** @typedef {"whole" | "last-three-quarters" | "last-half" | "never"} Window Where throughput was settled. */

/**
 * A run: its figure, above zero, and where it stood in its campaign. `block` is empty and the others
 * are null where nobody recorded them; `turn` grows with time. Of a slice `block` is its round.
 * @typedef {object} SampledRun
 * @property {number} figure
 * @property {string} block
 * @property {number | null} load
 * @property {number | null} session
 * @property {number | null} turn
 * @property {boolean} [sliced] Whether it is a slice of a run.
 * @property {boolean} [held] Whether it is held: it does not agree with itself or with what was measured beside it.
 * @property {Window | null} [settled] Where its throughput was settled; null where that cannot be told.
 * @property {number[] | null} [later] Its figures over the last three quarters and the last half.
 */

/**
 * The runs of a side at one thread count.
 * @typedef {SampledRun[]} Sample
 */

/**
 * What the campaign says of its noise: the order it states, the residuals it pools, by thread count,
 * the ids of baseline and candidate among its servers, and the noise of sessions and campaigns.
 * @typedef {object} Campaign
 * @property {string} order
 * @property {Partial<Record<string, Residual>>} residuals
 * @property {[string, string]} servers
 * @property {{session: number, campaign: number}} noise
 * @property {number} trim What is left out at either end of the ratios of rounds, as a share.
 * @property {Record<string, number[]>} [quantiles] In place of the policy's, where figures were looked at while they were measured.
 */

/**
 * Candidate over baseline at one thread count.
 * @typedef {object} Contrast
 * @property {number} threads
 * @property {Estimate} log Of the logarithm of the ratio.
 * @property {[number, number]} n Runs of the candidate, of the baseline.
 * @property {boolean} paired
 * @property {number} sessionError Standard error by what sessions and campaigns differ by and the runs do not show.
 * @property {boolean} sliced Whether `n` are rounds of slices.
 * @property {boolean} held Whether a side is held.
 * @property {Window} window Where all runs of both were settled: the part that `log` is of, whole runs where it is never.
 * @property {number} whole The logarithm of the ratio over whole runs.
 */

/**
 * Each shorter than the one before.
 * @type {Window[]}
 */
const WINDOWS = ["whole", "last-three-quarters", "last-half", "never"];

/** @type {Record<string, string>} */
const STATED_ORDERS = {
  "randomised-blocks": "varied", "mirrored-blocks": "varied", sequential: "fixed",
  "randomised-slices": "varied", "sequential-slices": "fixed",
};

/**
 * @param {number} threads
 * @param {Sample} baseline
 * @param {Sample} candidate
 * @param {Campaign} campaign
 * @returns {Contrast}
 */
export function contrastOf(threads, baseline, candidate, campaign) {
  if (baseline[0]?.sliced && candidate[0]?.sliced) return contrastOfSlices(threads, baseline, candidate, campaign);
  const settled = settledSides(baseline, candidate);
  const whole = differenceOf(meanOf(logarithms(candidate)), meanOf(logarithms(baseline))).mean;
  return { ...contrastOfRuns(threads, settled.sides, campaign, settled.window === "whole"), window: settled.window, whole };
}

/**
 * @param {number} threads
 * @param {Sample[]} sides Baseline and candidate.
 * @param {Campaign} campaign
 * @param {boolean} isWhole Whether figures are of whole runs, as those are whose noise is pooled.
 */
function contrastOfRuns(threads, [baseline, candidate], campaign, isWhole) {
  const pairs = pairedRuns(baseline, candidate);
  const order = orderOf(pairs, campaign.order);
  const residual = isWhole ? residualFor(threads, pairs.length, campaign) : null;
  const log = estimateOf(baseline, candidate, pairs, residual, campaign.servers);
  const unsampled = unsampledStates(baseline, candidate, !pairs.length || order === "fixed");
  /** @type {[number, number]} */
  const n = [candidate.length, baseline.length];
  return {
    threads, n, paired: pairs.length > 0,
    log, sessionError: Math.hypot(Math.sqrt(unsampled) * campaign.noise.session, campaign.noise.campaign),
    sliced: false, held: isHeld(baseline, candidate),
  };
}

/**
 * Where all runs of two sides were settled, and the sides over that; never, and whole runs, where they share no
 * such part.
 * @param {Sample[]} sides
 * @returns {{window: Window, sides: Sample[]}}
 */
function settledSides(...sides) {
  const place = Math.max(...sides.flat().map(({ settled }) => WINDOWS.indexOf(settled ?? "whole")));
  const at = place - 1;
  if (place === 0) return { window: "whole", sides };
  if (!sides.flat().every(({ later }) => later?.at(at))) return { window: "never", sides };
  return { window: WINDOWS[place], sides: sides.map((sample) => sample.map((run) => ({ ...run, figure: run.later?.[at] ?? run.figure }))) };
}

/**
 * The same for slices, of the rounds that both sides have.
 * @param {number} threads
 * @param {Sample} baseline
 * @param {Sample} candidate
 * @param {Campaign} campaign
 * @returns {Contrast}
 */
function contrastOfSlices(threads, baseline, candidate, campaign) {
  const pairs = pairedRounds(baseline, candidate);
  const ratios = pairs.map(([run, other]) => Math.log(run.figure) - Math.log(other.figure));
  const sides = [pairs.map(([run]) => run), pairs.map(([, other]) => other)];
  const variance = sessionVariance(pairs, ratios, 2 * campaign.noise.session ** 2, campaign.trim);
  const [own, other] = sides.map((side) => Math.min(loadsOf(side) ?? 1, sessionsOf(side) ?? 1));
  const log = trimmedOf(ratios, campaign.trim);
  return {
    threads, n: [pairs.length, pairs.length], paired: pairs.length > 1,
    log, whole: log.mean, window: "whole",
    sessionError: Math.hypot(Math.sqrt(((1 / own + 1 / other) / 2) * variance), campaign.noise.campaign),
    sliced: true, held: isHeld(baseline, candidate),
  };
}

/** @param {Sample[]} sides */
function isHeld(...sides) {
  return sides.some((sample) => sample.some(({ held }) => held));
}

/**
 * Candidate and baseline by block, where each side ran once in each of the same blocks; else empty.
 * @param {Sample} baseline
 * @param {Sample} candidate
 * @returns {[SampledRun, SampledRun][]}
 */
function pairedRuns(baseline, candidate) {
  const [own, others] = [candidate, baseline].map((sample) => new Map(sample.map((run) => [run.block, run])));
  const once = own.size === candidate.length && others.size === baseline.length;
  if (!once || own.size < 2 || own.has("") || own.size !== others.size) return [];
  const pairs = [...own].flatMap(([block, run]) => {
    const other = others.get(block);
    /** @type {[SampledRun, SampledRun][]} */
    const pair = other ? [[run, other]] : [];
    return pair;
  });
  return pairs.length === own.size ? pairs : [];
}

/**
 * @param {Sample} baseline
 * @param {Sample} candidate
 * @param {[SampledRun, SampledRun][]} pairs
 * @param {Residual | null} residual
 * @param {[string, string]} servers
 * @returns {Estimate}
 */
function estimateOf(baseline, candidate, pairs, residual, servers) {
  if (!pairs.length) return differenceOf(meanOf(logarithms(candidate)), meanOf(logarithms(baseline)));
  const own = meanOf(pairs.map(([run, other]) => Math.log(run.figure) - Math.log(other.figure)));
  return residual ? pooledEstimate(own.mean, residual, servers) : own;
}

/**
 * An estimate with the pooled error, by each server's own factor; freedom by Satterthwaite.
 * @param {number} mean
 * @param {Residual} residual
 * @param {[string, string]} servers
 * @returns {Estimate}
 */
function pooledEstimate(mean, { variance, blocks, df: pooled, factors, factor_df: own }, servers) {
  const parts = servers.map((server) => (variance / blocks) * factors[server]);
  const total = parts[0] + parts[1];
  const weight = parts.reduce((sum, part, at) => sum + part ** 2 / (factors[servers[at]] > 1 ? own : pooled), 0);
  return { mean, standardError: Math.sqrt(total), df: weight ? Math.min(total ** 2 / weight, pooled) : pooled };
}

/**
 * The pooled residual that both sides may use; null where they have to stand alone.
 * @param {number} threads
 * @param {number} blocks
 * @param {Campaign} campaign
 */
function residualFor(threads, blocks, { residuals, servers }) {
  const found = residuals[threads];
  return found?.blocks === blocks && servers.every((server) => Object.hasOwn(found.factors, server)) ? found : null;
}

/**
 * Whether both sides ran first in some block; what the campaign states where no run tells.
 * @param {[SampledRun, SampledRun][]} pairs
 * @param {string} stated
 */
function orderOf(pairs, stated) {
  const first = new Set(pairs.flatMap(([{ turn: own }, { turn: other }]) => (own === null || other === null || own === other ? [] : [own < other])));
  if (first.size) return first.size > 1 ? "varied" : "fixed";
  return STATED_ORDERS[stated] ?? "";
}

/**
 * How many variances of a session the scatter of the runs does not hold.
 * @param {Sample} baseline
 * @param {Sample} candidate
 * @param {boolean} drifts Whether the sides ran one after the other.
 */
function unsampledStates(baseline, candidate, drifts) {
  /** @param {Sample} sample */
  const share = (sample) => {
    const states = Math.min(loadsOf(sample) ?? 1, sessionsOf(sample) ?? 1);
    return states === sample.length && !drifts ? 0 : 1 / states;
  };
  return share(candidate) + share(baseline);
}

/** @param {Sample} sample */
function loadsOf(sample) {
  return countKnown(sample.map(({ load }) => load));
}

/** @param {Sample} sample */
function sessionsOf(sample) {
  return countKnown(sample.map(({ load, session }) => (session === null ? null : `${load ?? ""} ${session}`)));
}

/** @param {(number | string | null)[]} values */
function countKnown(values) {
  return values.includes(null) ? null : new Set(values).size;
}

/** @param {Sample} sample */
function logarithms(sample) {
  return sample.map(({ figure }) => Math.log(figure));
}

/**
 * The trimmed mean with Yuen's error; of fewer than five values the plain mean.
 * @param {number[]} values At least one.
 * @param {number} share What is left out at either end.
 * @returns {Estimate}
 */
function trimmedOf(values, share) {
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
function pairedRounds(baseline, candidate) {
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
function sessionVariance(pairs, ratios, known, share) {
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

/**
 * A mean, its standard error, and the degrees of freedom that has.
 * @typedef {object} Estimate
 * @property {number} mean
 * @property {number | null} standardError Null where one value tells nothing of it.
 * @property {number} df
 */

/** @param {number[]} values */
const sumOf = (values) => values.reduce((total, value) => total + value, 0);

/**
 * @param {number[]} values At least one.
 * @returns {Estimate}
 */
function meanOf(values) {
  const [mean, df] = [sumOf(values) / values.length, values.length - 1];
  if (!df) return { mean, standardError: null, df };
  const squares = sumOf(values.map((value) => (value - mean) ** 2));
  return { mean, standardError: Math.sqrt(squares / df / values.length), df };
}

/**
 * First minus second, of independent estimates; degrees of freedom by Welch and Satterthwaite.
 * @param {Estimate} first
 * @param {Estimate} second
 * @returns {Estimate}
 */
function differenceOf(first, second) {
  const mean = first.mean - second.mean;
  if (first.standardError === null || second.standardError === null) return { mean, standardError: null, df: 0 };
  const [a, b] = [first.standardError ** 2, second.standardError ** 2];
  const weight = (a ? (a * a) / first.df : 0) + (b ? (b * b) / second.df : 0);
  return { mean, standardError: Math.sqrt(a + b), df: weight ? (a + b) ** 2 / weight : Infinity };
}

/**
 * The geometric mean of figures above zero.
 * @param {number[]} values At least one.
 */
export function geomeanOf(values) {
  return values.length === 1 ? values[0] : Math.exp(meanOf(values.map(Math.log)).mean);
}
