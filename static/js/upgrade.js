/*
"Should I upgrade?": the form that leads to a pair, and on the page of a pair the choice of a kind
of load, a number of clients and a machine. Every word was written when the site was built; this
program only hides and marks. The choice is in the address, the machine stays in this browser.
*/
import { element } from "./elements.js";
import { STORAGE, keepSize, ownSize } from "./explore/kept.js";

const CHOICES = ["load", "clients", "cores", "memory", "storage"];
/** Doublings that stand for a size nobody recorded. */
const UNKNOWN = 6;
/** What a doubling of memory counts beside one of cores. */
const MEMORY = 0.5;
/** What another kind of storage counts beside a doubling of cores, and that nobody recorded it. */
const OTHER_STORAGE = 0.5;
const UNKNOWN_STORAGE = 1;

/** @typedef {Record<string, string>} Choice */

/**
 * Make `place` useful: a form that has releases to choose from, or the place of a choice on a page.
 * @param {HTMLElement} place
 */
export function open(place) {
  if (place instanceof HTMLFormElement) openForm(place);
  else openPage(place);
}

/** @param {HTMLFormElement} form */
function openForm(form) {
  const asked = { ...ownSize(), ...Object.fromEntries(new URLSearchParams(location.search)) };
  for (const [name, value] of Object.entries(asked)) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLSelectElement && ![...field.options].some((option) => option.value === value)) continue;
    if (field instanceof HTMLSelectElement || field instanceof HTMLInputElement) field.value = value;
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const chosen = new FormData(form);
    /** @param {string} name */
    const valueOf = (name) => textOf(chosen.get(name));
    keepSize(valueOf("cores"), valueOf("memory"), valueOf("storage"));
    const path = `${form.dataset.base ?? ""}${valueOf("from")}-to-${valueOf("to")}/`;
    const query = new URLSearchParams(CHOICES.filter(valueOf).map((name) => [name, valueOf(name)])).toString();
    if (document.querySelector(`a[href="${CSS.escape(path).replaceAll("\\", "")}"]`)) location.assign(path + (query && `?${query}`));
    else said(form, "No machine ran both. The tables below have every pair that one did.");
  });
}

/** @param {FormDataEntryValue | null} value */
function textOf(value) {
  return typeof value === "string" ? value : "";
}

/** @param {HTMLElement} place @param {string} text */
function said(place, text) {
  const status = place.querySelector("[role=status]");
  if (status) status.textContent = text;
}

/** @param {HTMLElement} place */
function openPage(place) {
  const given = new URLSearchParams(location.search);
  const own = ownSize();
  const chosen = Object.fromEntries(CHOICES.map((name) => [name, given.get(name) ?? (Object.hasOwn(own, name) ? own[name] : "")]));
  const near = element("p", { class: "nearest", "aria-live": "polite" });
  const form = element("form", { class: "choose", "aria-label": "My load and machine" },
    selectOf("load", "Load", headsOf("section[data-load]", "load"), chosen), selectOf("clients", "Clients", headsOf("[data-clients]", "clients"), chosen),
    numberOf("cores", "Cores", chosen), numberOf("memory", "Memory, GiB", chosen),
    selectOf("storage", "Storage", new Map(Object.entries(STORAGE)), chosen));
  form.addEventListener("submit", (event) => { event.preventDefault(); });
  form.addEventListener("change", () => {
    for (const [name, value] of new FormData(form)) chosen[name] = textOf(value);
    keepSize(chosen.cores, chosen.memory, chosen.storage);
    const query = new URLSearchParams(Object.entries(chosen).filter(([, value]) => value)).toString();
    history.replaceState(null, "", `${location.pathname}${query && `?${query}`}${location.hash}`);
    show(near, chosen);
  });
  place.append(form, near);
  show(near, chosen);
}

/**
 * What parts of the page are of, to their headings, each once.
 * @param {string} parts
 * @param {string} name Of the attribute.
 */
function headsOf(parts, name) {
  const found = [...document.querySelectorAll(parts)];
  return new Map(found.map((part) => [part.getAttribute(`data-${name}`) ?? "", part.querySelector("h2, h3")?.textContent ?? ""]));
}

/**
 * Hide what is not chosen, and mark the row of the machine that is nearest to the reader's.
 * @param {HTMLElement} near
 * @param {Choice} chosen
 */
function show(near, { load, clients, cores, memory, storage }) {
  for (const [name, wanted] of [["data-load", load], ["data-clients", clients]]) {
    for (const part of document.querySelectorAll(`[${name}]`)) part.toggleAttribute("hidden", Boolean(wanted) && part.getAttribute(name) !== wanted);
  }
  for (const row of document.querySelectorAll(".nearest-row")) row.classList.remove("nearest-row");
  const rows = [...document.querySelectorAll(".forest tr:has(a)")].filter((row) => row instanceof HTMLElement).filter((row) => !row.closest("[hidden]"));
  near.textContent = rows.length ? "" : "No machine ran this load with so many clients.";
  // What a twin calls in question, and candidates, are in no sentence.
  const speaking = rows.filter((row) => row.dataset.apart === undefined);
  if (!speaking.length || !(cores || memory || storage)) return;
  const own = { cores, memory, storage };
  const nearest = speaking.reduce((best, row) => distance(row, own) < distance(best, own) ? row : best);
  nearest.classList.add("nearest-row");
  nearest.id = "nearest";
  for (const row of rows) if (row !== nearest) row.removeAttribute("id");
  const [machine, result] = [nearest.querySelector("a"), nearest.querySelector("td b")];
  near.append("The machine nearest to yours: ", element("a", { href: "#nearest" }, machine?.textContent ?? ""), `, ${result?.textContent ?? ""}`);
}

/** @param {HTMLElement} row @param {Choice} own */
function distance(row, { cores, memory, storage }) {
  return doublings(row.dataset.cores, cores) + MEMORY * doublings(row.dataset.memory, memory) + storageCost(row, storage);
}

/**
 * Machines of whose storage nothing is recorded come after those with another kind.
 * @param {HTMLElement} row
 * @param {string} own
 */
function storageCost(row, own) {
  if (!own) return 0;
  if (!row.dataset.storage) return UNKNOWN_STORAGE;
  return row.matches(`[data-storage~="${CSS.escape(own)}"]`) ? 0 : OTHER_STORAGE;
}

/** @param {string | undefined} there @param {string} own */
function doublings(there, own) {
  if (!Number(own)) return 0;
  return Number(there) ? Math.abs(Math.log2(Number(there) / Number(own))) : UNKNOWN;
}

/** @param {string} name @param {string} label @param {Map<string, string>} options @param {Choice} chosen */
function selectOf(name, label, options, chosen) {
  return element("label", {}, `${label} `, element("select", { name },
    element("option", { value: "" }, "any"),
    ...[...options].map(([value, text]) => element("option", { value, selected: value === chosen[name] }, text))));
}

/** @param {string} name @param {string} label @param {Choice} chosen */
function numberOf(name, label, chosen) {
  return element("label", {}, `${label} `, element("input", { name, type: "number", min: 1, max: 100000, inputmode: "numeric", value: chosen[name] ?? "" }));
}
