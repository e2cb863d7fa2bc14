/*
A verdict as one sentence, from the phrases of the policy. What is put into a phrase is data: it is
never read as a phrase, and reaches the page as text.
*/
/** @import { Context, HeadlineContrast, JudgedContrasts } from "./verdict.js" */
/** @import { Direction, EvidenceStatus, Numerals, VerdictPolicy } from "../records.js" */

/**
 * What a sentence calls the two sides and what was measured.
 * @typedef {object} Labels
 * @property {string} baseline
 * @property {string} candidate
 * @property {string} measure
 */

/** @type {Direction[]} */
const SIGNED = ["faster", "slower"];
/** @type {Direction[]} */
const UNSIGNED = ["equivalent", "no-clear-difference", "cannot-tell"];

/**
 * A phrase with its {names} filled in.
 * @param {string} phrase
 * @param {Record<string, string | number>} values
 */
export function filled(phrase, values) {
  return phrase.replace(/\{(\w+)\}/g, (_, /** @type {string} */ name) => String(values[name]));
}

/**
 * @param {JudgedContrasts & {status: EvidenceStatus}} verdict
 * @param {VerdictPolicy} policy
 * @param {Labels} labels
 */
export function sentenceOf(verdict, policy, labels) {
  const { words } = policy;
  const { direction, status, headline, context } = verdict;
  const answer = filled(words[direction], {
    ...labels,
    published: isPublished(context, policy) ? words.published : "",
    margin: formatPercent(policy.margin, policy.numerals),
    reason: reasonOf(verdict, policy),
    ratios: ratioParts(verdict, policy, labels.measure).join(words.semicolon),
    resolvable: resolvableDifference(headline, policy),
    crossing: signChanges(headline, policy),
  });
  const hasStatus = direction !== "cannot-tell" && direction !== "not-comparable";
  return (hasStatus ? [answer, status] : [answer]).join(words.semicolon) + words.end;
}

/**
 * Whether figures are those of a publication, without the output behind them.
 * @param {Pick<Context, "evidence">} context
 * @param {VerdictPolicy} policy
 */
export function isPublished({ evidence }, { published }) {
  return published.includes(evidence);
}

/**
 * The ratios a direction rests on, and what the other contrasts say.
 * @param {JudgedContrasts} verdict
 * @param {VerdictPolicy} policy
 * @param {string} measure
 */
function ratioParts({ direction, headline, context }, policy, measure) {
  const { words } = policy;
  const carriers = direction === "mixed" ? SIGNED : [direction];
  const carrying = headline.filter((judged) => carriers.includes(judged.direction));
  const article = filled(words[direction === "no-clear-difference" ? "the" : "its"], { measure });
  const parts = carrying.map((judged, at) => ratioPart(judged, at ? carrying[at - 1] : null, article, policy));
  if (carrying.some(({ interval }) => interval === null) && !isPublished(context, policy)) {
    parts.push(filled(words.beyond, { threshold: formatPercent(Math.expm1(context.threshold), policy.numerals) }));
  }
  return [parts.join(words.comma), ...otherParts(headline.filter((judged) => !carrying.includes(judged)), policy)];
}

/**
 * @param {HeadlineContrast} judged
 * @param {HeadlineContrast | null} before The contrast named before it, whose words need not be said again.
 * @param {string} measure
 * @param {VerdictPolicy} policy
 */
function ratioPart({ contrast, interval }, before, measure, policy) {
  const ends = interval && [interval.low, interval.high];
  const [ratio, low, high] = formatRatios([Math.exp(contrast.log.mean), ...(ends ?? [])], policy.numerals);
  const name = interval ? "ratio-interval" : "ratio";
  const threads = before && before.contrast.threads > 1 ? contrast.threads : threadsPhrase([contrast.threads], policy);
  return filled(policy.words[before ? `${name}-next` : name], { ratio, low, high, measure, threads });
}

/** @param {HeadlineContrast[]} headline @param {VerdictPolicy} policy */
function otherParts(headline, policy) {
  return UNSIGNED.flatMap((direction) => {
    const counts = headline.filter((judged) => judged.direction === direction).map(({ contrast }) => contrast.threads);
    if (!counts.length) return [];
    const margin = formatPercent(policy.margin, policy.numerals);
    return [filled(policy.words[`rest-${direction}`], { threads: threadsPhrase(counts, policy), margin })];
  });
}

/**
 * The largest difference that the runs could have missed.
 * @param {HeadlineContrast[]} headline
 * @param {VerdictPolicy} policy
 */
function resolvableDifference(headline, { words, numerals }) {
  const found = headline.flatMap(({ direction, interval }) => (direction === "no-clear-difference" && interval ? [interval.resolvable] : []));
  if (!found.length) return "";
  const most = Math.max(...found);
  if (most >= numerals.factor) return filled(words.factor, { factor: formatFactorUp(1 + most, numerals) });
  return filled(words.difference, { percent: formatPercentUp(most, numerals) });
}

/**
 * Between which thread counts the sign changes.
 * @param {HeadlineContrast[]} headline
 * @param {VerdictPolicy} policy
 */
function signChanges(headline, policy) {
  const signed = headline.filter(({ direction }) => SIGNED.includes(direction));
  const pairs = signed.slice(1).flatMap((high, at) => (signed[at].direction === high.direction ? []
    : [filled(policy.words.between, { low: signed[at].contrast.threads, high: high.contrast.threads })]));
  return joined(pairs, policy);
}

/**
 * Why a verdict cannot tell or compares nothing; empty where it needs no reason.
 * @param {JudgedContrasts} verdict
 * @param {VerdictPolicy} policy
 */
export function reasonOf({ direction, headline, context }, policy) {
  const { words, numerals } = policy;
  if (direction === "not-comparable") return filled(words["reason-blockers"], { fields: listed(context.blockers, policy) });
  if (direction !== "cannot-tell") return "";
  if (context.rateLimited) return words["reason-rate"];
  if (!headline.length) return words["reason-nothing"];
  const single = headline.filter(({ interval }) => interval === null);
  if (!single.length) return filled(words["reason-bound"], { bound: context.bottleneck });
  const most = Math.max(...single.map(({ contrast }) => Math.abs(contrast.log.mean)));
  return filled(words[isPublished(context, policy) ? "reason-published" : "reason-single"], {
    percent: formatPercent(Math.expm1(most), numerals), threshold: formatPercent(Math.expm1(context.threshold), numerals),
    margin: formatPercent(policy.margin, numerals),
  });
}

/**
 * Names in a row: a, b and c.
 * @param {string[]} names
 * @param {VerdictPolicy} policy
 */
function joined(names, { words }) {
  if (names.length < 2) return names.join("");
  return names.slice(0, -1).join(words.comma) + words.and + names[names.length - 1];
}

/**
 * A few names in a row; of many the first, and how many more.
 * @param {string[]} names
 * @param {VerdictPolicy} policy
 */
export function listed(names, policy) {
  const { listed: most, words } = policy;
  if (names.length <= most) return joined(names, policy);
  return joined([...names.slice(0, most - 1), filled(words.more, { count: names.length - most + 1 })], policy);
}

/** @param {number[]} counts @param {VerdictPolicy} policy */
function threadsPhrase(counts, policy) {
  const name = counts.length === 1 && counts[0] === 1 ? "thread" : "threads";
  return filled(policy.words[name], { count: joined(counts.map(String), policy) });
}

/**
 * A ratio and the ends of its interval, with as many decimals as it takes that no end reads 1.
 * @param {number[]} values The ratio, then the ends where there are any.
 * @param {Numerals} numerals
 */
function formatRatios(values, numerals) {
  const ends = values.length > 1 ? values.slice(1) : values;
  /** @param {number} decimals */
  const apart = (decimals) => ends.every((end) => Number(end.toFixed(decimals)) !== 1);
  const decimals = numerals.decimals.find(apart) ?? numerals.decimals[0];
  return values.map((value) => formatRatio(value, decimals, numerals));
}

/** @param {number} value @param {number} decimals @param {Numerals} numerals */
function formatRatio(value, decimals, { large, small, least }) {
  if (value >= large) return value.toFixed(0);
  if (value >= small) return value.toFixed(decimals);
  return value >= least ? value.toFixed(3) : `<${least}`;
}

/** @param {number} share @param {Numerals} numerals */
function formatPercent(share, { small }) {
  return `${(100 * share).toFixed(share >= small ? 0 : 1).replace(/\.0$/, "")} %`;
}

/** @param {number} share @param {Numerals} numerals */
function formatPercentUp(share, numerals) {
  const step = share >= numerals.small ? 100 : 1000;
  return formatPercent(Math.ceil(share * step - 1e-9) / step, numerals);
}

/** @param {number} ratio @param {Numerals} numerals */
function formatFactorUp(ratio, { large }) {
  if (ratio >= large) return String(Math.ceil(ratio));
  return (Math.ceil(ratio * 10 - 1e-9) / 10).toFixed(1).replace(/\.0$/, "");
}
