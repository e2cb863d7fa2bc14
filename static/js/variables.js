/*
Effective variables of a bundle's servers: search in all of them, two servers side by side.

The page shows those that differ. The rest is fetched when a reader first uses a control; the
controls lie in a place the stylesheet keeps free.
*/
/** @import { VariableRow, VariableTable } from "./records.js" */
import { button, element } from "./elements.js";
import { fetchJson } from "./site.js";

/** @typedef {ReturnType<typeof addControls>} Controls */

const ROWS_SHOWN = 300;
const FAILED = "The variables could not be loaded. Try again later.";
let count = 0;

/**
 * Put controls into a section; its `data-variables` is the address of all variables.
 * @param {HTMLElement} section
 */
export function enhanceVariables(section) {
  const { variables: address } = section.dataset;
  const place = section.querySelector("[data-controls]");
  const table = section.querySelector("[data-still]");
  if (!address || !place || !table) return;
  /** @type {Promise<() => void> | null} */
  let opening = null;
  const controls = addControls(place, () => {
    // One request, however many letters are typed before it is answered.
    opening ??= openTable(address, table, controls);
    opening.then((draw) => { draw(); }, () => {
      opening = null;
      controls.status.textContent = FAILED;
    });
  });
}

/**
 * The controls of a section; `sides` is where the choice of two servers goes, `prefix` what ids begin with.
 * @param {Element} place
 * @param {() => void} use What any use of a control calls.
 */
function addControls(place, use) {
  count += 1;
  const prefix = `variables-${count}`;
  const text = element("input", { type: "search", id: `${prefix}-text`, autocomplete: "off", spellcheck: "false" });
  const differing = element("input", { type: "checkbox", id: `${prefix}-differing` });
  for (const field of [text, differing]) field.addEventListener("input", use);
  const all = button("Show all, compare two", use);
  const status = element("p", { role: "status", class: "meta" });
  const sides = element("span", { class: "variables-sides" });
  place.append(
    element("label", { for: text.id }, "Search variables"), text,
    element("label", {}, differing, " Only those that differ"), all, sides, status,
  );
  return { prefix, text, differing, all, sides, status };
}

/**
 * Fetch all variables and put their table in the place of the page's own.
 * @param {string} address
 * @param {Element} replaced
 * @param {Controls} controls
 * @returns {Promise<() => void>} What draws the rows anew.
 */
async function openTable(address, replaced, controls) {
  controls.status.textContent = "Loading…";
  const { servers, rows } = /** @type {VariableTable} */ (await fetchJson(address));
  const chosen = servers.slice(0, 2).map((_, at) => addServerChoice(controls, servers, at));
  const head = element("tr");
  const body = element("tbody");
  const region = element("div", { class: "scroll matrix fixed-first", role: "region", tabindex: "0", "aria-label": "Effective variables" },
    element("table", {}, element("caption", { class: "unseen" }, "Effective variables"), element("thead", {}, head), body));
  replaced.replaceWith(region);
  controls.all.hidden = true;
  const draw = () => {
    const sides = chosen.map((select) => Number(select.value));
    const found = matchingRows(rows, sides, controls);
    head.replaceChildren(...["Variable", ...sides.map((side) => servers[side].label)]
      .map((label) => element("th", { scope: "col" }, label)));
    body.replaceChildren(...found.slice(0, ROWS_SHOWN).map((row) => rowOf(row, sides)));
    const cut = found.length > ROWS_SHOWN ? `, the first ${ROWS_SHOWN} shown` : "";
    controls.status.textContent = `${found.length} of ${rows.length} variables${cut}`;
  };
  for (const select of chosen) select.addEventListener("change", draw);
  return draw;
}

/**
 * @param {Controls} controls
 * @param {VariableTable["servers"]} servers
 * @param {number} at Which of the two it is, from 0.
 */
function addServerChoice({ prefix, sides }, servers, at) {
  const id = `${prefix}-side-${at}`;
  const select = element("select", { id },
    ...servers.map(({ label }, index) => element("option", { value: index, selected: index === at }, label)));
  sides.append(element("label", { for: id }, at ? "with" : "Compare"), select);
  return select;
}

/**
 * The variables that have every word, in their name or in a value shown.
 * @param {VariableRow[]} rows
 * @param {number[]} sides
 * @param {Controls} controls
 */
function matchingRows(rows, sides, { text, differing }) {
  const words = text.value.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    if (differing.checked && !differs(row, sides)) return false;
    const shown = [row.name, ...sides.map((side) => row.values[side] ?? "")].join(" ").toLowerCase();
    return words.every((word) => shown.includes(word) || shown.includes(word.replaceAll("-", "_")));
  });
}

/** @param {VariableRow} row @param {number[]} sides */
function differs({ values }, sides) {
  return sides.some((side) => values[side] !== values[sides[0]]);
}

/** @param {VariableRow} row @param {number[]} sides */
function rowOf(row, sides) {
  return element("tr", { class: differs(row, sides) ? "differs" : null },
    element("th", { scope: "row" }, element("code", {}, row.name)),
    ...sides.map((side) => valueCell(row.values[side])));
}

/** @param {string | null} text */
function valueCell(text) {
  if (text === null) return element("td", { class: "missing" }, "no such variable");
  return element("td", {}, text === "" ? element("span", { class: "missing" }, "empty") : text);
}
