/*
The facets: made once from what the index lists, then only counts and checks change, so that the
focus stays where it is and nothing is drawn twice.
*/
import { element } from "../elements.js";

export class Facets {
  /** `facets` are records {name, title, values: [{value, label}]}; `changed` hears of a choice. */
  constructor(facets, changed) {
    this.entries = facets.flatMap(({ name, values }) => values.map((value, at) => entry(name, value, at)));
    this.form = element("form", { class: "facets", "aria-label": "Narrow the list" },
      ...facets.map(({ name, title }) => this.group(name, title)));
    this.form.addEventListener("change", ({ target }) => changed(target.name, target.value, target.checked));
    this.form.addEventListener("submit", (event) => event.preventDefault());
  }

  group(name, title) {
    const own = this.entries.filter((made) => made.name === name);
    return element("fieldset", { hidden: own.length < 2 }, element("legend", {}, title),
      element("div", { class: "values" }, ...own.map(({ label }) => label)));
  }

  /** Show what is chosen, and how many each value would leave; what would leave none is hidden. */
  show(chosen, counts) {
    for (const { name, value, box, label, count } of this.entries) {
      const left = counts[name].get(value) ?? 0;
      box.checked = chosen[name].has(value);
      label.hidden = !left && !box.checked;
      count.textContent = left.toLocaleString("en");
    }
  }
}

function entry(name, { value, label: text }, at) {
  const id = `facet-${name}-${at}`;
  const box = element("input", { type: "checkbox", name, value, id });
  const count = element("small");
  return { name, value, box, count, label: element("label", { for: id }, box, element("span", {}, text), count) };
}
