/*
Every series and run of the archive, to narrow, sort and choose from; near the reader's machine
first. Loaded by its own page only. Texts reach the page as text nodes, never as markup.
*/
/** @import { Columns } from "./explore/columns.js" */
/** @import { Ranking } from "./explore/ranking.js" */
/** @import { ExploreState } from "./explore/state.js" */
/** @import { ExploreIndex, HardwareTables } from "./records.js" */
import { Facets } from "./explore/facets.js";
import { findRows } from "./explore/filter.js";
import { layOutPage } from "./explore/frame.js";
import { runEntry, seriesEntry } from "./explore/list.js";
import { loadColumns } from "./explore/load.js";
import { MachineBox } from "./explore/machine-box.js";
import { showPage } from "./explore/pages.js";
import { rankingOf } from "./explore/ranking.js";
import { runStarts, runsOf } from "./explore/runs.js";
import { MOST_PICKED, isPlain, readAddress, sortNamed, writeAddress } from "./explore/state.js";
import { Tray } from "./explore/tray.js";
import { messageOf } from "./errors.js";
import { basePath, fetchJson } from "./site.js";

const SETTLED_MS = 250;
const FAILED = "The list could not be loaded. Try again later, or use the lists below.";
const RUNS_FAILED = "The single runs could not be loaded. Try again later.";

/**
 * Make `place` the page. Its data name the index, the classes of machines and /compare/.
 * @param {HTMLElement} place
 */
export async function open(place) {
  const { index: indexAddress = "", classes: classesAddress = "" } = place.dataset;
  try {
    const [index, tables] = await Promise.all([fetchJson(indexAddress), fetchJson(classesAddress)]);
    await new Explorer(place, /** @type {ExploreIndex} */ (index), /** @type {HardwareTables} */ (tables)).start();
  } catch (error) {
    place.textContent = FAILED;
    console.warn(`explore: ${messageOf(error)}`);
  }
}

class Explorer {
  /**
   * @param {HTMLElement} place
   * @param {ExploreIndex} index
   * @param {HardwareTables} tables
   */
  constructor(place, index, tables) {
    this.place = place;
    this.index = index;
    this.tables = tables;
    this.base = basePath();
    this.names = index.facets.map(({ name }) => name);
    const evidence = index.facets.find(({ name }) => name === "evidence");
    this.evidence = new Map(evidence?.values.map(({ value, label }) => [value, label]));
    this.state = readAddress(location.search, this.names);
    this.machine = new MachineBox(tables, () => { this.ask({ sort: "", page: 1 }); });
    this.facets = new Facets(index.facets, (name, value, on) => { this.choose(name, value, on); });
    this.tray = new Tray(place.dataset.compare ?? "", (side) => { this.pick(side, false); });
    this.parts = layOutPage(this.machine.box, this.facets.form, this.tray.box);
    /** @type {Columns | null} Null until the first piece is there. */
    this.series = null;
    /** @type {{columns: Columns, starts: Int32Array} | null} Null until somebody asks for single runs. */
    this.runs = null;
    /** @type {Map<string, number>} Rows by the side they are. */
    this.rows = new Map();
    /** The page that is shown; the address may ask for one beyond the last. */
    this.page = 1;
    /** @type {number | undefined} */
    this.frame = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  async start() {
    this.place.replaceChildren(this.parts.root);
    this.listen();
    this.series = await loadColumns(this.index.series, this.base, (columns) => {
      this.series = columns;
      if (isPlain(this.asked())) void this.draw();
    });
    await this.draw();
  }

  listen() {
    const { query, sort, show, back, next, list } = this.parts;
    query.value = this.state.q;
    query.addEventListener("input", () => { this.type(query.value); });
    sort.addEventListener("change", () => { this.ask({ sort: sortNamed(sort.value), page: 1 }); });
    show.addEventListener("change", () => { this.ask({ show: show.value === "runs" ? "runs" : "series", page: 1 }); });
    back.addEventListener("click", () => { void this.turn(-1); });
    next.addEventListener("click", () => { void this.turn(1); });
    list.addEventListener("change", ({ target }) => {
      if (target instanceof HTMLInputElement) this.pick(target.value, target.checked);
    });
    addEventListener("popstate", () => {
      this.state = readAddress(location.search, this.names);
      query.value = this.state.q;
      void this.draw();
    });
  }

  /**
   * The state with the usual sort written out: by nearness where there is a machine.
   * @returns {ExploreState}
   */
  asked() {
    const { machine } = this.machine;
    const sort = this.state.sort || (machine ? "near" : "new");
    return { ...this.state, sort: sort === "near" && !machine ? "new" : sort };
  }

  /** @param {Partial<ExploreState>} changes */
  ask(changes) {
    this.remember(changes, "pushState");
    void this.draw();
  }

  /** @param {Partial<ExploreState>} changes @param {"pushState" | "replaceState"} how */
  remember(changes, how) {
    Object.assign(this.state, changes);
    const text = writeAddress(this.state);
    history[how](null, "", text ? `?${text}` : location.pathname);
  }

  /**
   * The list follows every letter, the address only words that stand for a moment.
   * @param {string} q
   */
  type(q) {
    Object.assign(this.state, { q, page: 1 });
    if (this.frame !== undefined) cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
    this.frame = requestAnimationFrame(() => { void this.draw(); });
    this.timer = setTimeout(() => { this.remember({}, "replaceState"); }, SETTLED_MS);
  }

  /** @param {string} name @param {string} value @param {boolean} on */
  choose(name, value, on) {
    this.state.chosen.get(name)?.[on ? "add" : "delete"](value);
    this.ask({ page: 1 });
  }

  /** @param {number} step */
  async turn(step) {
    this.remember({ page: this.page + step }, "pushState");
    await this.draw();
    this.parts.status.scrollIntoView();
    this.parts.list.querySelector("a")?.focus({ preventScroll: true });
  }

  /**
   * Choose a side for a comparison or drop it; null drops all. The list stays as it is.
   * @param {string | null} side
   * @param {boolean} on
   */
  pick(side, on) {
    const others = side ? this.state.picked.filter((one) => one !== side) : [];
    this.remember({ picked: side && on ? [...others, side].slice(0, MOST_PICKED) : others }, "replaceState");
    const { picked } = this.state;
    for (const box of this.pickBoxes()) {
      box.checked = picked.includes(box.value);
      box.disabled = picked.length >= MOST_PICKED && !box.checked;
    }
    this.tray.show(picked, (one) => this.nameOf(one));
  }

  /** @returns {NodeListOf<HTMLInputElement>} */
  pickBoxes() {
    return this.parts.list.querySelectorAll("input");
  }

  /** Draw the list, once what it is made of is there. */
  async draw() {
    const { series, machine: { machine } } = this;
    if (!series) return;
    if (this.state.show === "runs" && !await this.haveRuns(series)) return;
    const asked = this.asked();
    const ranking = machine && rankingOf(this.tables, machine, series.textsOf("class"));
    const { rows, counts } = findRows(series, this.names, asked, ranking?.distances);
    this.showList(series, rows, asked, ranking);
    if (series.length === series.size) this.facets.show(asked.chosen, counts);
    this.tray.show(asked.picked, (side) => this.nameOf(side));
  }

  /**
   * Load the single runs; false, and a sentence for the reader, where they cannot be had.
   * @param {Columns} series
   */
  async haveRuns(series) {
    if (this.runs) return true;
    this.parts.status.textContent = "Loading single runs…";
    try {
      const columns = await loadColumns(this.index.runs, this.base);
      this.runs = { columns, starts: runStarts(columns, series.size) };
      return true;
    } catch (error) {
      this.parts.status.textContent = RUNS_FAILED;
      console.warn(`explore: ${messageOf(error)}`);
      return false;
    }
  }

  /**
   * @param {Columns} series
   * @param {number[]} rows
   * @param {ExploreState} asked
   * @param {Ranking | null} ranking
   */
  showList(series, rows, { sort, show, page, picked }, ranking) {
    const context = {
      metrics: this.index.metrics, evidence: this.evidence, base: this.base, nearness: ranking?.words ?? null,
      picked: new Set(picked), full: picked.length >= MOST_PICKED,
    };
    if (show === "runs" && this.runs) {
      const { columns, starts } = this.runs;
      this.page = showPage(this.parts, runsOf(rows, columns, starts, sort), page, "run", (row) => runEntry(row, columns, series, context));
    } else {
      this.page = showPage(this.parts, rows, page, "series", (row) => seriesEntry(row, series, context));
    }
    this.parts.sort.value = sort;
    if (this.parts.near) this.parts.near.disabled = !ranking;
    this.parts.show.value = show;
  }

  /**
   * The words for a chosen side; its address where the list does not hold it.
   * @param {string} side
   */
  nameOf(side) {
    const key = side.slice(2);
    if (side.startsWith("r=")) {
      const [bundle, run] = key.split("/");
      return `run ${run} of ${bundle}`;
    }
    const { series } = this;
    const row = series && this.rowsBySide(series).get(key);
    return series && row !== undefined && row !== null ? ["label", "work", "title"].map((part) => series.text(part, row)).join(", ") : key;
  }

  /** @param {Columns} series */
  rowsBySide(series) {
    if (this.rows.size !== series.length) {
      /** @param {number} row */
      const key = (row) => ["bundle", "server", "workload"].map((name) => series.text(name, row)).join("/");
      this.rows = new Map(Array.from({ length: series.length }, (_, row) => [key(row), row]));
    }
    return this.rows;
  }
}
