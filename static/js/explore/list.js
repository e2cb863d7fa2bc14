/* Rows as entries of the list: what ran, how fast at most, on what, and how near it is. */
import { figure } from "../chart/words.js";
import { element } from "../elements.js";

/** `shown` is what entries need besides rows: {metrics, labels, base, nearness, picked, full}. */
export function seriesEntry(row, series, shown) {
  const text = (name) => series.text(name, row);
  const number = (name) => series.number(name, row);
  const { label, unit, decimals } = shown.metrics[text("metric")];
  const side = `s=${text("bundle")}/${text("server")}/${text("workload")}`;
  const grid = number("counts") > 1 ? `${number("low")} to ${number("high")} threads` : threads(number("low"));
  const peak = number("peak") ? `${figure(number("peak"), decimalsOf(number("peak"), decimals))}${unit === "1/s" ? "" : ` ${unit}`} at ${threads(number("at"))}` : "";
  return entry(side, `${text("label")}, ${text("work")}`, `/results/${text("bundle")}/#runs`, {
    figure: peak, metric: label, grid: `${grid}, ${counted(number("count"), "run")}`,
  }, row, series, shown);
}

/** A single run: `row` is its row among the runs, `own` its series' row. */
export function runEntry(row, runs, series, shown) {
  const own = runs.number("series", row);
  const [bundle, run] = [series.text("bundle", own), runs.text("run", row)];
  const { label, unit, decimals } = shown.metrics[series.text("metric", own)];
  const value = runs.number("value", row);
  const again = runs.number("repetition", row);
  return entry(`r=${bundle}/${run}`, `${series.text("label", own)}, ${series.text("work", own)}`, `/results/${bundle}/${run}/`, {
    figure: `${figure(value, decimalsOf(value, decimals))}${unit === "1/s" ? "" : ` ${unit}`}`, metric: label,
    grid: `${threads(runs.number("threads", row))}${again ? `, repetition ${again}` : ""}`,
  }, own, series, shown);
}

function entry(side, title, path, { figure: value, metric, grid }, row, series, shown) {
  const text = (name) => series.text(name, row);
  const near = shown.nearness?.(text("class"));
  const about = [shown.labels.evidence.get(text("evidence")), text("day")].filter(Boolean);
  const machine = text("machine") ? [link(`/hardware/${text("class")}/`, text("machine"), shown.base), " · "] : [];
  return element("li", {},
    pick(side, title, shown),
    element("div", {},
      element("h3", {}, link(path, title, shown.base)),
      element("p", {}, `${grid} · `, ...machine, about.join(" · ")),
      element("p", {}, link(`/results/${text("bundle")}/`, text("title"), shown.base)),
      ...(near ? [element("p", { class: "near" }, near)] : [])),
    element("p", { class: "peak" }, value || "no figure", element("small", {}, metric)));
}

function pick(side, title, { picked, full }) {
  const chosen = picked.has(side);
  return element("input", {
    type: "checkbox", value: side, checked: chosen, disabled: full && !chosen, "aria-label": `Compare ${title}`,
  });
}

function link(path, text, base) {
  return element("a", { href: `${base.replace(/\/*$/, "/")}${path.replace(/^\/+/, "")}` }, text);
}

function decimalsOf(value, decimals) {
  return Number.isInteger(value) || value >= 1000 ? 0 : Math.min(decimals, 2);
}

function threads(count) {
  return counted(count, "thread");
}

export function counted(count, noun) {
  return `${figure(count, 0)} ${noun}${count === 1 ? "" : "s"}`;
}
