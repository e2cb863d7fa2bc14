/* What is judged, as a page: answers, sides, figures, comparability. Every text is a text node. */
/** @import { Figure, Judgement } from "./judged.js" */
/** @import { Comparability, ComparabilityRow } from "./comparability.js" */
/** @import { LabelledSide, OtherSide } from "./sides.js" */
/** @import { Verdict } from "./verdict.js" */
/** @import { PolicyRecord } from "../records.js" */
import { formatFigure } from "../chart/words.js";
import { element } from "../elements.js";
import { addressOf, linkTo } from "../site.js";
import { writeAddress } from "./address.js";
import { filled } from "../differences.js";

/**
 * What the page is about: words of the policy, the address of /explore/.
 * @typedef {object} PageContext
 * @property {PolicyRecord["verdicts"] & Pick<PolicyRecord, "found" | "values">} words
 * @property {string} explore
 * @property {OtherSide[]} others Sides that could be added.
 */

/** Rows of the table of conditions up to which all are shown at once. */
const MOST_ROWS = 20;
/** Runs of a cell that have a link. */
const MOST_LINKS = 10;

/**
 * What a page of a comparison is made of, in order.
 * @param {LabelledSide[]} sides
 * @param {Judgement} result
 * @param {PageContext} page
 */
export function comparisonParts(sides, result, page) {
  return [
    answerSection(result, page),
    sidesSection(sides, page),
    sectionOf("figures", result.metric ? result.metric.label : "Figures", figureTable(sides, result, page)),
    comparabilitySection(sides, result.comparability, page),
  ];
}

/** @param {string} id @param {string} title @param {(Node | string)[]} children */
function sectionOf(id, title, ...children) {
  return element("section", { "aria-labelledby": id }, element("h2", { id }, title), ...children);
}

/**
 * Of each candidate a strip of its headline thread counts, its status and a sentence.
 * @param {Judgement} result
 * @param {PageContext} page
 */
function answerSection({ verdicts }, { words }) {
  return element("section", { class: "answer", "aria-labelledby": "answer" },
    element("h2", { id: "answer", class: "unseen" }, "Answer"),
    ...verdicts.flatMap(({ direction, status, sentence, limitations, headline }) => [
      headline.length ? stripOf(headline) : element("a", { class: `outcome outcome-${direction}`, href: addressOf(`glossary/#${direction}`) }, words.directions[direction]),
      element("p", { class: "answer-sentence" }, sentence),
      element("p", { class: "meta" }, element("a", { class: `badge badge-${status}`, href: addressOf(`glossary/#${status}`) }, words.statuses[status]),
        limitations.length && status !== "measured" ? ` Not more than ${status}: ${limitations.join("; ")}.` : ""),
    ]));
}

/**
 * What a verdict says at each headline thread count, side by side.
 * @param {Verdict["headline"]} headline
 */
function stripOf(headline) {
  return element("ul", { class: "strip" }, ...headline.map(({ threads, direction, text }) =>
    element("li", { class: `strip-${direction}` },
      element("span", {}, `${threads} ${threads === 1 ? "thread" : "threads"}:`), " ", element("b", {}, text))));
}

/**
 * The sides, with where they come from and what can be done with them.
 * @param {LabelledSide[]} sides
 * @param {PageContext} page
 */
function sidesSection(sides, { explore, others: addable }) {
  const entries = sides.map((side, at) => {
    const others = sides.filter((one) => one !== side);
    const [path, name] = side.run === undefined ? [side.bundle.path, side.bundle.title]
      : [`/results/${side.bundle.id}/${side.run}/`, "the run"];
    return element("li", {},
      element("strong", {}, at ? "" : "Baseline: "), side.label, " ",
      element("small", {}, linkTo(path, name)), " ",
      element("small", {}, at ? element("a", { href: writeAddress([side, ...others]), "aria-label": `make it the baseline: ${side.label}` }, "make it the baseline") : ""), " ",
      element("small", {}, others.length ? element("a", { href: writeAddress(others), "aria-label": `remove ${side.label}` }, "remove") : ""));
  });
  return sectionOf("sides", "Sides", element("ol", { class: "sides" }, ...entries), ...pickerOf(sides, addable),
    element("p", { class: "more" }, element("a", { href: `${explore}${writeAddress(sides)}` }, "Choose other sides")));
}

/**
 * Links that add another server of the same results.
 * @param {LabelledSide[]} sides
 * @param {OtherSide[]} addable
 */
function pickerOf(sides, addable) {
  if (!addable.length) return [];
  const links = addable.map((side) => element("li", {},
    element("a", { href: writeAddress([...sides, side]), "aria-label": `add ${side.label}` }, side.label)));
  return [element("p", { id: "add-side" }, "Add a server:"), element("ul", { class: "picker", "aria-labelledby": "add-side" }, ...links)];
}

/**
 * Thread counts down, sides across; a ratio where there is one.
 * @param {LabelledSide[]} sides
 * @param {Judgement} result
 * @param {PageContext} page
 */
function figureTable(sides, { rows, metric }, { words: { words } }) {
  const head = sides.map((side, at) => element("th", { scope: "col", class: "figure" }, side.label,
    element("small", {}, at ? metric ? "" : side.metric.label : `baseline${metric ? "" : `, ${side.metric.label}`}`)));
  const body = rows.map(({ threads, cells }) => element("tr", {},
    element("th", { scope: "row", class: "figure" }, formatFigure(threads, 0)),
    ...cells.map((cell, at) => (cell ? figureCell(cell, sides[at].metric.decimals, words) : element("td", { class: "figure missing" }, "no run")))));
  return scrollingTable("Figures by client threads; × is the ratio to the baseline",
    [element("th", { scope: "col", class: "figure" }, "Threads"), ...head], body, "fixed-first");
}

/** @param {Figure} figure @param {number} decimals @param {PageContext["words"]["words"]} words */
function figureCell({ centre, n, ratio, interval, paths, contrast }, decimals, words) {
  const text = formatFigure(centre, Number.isInteger(centre) ? 0 : decimals);
  return element("td", { class: "figure" },
    n === 1 ? linkTo(paths[0], text) : text,
    ...(n > 1 ? [element("small", {}, `${n} runs: `, ...paths.slice(0, MOST_LINKS).flatMap((path, at) => [at ? " " : "", linkTo(path, String(at + 1))]))] : []),
    ...(ratio ? [element("small", {}, formatRatio(ratio, interval))] : []),
    ...(ratio && contrast ? windowOf(ratio, contrast, words) : []));
}

/**
 * What a ratio is of, where that is not whole runs.
 * @param {number} ratio
 * @param {NonNullable<Figure["contrast"]>} contrast
 * @param {PageContext["words"]["words"]} words
 */
function windowOf(ratio, { window, whole }, words) {
  if (window === "never") return [element("small", {}, words["entry-unsettled"])];
  const [over, of] = [ratio, Math.exp(whole)].map((each) => formatFigure(each, 2));
  return window === "whole" || over === of ? [] : [element("small", {}, filled(words[`ratio-${window}`], { ratio: over, whole: of }))];
}

/**
 * @param {number} ratio
 * @param {Figure["interval"]} interval
 */
export function formatRatio(ratio, interval) {
  const ends = interval && !interval.wide ? ` (${formatFigure(interval.low, 3)} to ${formatFigure(interval.high, 3)})` : "";
  return `× ${formatFigure(ratio, 3)}${ends}`;
}

/**
 * @param {LabelledSide[]} sides
 * @param {Comparability} comparability
 * @param {PageContext} page
 */
function comparabilitySection(sides, { summary, sentence, rows, same, details, left, candidates }, { words }) {
  const differing = rows.filter(({ status }) => status !== "intended");
  const folds = differing.length > MOST_ROWS;
  const shown = differing.filter(({ severity }) => !folds || severity !== "info");
  const light = differing.filter((row) => !shown.includes(row));
  const intended = rows.filter(({ status }) => status === "intended");
  return sectionOf("comparability", "What else differs",
    element("p", { class: "comparability-line" }, element("a", { class: `badge comparability-${summary}`, href: addressOf(`glossary/#${summary}`) }, summary.replaceAll("-", " ")), " ", sentence),
    ...(shown.length ? [conditionTable("What differs or was not recorded", sides, shown, words)] : []),
    ...(candidates.length > 1 ? [foldedPart("Each side beside the baseline", element("dl", { class: "facts" },
      ...candidates.map((one, at) => element("div", {}, element("dt", {}, sides[at + 1].label), element("dd", {}, one.sentence)))))] : []),
    ...(light.length ? [foldedPart(`Minor differences (${light.length})`, conditionTable("What differs and weighs little", sides, light, words))] : []),
    ...(intended.length ? [foldedPart(`Intended differences (${intended.length})`, conditionTable("What differs as intended", sides, intended, words))] : []),
    ...foldedLabels("Not recorded, minor", details),
    ...foldedLabels("Left to each version, whose default is not known", left),
    ...foldedLabels("The same on all sides", same));
}

/**
 * @param {string} caption
 * @param {LabelledSide[]} sides
 * @param {ComparabilityRow[]} rows
 * @param {Pick<PolicyRecord, "found" | "values">} words
 */
function conditionTable(caption, sides, rows, { found, values }) {
  const head = ["Field", "Status", ...sides.map(({ label }) => label)].map((text) => element("th", { scope: "col" }, text));
  const body = rows.map((row) => element("tr", {},
    element("th", { scope: "row" }, row.label, element("small", {}, row.why, " ", row.effect, " ", ...sourceOf(row))),
    element("td", { class: `weight weight-${row.severity}` }, `${found[row.status]}, ${row.severity}`, element("small", {}, row.note)),
    ...row.values.map((value) => (Object.hasOwn(values, value) ? element("td", { class: "missing" }, values[value]) : element("td", {}, value)))));
  return scrollingTable(caption, head, body, "matrix comparability");
}

/**
 * Where an effect is known from: a page of this site, or of another.
 * @param {ComparabilityRow} row
 */
function sourceOf({ label, reference }) {
  const href = reference.startsWith("/") ? addressOf(reference) : reference;
  return reference ? [element("a", { href, "aria-label": `Source on ${label}` }, "Source")] : [];
}

/** @param {string} title @param {(Node | string)[]} children */
function foldedPart(title, ...children) {
  return element("details", {}, element("summary", {}, title), ...children);
}

/** @param {string} title @param {string[]} names */
function foldedLabels(title, names) {
  return names.length ? [foldedPart(`${title} (${names.length})`, element("p", { class: "labels" }, names.join("; ")))] : [];
}

/** @param {string} caption @param {Node[]} head @param {Node[]} body @param {string} style Classes. */
function scrollingTable(caption, head, body, style) {
  return element("div", { class: `scroll ${style}`, role: "group", "aria-label": caption, tabindex: "0" },
    element("table", {}, element("caption", {}, caption), element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...body)));
}
