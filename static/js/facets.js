/*
The facets beside a list: the boxes are made once, then only counts and checks change, so that the focus and
the place in a long list stay where they are. Texts become text nodes.
*/
import { element } from "./elements.js";

const COUNTS = new Intl.NumberFormat("en");
const WIDE = "(min-width: 48rem)";

/** @typedef {{value: string, label: string, count: number}} FacetValue A value, and how many it would leave. */

/** `fold` is the element: closed where it stands above what is found, so that nothing moves when values come. */
export class Facets {
  /**
   * @param {string} title
   * @param {{name: string, title: string}[]} facets
   */
  constructor(title, facets) {
    /** @type {Map<string, {label: HTMLElement, box: HTMLInputElement, small: HTMLElement}>} */
    this.entries = new Map();
    this.places = new Map(facets.map(({ name }) => [name, element("div", { class: "values" })]));
    const form = element("form", { class: "facets", "aria-label": title },
      ...facets.map(({ name, title: legend }) => element("fieldset", { hidden: true }, element("legend", {}, legend), this.places.get(name) ?? "")));
    form.addEventListener("submit", (event) => { event.preventDefault(); });
    this.fold = element("details", { open: matchMedia(WIDE).matches }, element("summary", {}, title), form);
  }

  /** @param {(name: string, value: string, on: boolean) => void} changed Hears of a choice. */
  listen(changed) {
    this.fold.addEventListener("change", ({ target }) => {
      if (target instanceof HTMLInputElement) changed(target.name, target.value, target.checked);
    });
  }

  /**
   * Show the values of a facet in their order; what would leave none is hidden unless it is chosen.
   * @param {string} name
   * @param {FacetValue[]} values
   * @param {Set<string> | undefined} chosen
   */
  show(name, values, chosen) {
    const labels = values.map(({ value, label: text, count }) => {
      const { label, box, small } = this.entryOf(name, value, text);
      box.checked = chosen?.has(value) ?? false;
      label.hidden = !count && !box.checked;
      // What stays the same is not laid out again.
      const shown = COUNTS.format(count);
      if (small.textContent !== shown) small.textContent = shown;
      return label;
    });
    const place = this.places.get(name);
    if (!place) return;
    place.closest("fieldset")?.toggleAttribute("hidden", !labels.length);
    if (labels.length === place.children.length && labels.every((label, at) => place.children[at] === label)) return;
    const { activeElement: focused } = document;
    place.replaceChildren(...labels);
    if (focused instanceof HTMLElement && place.contains(focused)) focused.focus();
  }

  /** @param {string} name @param {string} value @param {string} text */
  entryOf(name, value, text) {
    const id = `facet-${name}-${encodeURIComponent(value)}`;
    const known = this.entries.get(id);
    if (known) return known;
    const box = element("input", { type: "checkbox", name, value, id });
    const small = element("small");
    const made = { box, small, label: element("label", { for: id }, box, " ", element("span", {}, text), " ", small) };
    this.entries.set(id, made);
    return made;
  }
}
