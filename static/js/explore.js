/*
Every series and run of the archive, to narrow, sort and choose from; near the reader's machine
first. Loaded by its own page only. Texts reach the page as text nodes, never as markup.
*/
/** @import { Page } from "./explore/pages.js" */
/** @import { Ranking } from "./explore/ranking.js" */
/** @import { ExploreState } from "./explore/state.js" */
/** @import { ExploreIndex, Facet, HardwareTables } from "./records.js" */
import { Facets } from "./explore/facets.js";
import { findRows } from "./explore/filter.js";
import { layOutPage } from "./explore/frame.js";
import { runEntry, seriesEntry } from "./explore/list.js";
import { Pieces } from "./explore/load.js";
import { MachineBox } from "./explore/machine-box.js";
import { completed, piecesFor, piecesWith, valuesAt } from "./explore/need.js";
import { pageOf, showPage } from "./explore/pages.js";
import { rankingOf } from "./explore/ranking.js";
import { byPeak, runStarts, runsInOrder, runsOf } from "./explore/runs.js";
import { MOST_PICKED, isWhole, readAddress, sortNamed, writeAddress } from "./explore/state.js";
import { Tray } from "./explore/tray.js";
import { messageOf } from "./errors.js";
import { basePath, fetchJson } from "./site.js";

const SETTLED_MS = 250;
const FAILED = "The list could not be loaded. Try again later, or use the lists below.";
const REST_FAILED = "The rest of the list could not be loaded. Try again later.";
const RUNS_FAILED = "The single runs could not be loaded. Try again later.";

/**
 * What is shown: a page, and its rows, of series or of runs.
 * @typedef {{page: Page, rows: number[], counts: Map<string, Map<string, number>>, ranking: Ranking | null}} Found
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
    this.base = basePath();
    this.names = index.facets.map(({ name }) => name);
    const evidence = index.facets.find(({ name }) => name === "evidence");
    this.evidence = new Map(evidence?.values.map(({ value, label }) => [value, label]));
    this.state = readAddress(location.search, this.names);
    this.machine = new MachineBox(tables, () => { this.ask({ sort: "", page: 1 }); });
    this.facets = new Facets(index.facets, (name, value, on) => { this.choose(name, value, on); });
    this.tray = new Tray(place.dataset.compare ?? "", (side) => { this.pick(side, false); });
    this.parts = layOutPage(this.machine.box, this.facets.form, this.tray.box);
    this.series = new Pieces(index.series, this.base);
    this.runs = new Pieces(index.runs, this.base);
    /** @type {Int32Array | null} All runs, the highest first; null until somebody asks for that. */
    this.peaks = null;
    /** @type {Map<string, number>} Rows of the series that are there, by the side they are. */
    this.rows = new Map();
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
    this.place.replaceChildren(this.parts.root);
    this.listen();
    if (this.index.series.pieces.length) await this.series.load([0]);
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
    this.turns += 1;
    const turn = this.turns;
    const asked = this.asked();
    try {
      const found = await this.find(asked);
      if (turn === this.turns) this.show(found, asked);
    } catch (error) {
      if (turn === this.turns) this.parts.status.textContent = asked.show === "runs" ? RUNS_FAILED : REST_FAILED;
      console.warn(`explore: ${messageOf(error)}`);
    }
  }

  /**
   * @param {ExploreState} asked
   * @returns {Promise<Found>}
   */
  async find(asked) {
    const ranking = this.ranking();
    // Of a machine read from a text nothing may leave the browser, so not even which pieces are near it.
    const classes = this.machine.machine?.id ? this.index.facets.find(({ name }) => name === "class") : undefined;
    if (!this.series.pieces.length || (isWhole(asked) && asked.sort === "new")) return this.plainPage(asked);
    if (isWhole(asked) && asked.sort === "near" && ranking && classes) return this.nearPage(asked, classes, ranking);
    return this.fittingPage(asked);
  }

  /**
   * A page of the list itself, the newest first: only what it shows is loaded.
   * @param {ExploreState} asked
   * @returns {Promise<Found>}
   */
  async plainPage(asked) {
    const kind = this[asked.show];
    const page = pageOf(kind.columns.size, asked.page);
    const rows = Array.from({ length: page.to - page.from }, (_, at) => page.from + at);
    await this.need(kind, kind.of(rows));
    if (asked.show === "runs") await this.need(this.series, this.series.of(this.seriesOf(rows)));
    return { page, rows, counts: completed(new Map(), this.index.facets, asked), ranking: this.ranking() };
  }

  /**
   * A page of the list itself, the nearest first: only pieces that hold the classes it shows are loaded.
   * @param {ExploreState} asked
   * @param {Facet} classes
   * @param {Ranking} ranking
   * @returns {Promise<Found>}
   */
  async nearPage(asked, classes, { distanceOf }) {
    const { columns } = this.series;
    const page = pageOf(this[asked.show].columns.size, asked.page);
    const { wanted, before } = valuesAt(classes.values, distanceOf, asked.show, page);
    await this.need(this.series, [0, ...piecesWith(this.index, classes, wanted)]);
    const ranking = this.ranking();
    const { rows } = findRows(columns, this.names, asked, ranking?.distances);
    const shown = await this.partOf(rows.filter((row) => wanted.has(columns.text("class", row))), asked.show, [page.from - before, page.to - before]);
    return { page, rows: shown, counts: completed(new Map(), this.index.facets, asked), ranking };
  }

  /**
   * A part of some series, or of their runs.
   * @param {number[]} series
   * @param {ExploreState["show"]} show
   * @param {[number, number]} part From, and up to but without.
   */
  async partOf(series, show, part) {
    if (show === "series") return series.slice(...part);
    const { columns } = this.series;
    const runs = runsOf(series, columns, runStarts(columns, this.index.series.pieces), part);
    await this.need(this.runs, this.runs.of(runs));
    return runs;
  }

  /**
   * A page of what fits: pieces that may hold some of it are loaded and looked through.
   * @param {ExploreState} asked
   * @returns {Promise<Found>}
   */
  async fittingPage(asked) {
    await this.need(this.series, piecesFor(this.index, asked));
    const ranking = this.ranking();
    const { columns } = this.series;
    const { rows, counts } = findRows(columns, this.names, asked, ranking?.distances);
    const left = { counts: completed(counts, this.index.facets, asked), ranking };
    if (asked.show === "runs" && asked.sort === "peak") {
      const runs = await this.highestRuns(rows);
      const page = pageOf(runs.length, asked.page);
      return { page, rows: runs.slice(page.from, page.to), ...left };
    }
    const own = asked.show === "runs" ? columns.numbersOf("count") : null;
    const page = pageOf(own ? rows.reduce((sum, row) => sum + own[row], 0) : rows.length, asked.page);
    return { page, rows: await this.partOf(rows, asked.show, [page.from, page.to]), ...left };
  }

  /**
   * The runs of some series, the highest first. All runs are loaded for it.
   * @param {number[]} series
   */
  async highestRuns(series) {
    await this.need(this.runs, [...this.runs.pieces.keys()]);
    this.peaks ??= byPeak(this.runs.columns);
    return runsInOrder(series, this.runs.columns, this.peaks);
  }

  /**
   * Load some pieces, and say so where they are not there yet.
   * @param {Pieces} kind
   * @param {number[]} pieces
   */
  async need(kind, pieces) {
    if (kind.has(pieces)) return;
    this.parts.status.textContent = kind === this.runs ? "Loading single runs…" : "Loading…";
    await kind.load(pieces);
  }

  /** @returns {Ranking | null} */
  ranking() {
    const { machine } = this.machine;
    return machine && rankingOf(this.tables, machine, this.series.columns.textsOf("class"));
  }

  /** @param {number[]} runs */
  seriesOf(runs) {
    return runs.map((run) => this.runs.columns.number("series", run));
  }

  /**
   * @param {Found} found
   * @param {ExploreState} asked
   */
  show({ page, rows, counts, ranking }, { sort, show, picked, chosen }) {
    const [series, runs] = [this.series.columns, this.runs.columns];
    const context = {
      metrics: this.index.metrics, evidence: this.evidence, base: this.base, nearness: ranking?.words ?? null,
      picked: new Set(picked), full: picked.length >= MOST_PICKED,
    };
    this.page = page.shown;
    if (show === "runs") showPage(this.parts, page, "run", rows.map((row) => runEntry(row, runs, series, context)));
    else showPage(this.parts, page, "series", rows.map((row) => seriesEntry(row, series, context)));
    this.parts.sort.value = sort;
    if (this.parts.near) this.parts.near.disabled = !ranking;
    this.parts.show.value = show;
    this.facets.show(chosen, counts);
    this.tray.show(picked, (side) => this.nameOf(side));
    if (picked.some((side) => !this.knows(side))) void this.nameAll();
  }

  /** Load every series, for the words of sides that an address names. */
  async nameAll() {
    try {
      await this.series.load([...this.series.pieces.keys()]);
      this.tray.show(this.state.picked, (side) => this.nameOf(side));
    } catch (error) {
      console.warn(`explore: ${messageOf(error)}`);
    }
  }

  /**
   * Whether there are words for a side, or none are to come.
   * @param {string} side
   */
  knows(side) {
    const { columns } = this.series;
    return side.startsWith("r=") || columns.length === columns.size || this.rowsBySide().has(side.slice(2));
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
    const { columns } = this.series;
    const row = this.rowsBySide().get(key);
    return row === undefined ? key : ["label", "work", "title"].map((part) => columns.text(part, row)).join(", ");
  }

  rowsBySide() {
    const { columns } = this.series;
    if (this.rows.size === columns.length) return this.rows;
    this.rows = new Map();
    for (const [from, to] of columns.ranges) {
      for (let row = from; row < to; row += 1) {
        this.rows.set(["bundle", "server", "workload"].map((name) => columns.text(name, row)).join("/"), row);
      }
    }
    return this.rows;
  }
}
