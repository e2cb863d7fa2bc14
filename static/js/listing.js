/*
A list of results, comparisons or machines, narrowed and sorted; what is asked stands in the
address. Loaded when its form is used. Texts reach the page as text nodes, never as markup.
*/
/** @import { ListIndex, ListRecord, ListRow, SettingUses } from "./records.js" */
/** @import { Asked } from "./listing/find.js" */
import { formatCount } from "./chart/words.js";
import { button, element } from "./elements.js";
import { keepSize, ownSize } from "./explore/kept.js";
import { messageOf } from "./errors.js";
import { bundlesWith } from "./listing/settings.js";
import { findRows, nearestRows } from "./listing/find.js";
import { tableOf } from "./listing/rows.js";
import { askedBy, chooseSort, fillForm, isAsked, readAddress, writeAddress } from "./listing/state.js";
import { addressOf, fetchJson, remember } from "./site.js";

const SHOWN = 20;
const WAIT_MS = 60;
const LOADING = "Loading…";
const FAILED = "The list could not be loaded. Try again later; everything is in the tables below.";

/** @type {WeakSet<HTMLElement>} */
const opened = new WeakSet();

/**
 * Make a list one that can be narrowed. A second call does nothing.
 * @param {HTMLElement} section
 * @param {HTMLFormElement} form
 */
export async function open(section, form) {
  if (opened.has(section)) return;
  opened.add(section);
  const said = /** @type {HTMLElement} */ (section.querySelector("[role=status]"));
  said.dataset.plain ??= said.textContent;
  if (location.search.length > 1) {
    fillForm(form, readAddress(location.search));
    said.textContent = LOADING;
  } else if (section.hasAttribute("data-near") && !isAsked(askedBy(form))) fillForm(form, new Map(Object.entries(ownSize())));
  try {
    const index = /** @type {ListIndex} */ (await fetchJson(section.dataset.list ?? ""));
    const pieces = /** @type {ListRecord[]} */ (await Promise.all(index.pieces.map((path) => fetchJson(addressOf(path)))));
    new Listing(section, form, said, index, pieces.flatMap(({ rows }) => rows)).start();
  } catch (error) {
    opened.delete(section);
    said.textContent = FAILED;
    console.warn(`listing: ${messageOf(error)}`);
  }
}

class Listing {
  /**
   * @param {HTMLElement} section
   * @param {HTMLFormElement} form
   * @param {HTMLElement} said
   * @param {ListIndex} index
   * @param {ListRow[]} rows
   */
  constructor(section, form, said, index, rows) {
    this.form = form;
    this.said = said;
    this.index = index;
    this.rows = rows;
    this.settingsAddress = section.dataset.settings ?? "";
    this.noun = section.dataset.noun ?? "row";
    this.found = /** @type {HTMLElement} */ (section.querySelector(".listing-found"));
    this.all = /** @type {HTMLElement} */ (section.querySelector(".listing-all"));
    this.plain = said.dataset.plain ?? "";
    this.head = [...this.all.querySelectorAll("thead tr")].slice(0, 1);
    this.shown = SHOWN;
    /** Counts what is asked: an answer that comes after the next question is not shown. */
    this.turns = 0;
  }

  start() {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    this.form.addEventListener("input", ({ target }) => {
      if (target instanceof HTMLSelectElement) return;
      clearTimeout(timer);
      timer = setTimeout(() => { this.ask("replaceState"); }, WAIT_MS);
    });
    this.form.addEventListener("change", ({ target }) => {
      if (target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type === "hidden")) this.ask("pushState");
    });
    // A form is empty only after it has been reset.
    this.form.addEventListener("reset", () => {
      setTimeout(() => {
        // A hidden field keeps its value then.
        chooseSort(this.form.elements.namedItem("sort"), "");
        this.ask("pushState");
      });
    });
    addEventListener("popstate", () => {
      fillForm(this.form, readAddress(location.search));
      void this.draw();
    });
    // What was typed while this was loading stands in the form, and nowhere else yet.
    const typed = writeAddress(askedBy(this.form));
    if (typed && `?${typed}` !== location.search) this.ask("replaceState");
    else void this.draw();
  }

  /** @param {"pushState" | "replaceState"} how */
  ask(how) {
    this.shown = SHOWN;
    const asked = askedBy(this.form);
    if (this.index.near.length) keepSize(asked.cores, asked.memory, asked.storage);
    remember(writeAddress(asked), how);
    void this.draw();
  }

  async draw() {
    this.turns += 1;
    const turn = this.turns;
    const asked = askedBy(this.form);
    try {
      const uses = asked.setting ? /** @type {SettingUses} */ (await fetchJson(this.settingsAddress)) : null;
      const bundles = uses && bundlesWith(uses, asked.setting);
      if (turn === this.turns) this.show(asked, bundles);
    } catch (error) {
      this.said.textContent = FAILED;
      console.warn(`listing: ${messageOf(error)}`);
    }
  }

  /**
   * @param {Asked} asked
   * @param {Set<string> | null} bundles Those with the setting that is asked for; null where none is.
   */
  show(asked, bundles) {
    const near = nearestRows(asked, this.index.near);
    const { rows, counts } = findRows(this.rows, near ? { ...asked, cores: "", memory: "", storage: "" } : asked, bundles);
    const ordered = near && !asked.sort ? near.order(rows) : rows;
    const whole = !isAsked(asked);
    this.countOptions(counts, Boolean(near));
    const pressed = document.activeElement?.closest("thead th")?.getAttribute("data-sort");
    this.all.hidden = !whole;
    this.found.hidden = whole;
    this.said.textContent = whole ? this.plain : this.sentence(ordered.length, asked, Boolean(near) && !asked.sort);
    if (whole) this.found.replaceChildren();
    else this.fill(ordered, near?.words ?? null, asked.sort);
    // The table that was pressed is hidden or gone.
    if (pressed) /** @type {HTMLElement | null} */ (this.found.querySelector(`th[data-sort="${CSS.escape(pressed)}"] button`))?.focus();
  }

  /**
   * @param {number} count
   * @param {Asked} asked
   * @param {boolean} near
   */
  sentence(count, { setting }, near) {
    if (!count) return `No ${this.noun} fits all of this.`;
    if (near) return `${formatCount(count, this.noun)}, nearest to yours first`;
    return `${formatCount(count, this.noun)}${setting ? ` with ${setting.trim()}` : ""}`;
  }

  /**
   * @param {ListRow[]} rows
   * @param {((row: ListRow) => string) | null} words How a row's machine differs.
   * @param {string} sort
   */
  fill(rows, words, sort) {
    const part = rows.slice(0, this.shown);
    const table = tableOf(part, { head: this.head[0], evidence: this.index.evidence, noun: this.noun, words, sort });
    const more = button("Show more", () => {
      const next = this.shown;
      this.shown += SHOWN;
      this.fill(rows, words, sort);
      /** @type {HTMLElement | undefined} */
      const link = [.../** @type {NodeListOf<HTMLElement>} */ (this.found.querySelectorAll("tbody th a"))].at(next);
      link?.focus();
    });
    this.found.replaceChildren(...(part.length ? [table] : []), ...(rows.length > this.shown ? [element("p", {}, more)] : []));
  }

  /**
   * Say with each choice how many rows it would leave; what would leave none cannot be chosen.
   * @param {Map<string, Map<string, number>>} counts
   * @param {boolean} near
   */
  countOptions(counts, near) {
    for (const [name, values] of counts) {
      const select = this.form.elements.namedItem(name);
      if (!(select instanceof HTMLSelectElement) || (near && name === "storage")) continue;
      for (const option of select.options) {
        if (!option.value) continue;
        option.dataset.label ??= option.text;
        const count = values.get(option.value) ?? 0;
        option.text = `${option.dataset.label} (${count})`;
        option.disabled = !count && !option.selected;
      }
    }
  }
}
