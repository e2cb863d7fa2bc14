/*
The strip of servers above charts that stand together: an entry shows its server in front of the
others while it is pointed at, and shows or hides it in all charts when it is pressed.
*/
/** @import { Side } from "./records.js" */
import { showServers, shownServers } from "./chart/linked.js";
import { button } from "./elements.js";

/**
 * Make the entries of a strip switches of their servers.
 * @param {Element} strip
 * @param {HTMLElement} group The charts.
 * @param {Side[]} sides Of the entries, in their order.
 */
export function openStrip(strip, group, sides) {
  for (const [at, entry] of [...strip.children].entries()) {
    if (at in sides && !entry.querySelector("button")) makeSwitch(entry, group, sides[at].label);
  }
}

/**
 * @param {Element} entry
 * @param {HTMLElement} group
 * @param {string} label
 */
function makeSwitch(entry, group, label) {
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
