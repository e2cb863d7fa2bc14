/* Elements from names, attributes and children; a child is a node or a text, never markup. */

/**
 * An element: attributes whose value is null or false are left out.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string | number | boolean | null>} [attributes]
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) made.setAttribute(key, value === true ? "" : String(value));
  }
  made.append(...children);
  return made;
}

/**
 * A button that calls `act` when it is pressed.
 * @param {string} text
 * @param {() => void} act
 * @param {Record<string, string | number | boolean | null>} [attributes]
 */
export function button(text, act, attributes = {}) {
  const made = element("button", { type: "button", ...attributes }, text);
  made.addEventListener("click", act);
  return made;
}

/**
 * A table that fits a phone: its first column is words, the others figures.
 * @param {string[]} heads
 * @param {HTMLElement[]} rows
 */
export function tableOf(heads, rows) {
  return element("table", { class: "few-columns" },
    element("thead", {}, element("tr", {}, ...heads.map((head, place) => element("th", { scope: "col", class: place ? "figure" : null }, head)))),
    element("tbody", {}, ...rows));
}

/** How long a file stays reachable for the browser to save it. */
const KEPT_MS = 60_000;

/**
 * Let the browser save a file.
 * @param {Blob} blob
 * @param {string} name
 */
export function saveFile(blob, name) {
  const address = URL.createObjectURL(blob);
  element("a", { href: address, download: name }).click();
  setTimeout(() => { URL.revokeObjectURL(address); }, KEPT_MS);
}
