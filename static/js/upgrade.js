/*
"Should I upgrade?": the form that leads to a pair, and on the page of a pair the choice of a kind
of load, a number of clients and a machine. Every sentence was written when the site was built; this
program only chooses and orders. The choice is in the address, the machine stays in this browser.
*/
import { element } from "./elements.js";
import { STORAGE, keepSize, ownSize } from "./explore/kept.js";

const CHOICES = ["load", "clients", "cores", "memory", "storage"];
const CLIENTS = {
  one: "one",
  "up-to-half": "fewer than half the CPUs",
  "about-cores": "about as many as CPUs",
  oversubscribed: "more than twice the CPUs",
  unrecorded: "several, CPUs not recorded",
};
const UNKNOWN = 6;
const MEMORY = 0.5;
/** What another kind of storage counts beside a doubling of cores, and that nobody recorded it. */
const OTHER_STORAGE = 0.5;
const UNKNOWN_STORAGE = 1;
const NOT_RUN = "No machine ran this load with so many clients.";

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
  const sections = [...document.querySelectorAll("section.load")].filter((one) => one instanceof HTMLElement);
  const answer = document.querySelector("p[data-answer]");
  if (!answer) return;
  const page = { answer, sections, whole: answer.textContent, near: element("p", { class: "nearest", "aria-live": "polite" }) };
  answer.after(page.near);
  const loads = new Map(sections.map((section) => [section.dataset.load ?? "", headOf(section)]));
  const clients = new Map(Object.entries(CLIENTS).filter(([band]) => document.querySelector(`tbody[data-band="${band}"]`)));
  const form = element("form", { class: "choose", "aria-label": "My load and machine" },
    selectOf("load", "Load", loads, chosen), selectOf("clients", "Clients", clients, chosen),
    numberOf("cores", "Cores", chosen), numberOf("memory", "Memory, GiB", chosen),
    selectOf("storage", "Storage", new Map(Object.entries(STORAGE)), chosen));
  form.addEventListener("submit", (event) => { event.preventDefault(); });
  form.addEventListener("change", () => {
    for (const [name, value] of new FormData(form)) chosen[name] = textOf(value);
    keepSize(chosen.cores, chosen.memory, chosen.storage);
    const query = new URLSearchParams(Object.entries(chosen).filter(([, value]) => value)).toString();
    history.replaceState(null, "", `${location.pathname}${query && `?${query}`}${location.hash}`);
    show(page, chosen);
  });
  place.append(form);
  show(page, chosen);
}

/** @param {HTMLElement} section */
function headOf(section) {
  return section.dataset.title?.split(",")[0] ?? "";
}

/**
 * @param {{answer: Element, sections: HTMLElement[], whole: string, near: HTMLElement}} page
 * @param {Choice} chosen
 */
function show({ answer, sections, whole, near }, { load, clients, cores, memory, storage }) {
  for (const part of document.querySelectorAll("[data-load]")) hide(part, Boolean(load) && part.getAttribute("data-load") !== load);
  for (const part of document.querySelectorAll("tbody[data-band]")) hide(part, Boolean(clients) && part.getAttribute("data-band") !== clients);
  const wanted = sections.filter((section) => !load || section.dataset.load === load);
  const texts = wanted.map((section) => {
    const bodies = [...section.querySelectorAll(clients ? `tbody[data-band="${clients}"]` : "tbody[data-band]")];
    const lines = bodies.map((body) => body.querySelector("th")?.textContent.trim() ?? "");
    return lines.length ? `${section.dataset.title ?? ""}: ${lines.join("; ")}.` : "";
  });
  answer.textContent = load || clients ? texts.find(Boolean) ?? NOT_RUN : whole;
  const list = document.querySelector(".upgrade-machines");
  near.replaceChildren();
  if (!list || !(cores || memory || storage)) return;
  const machines = [...list.children].filter((one) => one instanceof HTMLElement);
  machines.sort((a, b) => distance(a, { cores, memory, storage }) - distance(b, { cores, memory, storage }));
  list.append(...machines);
  const head = headOf(wanted[0] ?? document.body);
  const [nearest] = machines;
  const lines = [...nearest.querySelectorAll("li")].map((line) => line.textContent.trim());
  const line = lines.find((text) => text.startsWith(head)) ?? lines.at(0) ?? "";
  const link = element("a", { href: `#${nearest.id}` }, nearest.querySelector("h3 a")?.textContent.trim() ?? "");
  near.append("The machine nearest to yours, ", link, storageNote(nearest, storage), line ? `: ${line}` : " is the only one.");
  const order = new Map(machines.map(({ id }, position) => [`#${id}`, position]));
  /** @param {Element} row */
  const placeOf = (row) => order.get(row.querySelector("th a")?.getAttribute("href") ?? "") ?? -1;
  for (const body of document.querySelectorAll("tbody[data-band]")) {
    body.append(...[...body.children].sort((a, b) => placeOf(a) - placeOf(b)));
  }
}

/** @param {Element} part @param {boolean} hidden */
function hide(part, hidden) {
  if (part instanceof HTMLElement) part.hidden = hidden;
}

/** @param {HTMLElement} machine @param {Choice} own */
function distance({ dataset }, { cores, memory, storage }) {
  return doublings(dataset.cores, cores) + MEMORY * doublings(dataset.memory, memory) + storageCost(dataset.storage, storage);
}

/**
 * Machines of whose storage nothing is recorded come after those with another kind.
 * @param {string | undefined} there Kinds, parted by spaces.
 * @param {string} own
 */
function storageCost(there, own) {
  if (!own) return 0;
  if (!there) return UNKNOWN_STORAGE;
  return there.split(" ").includes(own) ? 0 : OTHER_STORAGE;
}

/**
 * What is said of the nearest machine's storage; nothing where none is asked for.
 * @param {HTMLElement} machine
 * @param {string} own
 */
function storageNote(machine, own) {
  const text = machine.querySelector("h3 small")?.textContent ?? "";
  return own && text ? ` (${text})` : "";
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
