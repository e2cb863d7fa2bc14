/*
The facets: made once from what the index lists, then only counts and checks change, so that the
focus stays where it is and nothing is drawn twice.
*/
/** @import { Facet } from "../records.js" */
import { element } from "../elements.js";

const COUNTS = new Intl.NumberFormat("en");

export class Facets {
  /**
   * @param {Facet[]} facets
   * @param {(name: string, value: string, on: boolean) => void} changed Hears of a choice.
   */
  constructor(facets, changed) {
    this.entries = facets.flatMap(({ name, values }) => values.map((value, at) => entryOf(name, value, at, changed)));
    this.form = element("form", { class: "facets", "aria-label": "Narrow the list" },
      ...facets.map(({ name, title }) => this.fieldsetFor(name, title)));
    this.form.addEventListener("submit", (event) => { event.preventDefault(); });
  }

  /** @param {string} name @param {string} title */
  fieldsetFor(name, title) {
    const own = this.entries.filter((entry) => entry.name === name);
    return element("fieldset", { hidden: own.length < 2 }, element("legend", {}, title),
      element("div", { class: "values" }, ...own.map(({ label }) => label)));
  }

  /**
   * Show what is chosen, and how many each value would leave; what would leave none is hidden.
   * @param {Map<string, Set<string>>} chosen By facet.
   * @param {Map<string, Map<string, number>>} counts By facet and value.
   */
  show(chosen, counts) {
    for (const { name, value, box, label, count } of this.entries) {
      const left = counts.get(name)?.get(value) ?? 0;
      box.checked = chosen.get(name)?.has(value) ?? false;
      label.hidden = !left && !box.checked;
      // What stays the same is not laid out again.
      const text = COUNTS.format(left);
      if (count.textContent !== text) count.textContent = text;
    }
  }
}

/**
 * @param {string} name
 * @param {Facet["values"][number]} value
 * @param {number} at
 * @param {(name: string, value: string, on: boolean) => void} changed
 */
function entryOf(name, { value, label: text }, at, changed) {
  const id = `facet-${name}-${at}`;
  const box = element("input", { type: "checkbox", name, value, id });
  box.addEventListener("change", () => { changed(name, value, box.checked); });
  const count = element("small");
  return { name, value, box, count, label: element("label", { for: id }, box, element("span", {}, text), count) };
}
