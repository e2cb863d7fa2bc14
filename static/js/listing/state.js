/*
What a reader asks of a list: what its form holds, and what the address says. The address is input
like any other: only names that the form has are taken, and lengths that make sense.
*/
/** @import { Asked } from "./find.js" */
import { LABELS, readSort } from "./sorts.js";

const LONGEST = 200;
const NOTHING = { q: "", setting: "", sort: "", cores: "", memory: "", storage: "" };

/**
 * @param {HTMLFormElement} form
 * @returns {Asked}
 */
export function askedBy(form) {
  const filled = [...new FormData(form)].map(([name, value]) => [name, typeof value === "string" ? value.slice(0, LONGEST) : ""]);
  return { ...NOTHING, .../** @type {Record<string, string>} */ (Object.fromEntries(filled)) };
}

/**
 * The state an address asks for, whatever names it has.
 * @param {string} search The part of the address from its question mark on.
 * @returns {Map<string, string>}
 */
export function readAddress(search) {
  return new Map([...new URLSearchParams(search)].map(([name, value]) => [name, value.slice(0, LONGEST)]));
}

/**
 * Put a state in the form; a choice it does not offer is left out.
 * @param {HTMLFormElement} form
 * @param {Map<string, string>} state
 */
export function fillForm(form, state) {
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue;
    const value = state.get(field.name) ?? "";
    if (field.name === "sort") chooseSort(field, value);
    else field.value = value;
    if (field instanceof HTMLSelectElement && field.selectedIndex < 0) field.value = "";
    if (field.value) field.closest("details")?.setAttribute("open", "");
  }
}

/** @param {Asked} asked */
export function writeAddress(asked) {
  const filled = Object.entries(asked).filter(([, value]) => value.trim());
  return new URLSearchParams(filled.map(([name, value]) => [name, value.trim()])).toString();
}

/** @param {Asked} asked */
export function isAsked(asked) {
  return Object.values(asked).some((value) => value.trim());
}

/**
 * Put an order in the field of a form; what its choice does not offer yet is added.
 * @param {Element | RadioNodeList | null} field
 * @param {string} sort
 */
export function chooseSort(field, sort) {
  const { name, turned } = readSort(sort);
  const value = name ? sort : "";
  if (field instanceof HTMLInputElement) field.value = value;
  if (!(field instanceof HTMLSelectElement)) return;
  if (![...field.options].some((option) => option.value === value)) field.add(new Option(LABELS[name][Number(turned)], value));
  field.value = value;
}
