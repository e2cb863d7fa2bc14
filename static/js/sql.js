/*
/sql/: an editor, and what DuckDB answers, in a worker. Nothing is loaded before a reader asks for it, and a query that
came with the address waits for that as any other. Texts of queries, answers and errors are shown as text alone.
*/
/** @import { Answer, Asked, Cell, Table } from "./sql-worker.js" */
/** @import { Progress } from "./engine.js" */
import { formatCount } from "./chart/words.js";
import { csv } from "./csv.js";
import { button, element, saveFile } from "./elements.js";
import { Engine } from "./engine.js";
import { messageOf } from "./errors.js";
import { linkTo } from "./site.js";

const SHOWN_ROWS = 200;
/** Tables of many columns are shown with fewer rows: browsers take seconds for tens of thousands of cells. */
const SHOWN_CELLS = 5000;
const LINK = "path";

/** @param {HTMLElement} place */
export function open(place) {
  const page = new SqlPage(place);
  page.fill();
  addEventListener("hashchange", () => { page.fill(); });
}

class SqlPage {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    this.editor = /** @type {HTMLTextAreaElement} */ (place.querySelector("textarea"));
    this.examples = /** @type {HTMLSelectElement} */ (place.querySelector("select"));
    this.run = /** @type {HTMLButtonElement} */ (place.querySelector("[type=submit]"));
    this.link = /** @type {HTMLAnchorElement} */ (place.querySelector(".sql-link"));
    this.status = /** @type {HTMLElement} */ (place.querySelector("[role=status]"));
    this.found = /** @type {HTMLElement} */ (place.querySelector(".sql-found"));
    this.stop = button("Stop", () => { this.end("Stopped. The next query starts DuckDB again."); }, { hidden: true });
    this.run.after(this.stop);
    this.tables = Object.fromEntries([.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-parquet]"))]
      .map(({ dataset: { table = "", parquet = "" } }) => [table, new URL(parquet, location.href).href]));
    /** @type {Engine<Asked, Answer> | null} */
    this.engine = null;
    this.run.disabled = this.examples.disabled = false;
    place.querySelector("form")?.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.ask();
    });
    this.editor.addEventListener("input", () => { this.edited(); });
    this.editor.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !this.run.disabled) void this.ask();
    });
    this.examples.addEventListener("change", () => { this.choose(); });
  }

  /** Show the query that the address has, or the question it names; without either the first question. */
  fill() {
    const asked = new URLSearchParams(location.hash.slice(1)).get("q");
    const named = [...this.examples.options].find(({ id }) => id && id === location.hash.slice(1));
    if (asked !== null && asked !== this.editor.value) {
      this.editor.value = asked;
      this.say("This query came with the address. Read it before you run it.");
    } else if (asked === null && (named || !this.editor.value)) {
      this.editor.value = (named ?? this.examples.options[1]).value;
    }
    this.edited();
  }

  /** Take a question in place of the query. That stays in the history of the browser, a step back. */
  choose() {
    const { value, selectedOptions: [option] } = this.examples;
    if (!option.id) return;
    history.replaceState(null, "", this.link.href);
    history.pushState(null, "", `#${option.id}`);
    this.editor.value = value;
    this.edited();
  }

  /** What follows from the text of the query: the link to it, and the question it is. */
  edited() {
    this.link.href = `#${new URLSearchParams({ q: this.editor.value })}`;
    this.examples.value = this.editor.value;
    if (!this.examples.selectedOptions.length) this.examples.selectedIndex = 0;
  }

  /** @param {string} text */
  say(text) {
    this.status.textContent = text;
  }

  /** Load DuckDB where it is not there yet, and show what it answers. */
  async ask() {
    const query = this.editor.value;
    if (!query.trim()) {
      this.say("There is no query yet: write one, or take a question.");
      this.editor.focus();
      return;
    }
    const { worker = "", engine = "", bytes } = this.place.dataset;
    history.replaceState(null, "", this.link.href);
    this.found.replaceChildren();
    this.running(true);
    this.say(this.engine ? "Running." : "Loading DuckDB.");
    try {
      this.engine ??= new Engine(worker, "sql", "ask for less", (progress) => { this.progress(progress); });
      const asked = { query, engine: new URL(engine, location.href).href, bytes: Number(bytes), tables: this.tables };
      const { answer, ms = 0 } = await this.engine.ask(asked);
      if (answer) this.show(answer, ms);
    } catch (error) {
      this.fail(messageOf(error));
    }
    this.running(false);
  }

  /** @param {boolean} is */
  running(is) {
    this.run.disabled = is;
    this.stop.hidden = !is;
  }

  /** @param {Progress} progress */
  progress({ come, total, starting, ready }) {
    if (come !== undefined) this.say(`Loading DuckDB: ${megabytes(come)} of ${megabytes(total ?? 0)} MB.`);
    if (starting) this.say("Starting DuckDB.");
    if (ready === undefined) return;
    this.place.dataset.ready = String(Math.round(ready));
    this.run.textContent = "Run";
    this.say("Running.");
  }

  /** @param {string} said */
  end(said) {
    this.engine?.end();
    this.engine = null;
    this.running(false);
    this.say(said);
  }

  /** @param {string} message */
  fail(message) {
    if (!this.place.dataset.ready) {
      this.end(`DuckDB could not be loaded: ${message}`);
      return;
    }
    this.say("DuckDB has no answer:");
    this.found.replaceChildren(element("pre", { class: "sql-error", tabindex: 0 }, message),
      element("p", {}, "Tables: ", Object.keys(this.tables).join(", "), ". Their columns stand beside the editor."));
  }

  /** @param {Table} table @param {number} ms */
  show({ columns, figures, rows, more }, ms) {
    const count = `${more ? "The first " : ""}${formatCount(rows.length, "row")}`;
    const shown = rows.slice(0, Math.min(SHOWN_ROWS, Math.ceil(SHOWN_CELLS / columns.length)));
    const left = shown.length < rows.length ? ` The first ${shown.length} are shown; the CSV has all of these.` : "";
    this.say(`${count} in ${(ms / 1000).toFixed(ms < 100 ? 2 : 1)} s.${left}`);
    if (!columns.length) return;
    const save = button("Save as CSV", () => {
      const lines = rows.map((row) => row.map((cell) => cell ?? ""));
      saveFile(new Blob([csv([columns, ...lines])], { type: "text/csv" }), "answer.csv");
    });
    this.found.replaceChildren(
      element("div", { class: "scroll", role: "group", "aria-label": "Answer", tabindex: 0 }, element("table", {},
        element("thead", {}, element("tr", {}, ...columns.map((name, place) => element("th", { scope: "col", class: figures[place] ? "figure" : null }, name)))),
        element("tbody", {}, ...shown.map((row) => element("tr", {}, ...row.map((cell, place) => shownCell(cell, columns[place], figures[place]))))))),
      element("p", {}, save));
  }
}

/**
 * A cell of the answer; the path of a page leads there, and never off this site.
 * @param {Cell} cell
 * @param {string} column
 * @param {boolean} figure
 */
function shownCell(cell, column, figure) {
  const text = cell === null ? "" : String(cell);
  const content = column === LINK && /^\/[a-z0-9]/.test(text) ? linkTo(text, text) : text;
  return element("td", { class: figure ? "figure" : null }, content);
}

/** @param {number} bytes */
function megabytes(bytes) {
  return (bytes / 1e6).toFixed(1);
}
