/*
The field of a list's form that says what it is sorted by; what its choice does not offer yet is added
when somebody asks for it.
*/
import { LABELS, readSort } from "./sorts.js";

/**
 * Put an order in the field of a form.
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
