/* The short form of what a log does not say. */
/** @import { AskedField } from "../records.js" */
import { element } from "../elements.js";

const LONG = ["prepare", "command"];

/**
 * The form's fields, as far as they are answered already.
 * @param {AskedField[]} fields
 */
export function fieldsOf(fields) {
  return fields.map((field) => element("p", { class: LONG.some((name) => field.id.startsWith(name)) ? "wide" : "" },
    element("label", { for: `check-${field.id}` }, field.heading, ...(field.required ? [] : [element("small", {}, " optional")])),
    ...(field.help ? [element("small", { id: `check-${field.id}-help` }, field.help)] : []),
    control(field)));
}

/** @param {AskedField} field */
function control({ id, required, choices, most, answer, help }) {
  const shared = { id: `check-${id}`, name: id, required, "aria-describedby": help ? `check-${id}-help` : null };
  if (choices.length) {
    const options = choices.map(([value, words]) => element("option", { value, selected: value === answer }, words));
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
