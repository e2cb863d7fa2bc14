/*
Every series and run of the archive, to narrow, sort and choose from; near the reader's machine
first. Loaded by its own page only. Texts reach the page as text nodes, never as markup.
*/
import { Facets } from "./explore/facets.js";
import { find } from "./explore/filter.js";
import { frame } from "./explore/frame.js";
import { runEntry, seriesEntry } from "./explore/list.js";
import { columnsOf, fetched } from "./explore/load.js";
import { MachineBox } from "./explore/machine-box.js";
import { showPage } from "./explore/pages.js";
import { ranking } from "./explore/ranking.js";
import { runsOf, starts } from "./explore/runs.js";
import { MOST_PICKED, isPlain, read, write } from "./explore/state.js";
import { Tray } from "./explore/tray.js";

const SETTLED_MS = 250;
const FAILED = "The list could not be loaded. Try again later, or use the lists below.";

/** Make `place` the page. Its data name the index, the classes of machines and /compare/. */
export async function open(place) {
  try {
    const base = document.documentElement.dataset.base ?? "/";
    const [index, tables] = await Promise.all([fetched(place.dataset.index), fetched(place.dataset.classes)]);
    await new Explorer(place, base, index, tables).start();
  } catch (error) {
    place.textContent = FAILED;
    console.warn(`explore: ${error.message}`);
  }
}

class Explorer {
  constructor(place, base, index, tables) {
    Object.assign(this, { place, base, index, tables });
    this.names = index.facets.map(({ name }) => name);
    this.labels = Object.fromEntries(index.facets.map(({ name, values }) => [name, new Map(values.map(({ value, label }) => [value, label]))]));
    this.state = read(location.search, this.names);
    this.machine = new MachineBox(tables, () => this.ask({ sort: "", page: 1 }));
    this.facets = new Facets(index.facets, (name, value, on) => this.choose(name, value, on));
    this.tray = new Tray(place.dataset.compare, (side) => this.pick(side, false));
    this.parts = frame(this.machine.box, this.facets.form, this.tray.box);
  }

  async start() {
    this.place.replaceChildren(this.parts.root);
    this.listen();
    this.series = await columnsOf(this.index.series, this.base, (columns) => {
      this.series = columns;
      if (isPlain(this.asked())) this.draw();
    });
    await this.draw();
  }

  listen() {
    const { query, sort, show, back, next, list } = this.parts;
    query.value = this.state.q;
    query.addEventListener("input", () => this.type(query.value));
    sort.addEventListener("change", () => this.ask({ sort: sort.value, page: 1 }));
    show.addEventListener("change", () => this.ask({ show: show.value, page: 1 }));
    back.addEventListener("click", () => this.turn(-1));
    next.addEventListener("click", () => this.turn(1));
    list.addEventListener("change", ({ target }) => this.pick(target.value, target.checked));
    addEventListener("popstate", () => {
      this.state = read(location.search, this.names);
      query.value = this.state.q;
      this.draw();
    });
  }

  /** The state with the usual sort written out: by nearness where there is a machine. */
  asked() {
    const { machine } = this.machine;
    const sort = this.state.sort || (machine ? "near" : "new");
    return { ...this.state, sort: sort === "near" && !machine ? "new" : sort };
  }

  ask(changes, push = true) {
    this.remember(changes, push);
    return this.draw();
  }

  remember(changes, push) {
    Object.assign(this.state, changes);
    const text = write(this.state);
    history[push ? "pushState" : "replaceState"](null, "", text ? `?${text}` : location.pathname);
  }

  /** The list follows every letter, the address only words that stand for a moment. */
  type(q) {
    Object.assign(this.state, { q, page: 1 });
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
    this.frame = requestAnimationFrame(() => this.draw());
    this.timer = setTimeout(() => this.remember({}, false), SETTLED_MS);
  }

  choose(name, value, on) {
    this.state.chosen[name][on ? "add" : "delete"](value);
    this.ask({ page: 1 });
  }

  async turn(step) {
    await this.ask({ page: this.page + step });
    this.parts.said.scrollIntoView();
    this.parts.list.querySelector("a")?.focus({ preventScroll: true });
  }

  /** Choose a side for a comparison or drop it; null drops all. The list stays as it is. */
  pick(side, on) {
    const others = side ? this.state.picked.filter((one) => one !== side) : [];
    this.remember({ picked: on ? [...others, side].slice(0, MOST_PICKED) : others }, false);
    const { picked } = this.state;
    for (const box of this.parts.list.querySelectorAll("input")) {
      box.checked = picked.includes(box.value);
      box.disabled = picked.length >= MOST_PICKED && !box.checked;
    }
    this.tray.show(picked, (one) => this.nameOf(one));
  }

  async draw() {
    if (!this.series) return;
    const asked = this.asked();
    if (asked.show === "runs" && !this.runs) await this.loadRuns();
    this.rank = ranking(this.tables, this.machine.machine, this.series.texts.get("class"));
    const { rows, counts } = find(this.series, this.names, asked, this.rank?.distances);
    this.list(rows, asked);
    if (this.series.length === this.series.size) this.facets.show(asked.chosen, counts);
    this.tray.show(asked.picked, (side) => this.nameOf(side));
  }

  async loadRuns() {
    this.parts.said.textContent = "Loading single runs…";
    this.runs = await columnsOf(this.index.runs, this.base);
    this.from = starts(this.runs, this.series.size);
  }

  list(rows, { sort, show, page, picked }) {
    const shown = {
      metrics: this.index.metrics, labels: this.labels, base: this.base, nearness: this.rank?.words,
      picked: new Set(picked), full: picked.length >= MOST_PICKED,
    };
    const single = show === "runs";
    const listed = single ? runsOf(rows, this.runs, this.from, sort) : rows;
    const entry = (row) => (single ? runEntry(row, this.runs, this.series, shown) : seriesEntry(row, this.series, shown));
    this.page = showPage(this.parts, listed, page, single ? "run" : "series", entry);
    this.parts.sort.value = sort;
    this.parts.near.disabled = !this.rank;
    this.parts.show.value = show;
  }

  /** The words for a chosen side; its address where the list does not hold it. */
  nameOf(side) {
    const [one, name, workload] = side.slice(2).split("/");
    if (side.startsWith("r=")) return `run ${name} of ${one}`;
    const row = this.rowsBySide().get([one, name, workload].join("/"));
    return row === undefined ? side.slice(2) : ["label", "work", "title"].map((part) => this.series.text(part, row)).join(", ");
  }

  rowsBySide() {
    if (this.sides?.size !== this.series.length) {
      const key = (row) => ["bundle", "server", "workload"].map((name) => this.series.text(name, row)).join("/");
      this.sides = new Map(Array.from({ length: this.series.length }, (_, row) => [key(row), row]));
    }
    return this.sides;
  }
}
