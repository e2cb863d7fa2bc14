/* The short form of what a log does not say. */
/** @import { FormField } from "../records.js" */
import { element } from "../elements.js";

const LONG = ["prepare", "command"];

/**
 * The form's fields, as far as they are answered already.
 * @param {FormField[]} fields
 */
export function fieldsOf(fields) {
  return fields.map((field) => element("p", { class: LONG.some((name) => field.id.startsWith(name)) ? "wide" : "" },
    element("label", { for: `check-${field.id}` }, field.heading, ...(field.required ? [] : [element("small", {}, " optional")])),
    ...(field.help ? [element("small", { id: `check-${field.id}-help` }, field.help)] : []),
    control(field)));
}

/** @param {FormField} field */
function control({ id, required, choices, most, answer, help }) {
  const shared = { id: `check-${id}`, name: id, required, "aria-describedby": help ? `check-${id}-help` : null };
  const offered = Object.entries(choices);
  if (offered.length) {
    const options = offered.map(([words, value]) => element("option", { value, selected: value === answer }, words));
    return element("select", shared, element("option", { value: "" }, "Choose…"), ...options);
  }
  if (LONG.some((name) => id.startsWith(name))) {
    return element("textarea", { ...shared, rows: 2, maxlength: most, spellcheck: "false" }, answer);
  }
  return element("input", { ...shared, type: "text", maxlength: most, value: answer, autocomplete: "off" });
}

/**
 * The answers as they stand.
 * @param {HTMLFormElement} form
 * @returns {Record<string, string>}
 */
export function answersIn(form) {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, typeof value === "string" ? value : ""]));
}
