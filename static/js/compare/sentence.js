/*
A verdict as one sentence and as the entries of its strip, from the phrases of the policy. What is put
into a phrase is data: it is never read as a phrase, and reaches the page as text.
*/
/** @import { Context, Direction, EvidenceStatus, HeadlineContrast, Interval, JudgedContrasts } from "./verdict.js" */
/** @import { VerdictPolicy } from "../records.js" */
import { differenceText, factorUp, isInTimes, isTooWide, openRange, percent, percentUp, sidedRange, timesText } from "./numerals.js";

/**
 * What a sentence calls the two sides and what was measured.
 * @typedef {object} Labels
 * @property {string} baseline
 * @property {string} candidate
 * @property {string} measure
 */

/**
 * What is found at a thread count, as sentences group it; signed is faster or slower.
 * @typedef {"signed" | "equivalent" | "no-clear-difference" | "too-noisy" | "cannot-tell" | "not-comparable"} Finding
 */

/** @typedef {Map<Finding, HeadlineContrast[]>} Groups */

/**
 * Findings that a sentence ends with, in this order.
 * @type {Finding[]}
 */
const RESTS = ["equivalent", "no-clear-difference", "too-noisy", "cannot-tell"];

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
  const groups = groupsOf(verdict.headline, policy);
  const lead = leadingFinding(verdict, groups);
  const group = groups.get(lead) ?? [];
  const rests = verdict.direction === "not-comparable" ? [] : RESTS.filter((found) => found !== lead && groups.has(found));
  return [
    lead === "signed" ? signedText(group, policy, labels) : undecidedText(lead, group, verdict, policy, labels),
    ...rests.map((found) => restText(found, groups.get(found) ?? [], verdict.context, policy)),
    ...closingParts(lead, group, verdict, policy),
  ].join(words.semicolon) + words.end;
}

/**
 * An entry of the strip of a verdict.
 * @param {HeadlineContrast} judged
 * @param {Context} context
 * @param {VerdictPolicy} policy
 */
export function entryText(judged, context, policy) {
  const { words } = policy;
  const found = findingOf(judged.direction, judged.interval, policy);
  const difference = differenceText(Math.exp(judged.contrast.log.mean), policy);
  if (found === "signed") return difference;
  if (found === "cannot-tell" && isUnrepeated(judged, context)) {
    return filled(words[isPublished(context, policy) ? "entry-published" : "entry-single"], { difference });
  }
  return filled(words[`entry-${found}`], { range: judged.interval ? openRange(judged.interval, policy) : "" });
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
 * Whether the figures say something, and only nothing tells how they vary.
 * @param {HeadlineContrast} judged
 * @param {Context} context
 */
function isUnrepeated({ interval }, { rateLimited, blockers }) {
  return interval === null && !rateLimited && !blockers.length;
}

/**
 * @param {Direction} direction
 * @param {Interval | null} interval
 * @param {VerdictPolicy} policy
 * @returns {Finding}
 */
function findingOf(direction, interval, policy) {
  if (direction === "equivalent" || direction === "cannot-tell" || direction === "not-comparable") return direction;
  if (direction !== "no-clear-difference") return "signed";
  return interval && isTooWide(interval, policy) ? "too-noisy" : direction;
}

/**
 * @param {HeadlineContrast[]} headline
 * @param {VerdictPolicy} policy
 */
function groupsOf(headline, policy) {
  /** @type {Groups} */
  const groups = new Map();
  for (const judged of headline) {
    const found = findingOf(judged.direction, judged.interval, policy);
    groups.set(found, [...groups.get(found) ?? [], judged]);
  }
  return groups;
}

/**
 * What a sentence begins with: what stands, else the direction.
 * @param {JudgedContrasts} verdict
 * @param {Groups} groups
 * @returns {Finding}
 */
function leadingFinding({ direction }, groups) {
  if (direction === "not-comparable") return direction;
  if (groups.has("signed")) return "signed";
  if (direction === "no-clear-difference") return groups.has(direction) ? direction : "too-noisy";
  return direction === "equivalent" ? direction : "cannot-tell";
}

/**
 * The candidate, and where it is faster or slower by how much.
 * @param {HeadlineContrast[]} headline
 * @param {VerdictPolicy} policy
 * @param {Labels} labels
 */
function signedText(headline, policy, { baseline, candidate, measure }) {
  const { words, directions } = policy;
  const ratios = headline.map(({ contrast }) => Math.exp(contrast.log.mean));
  const ranges = headline.map(({ interval }, at) => (interval ? sidedRange(ratios[at], interval, policy) : ""));
  const places = placesOf(headline, ranges, policy);
  const forms = ratios.map((ratio) => (isInTimes(ratio, policy) ? "times" : "percent"));
  const clauses = headline.map(({ direction }, at) => {
    const form = forms[at], again = at > 0 && forms[at - 1] === form;
    const size = form === "times" ? timesText(ratios[at], policy) : percent(Math.abs(ratios[at] - 1), policy);
    const turned = at > 0 && headline[at - 1].direction !== direction;
    const link = at === 0 ? "" : words[turned ? "but" : at === headline.length - 1 ? "and" : "comma"];
    const phrase = words[again && form === "times" ? "times-again" : form];
    return [
      link, again ? "" : words[`${form}-verb`], filled(phrase, { size, measure, direction: directions[direction].toLowerCase() }),
      at ? "" : filled(words[`${form}-against`], { baseline }), " ", filled(words.at, { place: places[at] }),
    ].join("");
  });
  return `${candidate} ${clauses.join("")}`;
}

/**
 * Thread counts with a range behind each that has one; "threads" is said once.
 * @param {HeadlineContrast[]} headline
 * @param {string[]} ranges
 * @param {VerdictPolicy} policy
 */
function placesOf(headline, ranges, policy) {
  const counts = headline.map(({ contrast }) => contrast.threads);
  return counts.map((count, at) => {
    const said = counts.slice(0, at).some((before) => before > 1);
    return (said ? String(count) : threadsPhrase([count], policy)) + (ranges[at] ? filled(policy.words.within, { range: ranges[at] }) : "");
  });
}

/**
 * The beginning of a sentence in which nothing stands.
 * @param {Finding} lead
 * @param {HeadlineContrast[]} group
 * @param {JudgedContrasts} verdict
 * @param {VerdictPolicy} policy
 * @param {Labels} labels
 */
function undecidedText(lead, group, verdict, policy, labels) {
  let places = group.length ? groupPlaces(lead, group, verdict.context, policy) : "";
  if (lead === "cannot-tell") {
    // A reason that holds everywhere needs no places; figures without repetitions have numbers.
    const isEverywhere = group.length === verdict.headline.length;
    const numbers = group.some((judged) => isUnrepeated(judged, verdict.context));
    places = group.length && (numbers || !isEverywhere) ? ` ${places}` : "";
  }
  return filled(policy.words[lead], { ...labels, margin: percent(policy.margin, policy), places, reason: reasonOf(verdict, policy) });
}

/**
 * @param {Finding} found
 * @param {HeadlineContrast[]} group
 * @param {Context} context
 * @param {VerdictPolicy} policy
 */
function restText(found, group, context, policy) {
  const places = groupPlaces(found, group, context, policy);
  return filled(policy.words[`rest-${found}`], { margin: percent(policy.margin, policy), places });
}

/**
 * The thread counts of a finding, with what the figures leave open at each.
 * @param {Finding} found
 * @param {HeadlineContrast[]} group
 * @param {Context} context
 * @param {VerdictPolicy} policy
 */
function groupPlaces(found, group, context, policy) {
  const ranges = group.map((judged) => openText(found, judged, context, policy));
  const place = ranges.some(Boolean) ? joined(placesOf(group, ranges, policy), policy)
    : threadsPhrase(group.map(({ contrast }) => contrast.threads), policy);
  return filled(policy.words.at, { place });
}

/**
 * @param {Finding} found
 * @param {HeadlineContrast} judged
 * @param {Context} context
 * @param {VerdictPolicy} policy
 */
function openText(found, judged, context, policy) {
  if (found === "cannot-tell") {
    return isUnrepeated(judged, context) ? differenceText(Math.exp(judged.contrast.log.mean), policy) : "";
  }
  // Equivalent has its margin, which is all that matters of its interval.
  return judged.interval && found !== "equivalent" ? openRange(judged.interval, policy) : "";
}

/**
 * What the runs would have shown, how far single runs lie apart, and the evidence status.
 * @param {Finding} lead
 * @param {HeadlineContrast[]} group
 * @param {JudgedContrasts & {status: EvidenceStatus}} verdict
 * @param {VerdictPolicy} policy
 */
function closingParts(lead, group, { direction, status, context }, policy) {
  const { words } = policy;
  const resolvable = lead === "no-clear-difference" ? resolvableText(group, policy) : "";
  const unrepeated = lead === "signed" && group.some((judged) => isUnrepeated(judged, context));
  const hasStatus = direction !== "cannot-tell" && direction !== "not-comparable";
  return [
    ...(resolvable ? [filled(words.resolvable, { resolvable })] : []),
    ...(unrepeated ? [filled(words.noise, { threshold: noiseText(context, policy) })] : []),
    ...(hasStatus ? [status] : []),
  ];
}

/**
 * The difference that every one of these contrasts would have shown.
 * @param {HeadlineContrast[]} headline
 * @param {VerdictPolicy} policy
 */
function resolvableText(headline, policy) {
  const { words, numerals } = policy;
  const found = headline.flatMap(({ interval }) => (interval ? [interval.resolvable] : []));
  if (!found.length) return "";
  const most = Math.max(...found);
  if (1 + most >= numerals.times_up) return filled(words.factor, { factor: factorUp(1 + most, policy) });
  return filled(words.difference, { percent: percentUp(most, policy) });
}

/**
 * The difference up to which figures without repetitions say nothing.
 * @param {Context} context
 * @param {VerdictPolicy} policy
 */
function noiseText(context, policy) {
  const ratio = Math.exp(context.threshold);
  if (ratio >= policy.numerals.times_up) return filled(policy.words.factor, { factor: factorUp(ratio, policy) });
  return percentUp(ratio - 1, policy);
}

/**
 * Why a verdict cannot tell or compares nothing; empty where it needs no reason.
 * @param {JudgedContrasts} verdict
 * @param {VerdictPolicy} policy
 */
function reasonOf({ direction, headline, context }, policy) {
  const { words } = policy;
  if (direction === "not-comparable") return filled(words["reason-blockers"], { fields: listed(context.blockers, policy) });
  if (direction !== "cannot-tell") return "";
  if (context.rateLimited) return words["reason-rate"];
  if (!headline.length) return words["reason-nothing"];
  if (headline.every(({ interval }) => interval !== null)) return filled(words["reason-bound"], { bound: context.bottleneck });
  return filled(words[isPublished(context, policy) ? "reason-published" : "reason-single"], { threshold: noiseText(context, policy) });
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
