/*
The tools under a live chart: its key, whose entries become switches, and a row of buttons in the
space that the page keeps for them, so that nothing moves; what embeds the chart stands there already. Where lines
carry their names, a button shows the key.
*/
/** @import { LiveChart } from "./live.js" */
/** @import { Side } from "../records.js" */
/** @import { Zoom } from "./zoom.js" */
import { button, element } from "../elements.js";
import { groupOf, showServers, shownServers } from "./linked.js";
import { saveCsv, savePng, saveSvg } from "./save.js";

/** @param {LiveChart} live */
export function addTools(live) {
  const { figure, chart, zooming } = live;
  const entries = figure.querySelectorAll(".chart-key > li");
  for (const [index, side] of live.drawn.sides.entries()) {
    if (index < entries.length) makeSwitch(live, entries[index], side);
  }
  const row = element("div", { class: "chart-buttons", role: "group", "aria-label": `Tools of the chart: ${chart.title}` });
  const key = figure.querySelector(".chart-key");
  if (key && figure.querySelector(".ends-s, .ends-m, .ends-l")) row.append(chooseButton(key));
  if (zooming) row.append(scaleButton(live), ...zoomButtons(zooming));
  row.append(fullScreenButton(figure), saveMenu(live), ...figure.querySelectorAll(".chart-embed"));
  figure.querySelector(".chart-tools")?.replaceChildren(row);
}

/**
 * Make an entry of the key the switch of its side, in all charts that stand together; they show it in front
 * of the others while it is pointed at.
 * @param {LiveChart} live
 * @param {Element} entry
 * @param {Side} side
 */
function makeSwitch(live, entry, side) {
  const group = groupOf(live.figure) ?? live.figure;
  const { label } = side;
  const isShown = () => !shownServers(group).hidden.includes(label);
  const made = button("", () => {
    const { hidden } = shownServers(group);
    showServers(group, { hidden: isShown() ? [...hidden, label] : hidden.filter((name) => name !== label), front: "" });
    made.setAttribute("aria-pressed", String(isShown()));
  }, { "aria-pressed": String(isShown()), title: `Show or hide ${label}` });
  made.append(...entry.childNodes);
  entry.replaceChildren(made);
  for (const sign of ["pointerenter", "focus"]) {
    made.addEventListener(sign, () => { showServers(group, { front: isShown() ? label : "" }); });
  }
  for (const sign of ["pointerleave", "blur"]) made.addEventListener(sign, () => { showServers(group, { front: "" }); });
}

/** @param {Element} key */
function chooseButton(key) {
  /** @param {boolean} open */
  const choose = (open) => { made.setAttribute("aria-expanded", String(key.classList.toggle("choosing", open))); };
  const made = button("Servers", () => { choose(!key.classList.contains("choosing")); }, { "aria-expanded": "false", class: "chart-choose" });
  /** @param {Event} event */
  const leave = (event) => {
    if (!(event instanceof KeyboardEvent) || event.key !== "Escape" || !key.classList.contains("choosing")) return;
    choose(false);
    made.focus();
  };
  for (const part of [made, key]) part.addEventListener("keydown", leave);
  return made;
}

/** @param {LiveChart} live */
function scaleButton(live) {
  const made = button("Log scale", () => {
    const log = !live.choices.log;
    made.setAttribute("aria-pressed", String(log));
    live.change({ log });
  }, { "aria-pressed": String(live.choices.log) });
  return made;
}

/** @param {Zoom} zooming */
function zoomButtons(zooming) {
  return [
    button("−", () => { zooming.out(); }, { "aria-label": "Zoom out" }),
    button("+", () => { zooming.in(); }, { "aria-label": "Zoom in" }),
    button("Reset", () => { zooming.reset(); }, { "aria-label": "Reset zoom" }),
  ];
}

/** @param {HTMLElement} figure */
function fullScreenButton(figure) {
  const made = button("Full screen", () => {
    void (document.fullscreenElement ? document.exitFullscreen() : figure.requestFullscreen());
  }, { "aria-pressed": "false" });
  if (!document.fullscreenEnabled) made.hidden = true;
  figure.addEventListener("fullscreenchange", () => {
    made.setAttribute("aria-pressed", String(document.fullscreenElement === figure));
  });
  return made;
}

/** @param {LiveChart} live */
function saveMenu(live) {
  const summary = element("summary", {}, "Save");
  const menu = element("details", { class: "chart-save" }, summary);
  /** @param {string} name @param {(live: LiveChart) => void | Promise<void>} save */
  const choice = (name, save) => button(name, () => {
    menu.open = false;
    void save(live);
  }, { "aria-label": `Save as ${name}` });
  menu.append(element("div", {}, choice("SVG", saveSvg), choice("PNG", savePng), choice("CSV", saveCsv)));
  menu.addEventListener("focusout", ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && menu.contains(relatedTarget))) menu.open = false;
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    summary.focus();
  });
  return menu;
}
