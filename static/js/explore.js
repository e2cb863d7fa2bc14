/*
Every series and run of the archive, to narrow, sort and choose from; near the reader's machine
first. Loaded by its own page only. Texts reach the page as text nodes, never as markup.
*/
/** @import { Entry } from "./explore/pieces.js" */
/** @import { ExploreState } from "./explore/state.js" */
/** @import { ExploreIndex, HardwareTables } from "./records.js" */
import { choose, isWhole } from "./asked.js";
import { MOST_SIDES } from "./compare/address.js";
import { findRows } from "./explore/filter.js";
import { layOutPage, pageOf, showPage } from "./explore/frame.js";
import { listEntry, sideOf } from "./explore/list.js";
import { MachineBox } from "./explore/machine-box.js";
import { Pieces, completed, entriesOf } from "./explore/pieces.js";
import { rankingOf } from "./explore/nearness.js";
import { readAddress, sortNamed, writeAddress } from "./explore/state.js";
import { Tray } from "./explore/tray.js";
import { messageOf } from "./errors.js";
import { Facets } from "./facets.js";
import { addressOf, fetchJson, remember } from "./site.js";

const SETTLED_MS = 250;
const FAILED = "The list could not be loaded. Try again later, or use the lists below.";
const REST_FAILED = "The list could not be loaded. Try again later.";

/**
 * What is shown: a page, its entries, and how many each further choice would leave.
 * @typedef {{page: ReturnType<typeof pageOf>, entries: Entry[], counts: Map<string, Map<string, number>>}} Found
 */

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
    this.names = index.facets.map(({ name }) => name);
    const evidence = index.facets.find(({ name }) => name === "evidence");
    this.evidence = new Map(evidence?.values.map(({ value, label }) => [value, label]));
    this.state = readAddress(location.search, this.names);
    this.machine = new MachineBox(tables, () => { this.ask({ sort: "", page: 1 }); });
    this.listed = index.facets.filter(({ values }) => values.length > 1);
    this.facets = new Facets("Narrow the list", this.listed);
    this.tray = new Tray(place.dataset.compare ?? "", (side) => { this.pick(side, false); });
    this.parts = layOutPage(this.machine.box, this.facets.fold, this.tray.box);
    this.pieces = new Pieces(index.pieces, (path) => fetchJson(addressOf(path)));
    /** Counts what is asked: an answer that comes after the next question is not shown. */
    this.turns = 0;
    /** The page that is shown; the address may ask for one beyond the last. */
    this.page = 1;
    /** @type {number | undefined} */
    this.frame = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  async start() {
    // Every value has its place before the list is there: nothing moves when it comes.
    this.showFacets(completed(new Map(), this.index.facets, { ...this.state, q: "", chosen: new Map() }));
    this.place.replaceChildren(this.parts.root);
    this.listen();
    await this.draw();
  }

  listen() {
    const { query, sort, show, back, next, list } = this.parts;
    query.value = this.state.q;
    query.addEventListener("input", () => { this.type(query.value); });
    sort.addEventListener("change", () => { this.ask({ sort: sortNamed(sort.value), page: 1 }); });
    show.addEventListener("change", () => { this.ask({ show: show.value === "runs" ? "runs" : "series", page: 1 }); });
    this.facets.listen((name, value, on) => {
      choose(this.state, name, value, on);
      this.ask({ page: 1 });
    });
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
    remember(writeAddress(this.state), how);
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
    this.remember({ picked: side && on ? [...others, side].slice(0, MOST_SIDES) : others }, "replaceState");
    const { picked } = this.state;
    for (const box of this.pickBoxes()) {
      box.checked = picked.includes(box.value);
      box.disabled = picked.length >= MOST_SIDES && !box.checked;
    }
    this.tray.show(picked, (one) => this.nameOf(one));
  }

  /** @returns {NodeListOf<HTMLInputElement>} */
  pickBoxes() {
    return this.parts.list.querySelectorAll("input");
  }

  /** Draw the list, once what it is made of is there. */
  async draw() {
    this.turns += 1;
    const turn = this.turns;
    const asked = this.asked();
    try {
      const found = await this.find(asked);
      if (turn === this.turns) this.show(found, asked);
    } catch (error) {
      if (turn === this.turns) this.parts.status.textContent = REST_FAILED;
      console.warn(`explore: ${messageOf(error)}`);
    }
  }

  /**
   * @param {ExploreState} asked
   * @returns {Promise<Found>}
   */
  async find(asked) {
    const { facets, [asked.show]: total } = this.index;
    if (isWhole(asked) && asked.sort === "new") {
      const page = pageOf(total, asked.page);
      const { numbers, before } = this.pieces.at(asked.show, page);
      await this.need(numbers);
      const entries = entriesOf(this.pieces.loaded(numbers), asked).slice(page.from - before, page.to - before);
      return { page, entries, counts: completed(new Map(), facets, asked) };
    }
    const numbers = this.pieces.fitting(facets, asked);
    await this.need(numbers);
    const ranking = this.ranking();
    const { rows, counts } = findRows(this.pieces.loaded(numbers), asked, (row) => ranking?.distanceOf(row.hardware_class) ?? 0);
    const entries = entriesOf(rows, asked);
    const page = pageOf(entries.length, asked.page);
    return { page, entries: entries.slice(page.from, page.to), counts: completed(counts, facets, asked) };
  }

  /**
   * Load some pieces, and say so where they are not there yet.
   * @param {number[]} pieces
   */
  async need(pieces) {
    if (this.pieces.has(pieces)) return;
    this.parts.status.textContent = "Loading…";
    await this.pieces.load(pieces);
  }

  ranking() {
    return this.machine.machine && rankingOf(this.tables, this.machine.machine);
  }

  /**
   * @param {Found} found
   * @param {ExploreState} asked
   */
  show({ page, entries, counts }, { sort, show, picked }) {
    const ranking = this.ranking();
    const context = {
      metrics: this.index.metrics, evidence: this.evidence, nearness: ranking?.words ?? null,
      picked: new Set(picked), full: picked.length >= MOST_SIDES,
    };
    this.page = page.shown;
    showPage(this.parts, page, show === "runs" ? "run" : "series", entries.map((entry) => listEntry(entry, context)));
    this.parts.sort.value = sort;
    if (this.parts.near) this.parts.near.disabled = !ranking;
    this.parts.show.value = show;
    this.showFacets(counts);
    this.tray.show(picked, (side) => this.nameOf(side));
    if (picked.some((side) => side.startsWith("s=") && !this.rowOf(side))) void this.nameAll();
  }

  /** @param {Found["counts"]} counts */
  showFacets(counts) {
    for (const { name, values } of this.listed) {
      this.facets.show(name, values.map(({ value, label }) => ({ value, label, count: counts.get(name)?.get(value) ?? 0 })), this.state.chosen.get(name));
    }
  }

  /** Load every series, for the words of sides that an address names. */
  async nameAll() {
    try {
      await this.pieces.load();
      this.tray.show(this.state.picked, (side) => this.nameOf(side));
    } catch (error) {
      console.warn(`explore: ${messageOf(error)}`);
    }
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
    const row = this.rowOf(side);
    return row ? [row.server_label, row.workload_label, row.title].join(", ") : key;
  }

  /** @param {string} side */
  rowOf(side) {
    return this.pieces.loaded().find((row) => sideOf(row) === side);
  }
}
