/* What is judged, as a page: answers, chart, table, receipt. Every text is a text node. */
import { figure } from "../chart/words.js";
import { element } from "../elements.js";
import { write } from "./address.js";

/** Rows of a receipt up to which all are shown at once. */
const MOST_ROWS = 20;

/** What a page of a comparison is made of, in order. `about` is {base, words, explore}. */
export function parts(sides, result, about) {
  return [
    answers(sides, result, about),
    chosen(sides, about),
    section("figures", result.metric ? result.metric.label : "Figures", table(sides, result, about.base)),
    receipt(sides, result.receipt, about),
  ];
}

function section(id, title, ...children) {
  return element("section", { "aria-labelledby": id }, element("h2", { id }, title), ...children);
}

/** One sentence a candidate, with its direction and status. */
function answers(sides, { verdicts }, { words }) {
  return element("section", { class: "answer", "aria-labelledby": "answer" },
    element("h2", { id: "answer", class: "unseen" }, "Answer"),
    ...verdicts.flatMap((verdict) => [
      element("p", { class: "answer-line" },
        element("span", { class: `outcome outcome-${verdict.direction}` }, words.directions[verdict.direction]), " ",
        element("span", { class: `badge badge-${verdict.status}` }, words.statuses[verdict.status])),
      element("p", { class: "answer-sentence" }, verdict.sentence),
      ...(verdict.caps.length && verdict.status !== "measured" ? [element("p", { class: "meta" }, `Not more than ${verdict.status}: ${verdict.caps.join("; ")}.`)] : []),
    ]));
}

/** The sides, with where they come from and what can be done with them. */
function chosen(sides, { base, explore }) {
  const entries = sides.map((side, at) => {
    const others = sides.filter((one) => one !== side);
    const path = side.kind === "r" ? `/results/${side.bundle.id}/${side.run}/` : side.bundle.path;
    return element("li", {},
      element("strong", {}, at ? "" : "Baseline: "), side.label, " ",
      element("small", {}, link(base, path, side.kind === "r" ? "the run" : side.bundle.title)), " ",
      element("small", {}, at ? element("a", { href: write([side, ...others]), "aria-label": `make it the baseline: ${side.label}` }, "make it the baseline") : ""), " ",
      element("small", {}, others.length ? element("a", { href: write(others), "aria-label": `remove ${side.label}` }, "remove") : ""));
  });
  return section("sides", "Sides", element("ol", { class: "sides" }, ...entries),
    element("p", { class: "more" }, element("a", { href: `${explore}${write(sides)}` }, "Choose other sides")));
}

/** Thread counts down, sides across; a ratio where there is one. */
function table(sides, { rows, metric }, base) {
  const head = sides.map((side, at) => element("th", { scope: "col", class: "figure" }, side.label,
    element("small", {}, at ? metric ? "" : side.metric.label : `baseline${metric ? "" : `, ${side.metric.label}`}`)));
  const body = rows.map(({ threads, cells }) => element("tr", {},
    element("th", { scope: "row", class: "figure" }, figure(threads, 0)),
    ...cells.map((cell, at) => (cell ? filled(cell, sides[at], base) : element("td", { class: "figure missing" }, "no run")))));
  return scroll("Figures by client threads; × is the ratio to the baseline",
    [element("th", { scope: "col", class: "figure" }, "Threads"), ...head], body, "fixed-first");
}

function filled({ centre, n, ratio, interval, paths }, { metric }, base) {
  const text = figure(centre, Number.isInteger(centre) ? 0 : metric.decimals);
  return element("td", { class: "figure" },
    n === 1 ? link(base, paths[0], text) : text,
    ...(n > 1 ? [element("small", {}, `${n} runs: `, ...paths.slice(0, 10).flatMap((path, at) => [at ? " " : "", link(base, path, String(at + 1))]))] : []),
    ...(ratio ? [element("small", {}, ratioText(ratio, interval))] : []));
}

export function ratioText(ratio, interval) {
  return `× ${figure(ratio, 3)}${interval ? ` (${figure(interval.low, 3)} to ${figure(interval.high, 3)})` : ""}`;
}

function receipt(sides, { summary, sentence, rows, same, details, left, candidates }, { words }) {
  const differing = rows.filter(({ status }) => status !== "intended");
  const folds = differing.length > MOST_ROWS;
  const told = differing.filter(({ severity }) => !folds || severity !== "info");
  const light = differing.filter((row) => !told.includes(row));
  const intended = rows.filter(({ status }) => status === "intended");
  return section("receipt", "Receipt",
    element("p", { class: "receipt-line" }, element("span", { class: `badge receipt-${summary}` }, summary.replaceAll("-", " ")), " ", sentence),
    ...(told.length ? [conditions("What differs or was not recorded", sides, told, words)] : []),
    ...(candidates.length > 1 ? [folded("Each side beside the baseline", element("dl", { class: "facts" },
      ...candidates.map((one, at) => element("div", {}, element("dt", {}, sides[at + 1].label), element("dd", {}, one.sentence)))))] : []),
    ...(light.length ? [folded(`Differs, of little weight here: ${light.length}`, conditions("What differs and weighs little", sides, light, words))] : []),
    ...(intended.length ? [folded(`Differs as intended: ${intended.length}`, conditions("What differs as intended", sides, intended, words))] : []),
    ...labels("Not recorded, of little weight here", details),
    ...labels("Left to each version, whose default is not known", left),
    ...labels("The same on all sides", same));
}

function conditions(caption, sides, rows, { found, values }) {
  const head = ["Field", "Status", ...sides.map(({ label }) => label)].map((text) => element("th", { scope: "col" }, text));
  const body = rows.map((row) => element("tr", {},
    element("th", { scope: "row" }, row.label, element("small", {}, row.why)),
    element("td", { class: `weight weight-${row.severity}` }, `${found[row.status]}, ${row.severity}`, element("small", {}, row.note)),
    ...row.values.map((value) => (Object.hasOwn(values, value) ? element("td", { class: "missing" }, values[value]) : element("td", {}, value)))));
  return scroll(caption, head, body, "matrix receipt");
}

function folded(title, ...children) {
  return element("details", {}, element("summary", {}, title), ...children);
}

function labels(title, names) {
  return names.length ? [folded(`${title}: ${names.length}`, element("p", { class: "labels" }, names.join("; ")))] : [];
}

function scroll(caption, head, body, look) {
  return element("div", { class: `scroll ${look}`, role: "group", "aria-label": caption, tabindex: "0" },
    element("table", {}, element("caption", {}, caption), element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...body)));
}

function link(base, path, text) {
  return element("a", { href: `${base.replace(/\/*$/, "/")}${path.replace(/^\/+/, "")}` }, text);
}
