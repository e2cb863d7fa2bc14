/*
What /check/ shows of what was dropped: reports with their lines, problems with their hints, the nearest
results, what a bundle shows, what is missing as a form, and then a bundle. The archive's Python program finds all of it;
nothing is judged here.
*/
/** @import { Taken } from "./check.js" */
/** @import { Answer, Asked } from "./check-worker.js" */
/** @import { Progress } from "./engine.js" */
/** @import { Beside, BundleAnswer, Draft, FormField, Reading } from "./records.js" */
import { formatCount } from "./chart/words.js";
import { answerParts, besideParts, passedOver, problemList, reportTable } from "./check/show.js";
import { button, element, saveFile } from "./elements.js";
import { Engine } from "./engine.js";
import { messageOf } from "./errors.js";
import { absoluteAddressOf } from "./site.js";

const MOST_BYTES = 64 << 20;
const OPEN_REPORTS = 8;
/** Beginnings of the ids of fields that take more than a line. */
const LONG = ["machine", "commands", "facts"];

/** @type {WeakMap<HTMLElement, Judging>} */
const known = new WeakMap();

/**
 * Judge what was taken, in place of what was there.
 * @param {HTMLElement} place
 * @param {Taken[]} taken
 */
export async function judge(place, taken) {
  let judging = known.get(place);
  if (!judging) known.set(place, judging = new Judging(place));
  await judging.judge(taken);
}

class Judging {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    this.status = /** @type {HTMLElement} */ (place.querySelector("[role=status]"));
    this.found = /** @type {HTMLElement} */ (place.querySelector(".check-found"));
    /** @type {Engine<Asked, Answer> | null} */
    this.engine = null;
    /** @type {Reading | null} */
    this.reading = null;
    /** Counts what is asked: an answer that comes after the next question is not shown. */
    this.turns = 0;
  }

  /**
   * What the program answers, once it is there. Rejects where it fails, or takes too long.
   * @param {Asked["method"]} method
   * @param {string[]} [given]
   * @param {Pick<Asked, "today" | "files" | "table">} [begun] Begin anew with these files, which the worker takes over; a table.
   */
  ask(method, given = [], begun = {}) {
    const { worker = "", program = "" } = this.place.dataset;
    this.engine ??= new Engine(worker, "check", "drop less at once", (progress) => { this.progress(progress); });
    const asked = { folder: new URL(program, location.href).href, method, given, ...begun };
    return this.engine.ask(asked, begun.files?.map(({ data }) => data));
  }

  /** @param {Progress} progress */
  progress({ come, total, starting, ready }) {
    if (come !== undefined) this.say(`Loading the program: ${megabytes(come)} of ${megabytes(total ?? 0)} MB.`);
    if (starting) this.say("Starting the program.");
    if (ready !== undefined) {
      this.place.dataset.loaded = String(Math.round(ready));
      this.say("Reading.");
    }
  }

  /** @param {string} text */
  say(text) {
    this.status.textContent = text;
  }

  /** @param {Taken[]} taken */
  async judge(taken) {
    this.found.replaceChildren();
    delete this.place.dataset.read;
    const size = taken.reduce((sum, { file }) => sum + file.size, 0);
    if (size > MOST_BYTES) {
      this.say(`These are ${megabytes(size)} MB; at most ${MOST_BYTES >> 20} MB are read at once. Nothing was read.`);
      return;
    }
    this.say("Loading the program.");
    try {
      const files = await Promise.all(taken.map(async ({ path, file }) => ({ path, data: await file.arrayBuffer() })));
      const { answer, ms = 0 } = await this.ask("reading", [], { today: new Date().toISOString().slice(0, 10), files });
      this.place.dataset.read = String(Math.round(ms));
      this.reading = /** @type {Reading} */ (recordIn(answer));
      await this.showReading(this.reading);
    } catch (error) {
      this.fail(error);
    }
  }

  /** @param {unknown} error */
  fail(error) {
    this.engine?.end();
    this.engine = null;
    this.say(`This could not be judged: ${messageOf(error)}.`);
  }

  /** @param {Reading} reading */
  async showReading(reading) {
    const { passed_over: left, reports, bundle, problems } = reading;
    const logs = new Set(reports.map(({ file }) => file)).size;
    const tools = reports.length ? [element("p", {}, button("Save the reports as JSON", () => { void this.save("json_lines", "application/json", "reports.jsonl"); }))] : [];
    const table = reports.length ? reportTable(reports) : element("p", {}, "No report of sysbench.");
    const words = `${formatCount(reports.length, "report")}, each with its lines`;
    const read = [reports.length > OPEN_REPORTS ? element("details", {}, element("summary", {}, words), table) : table, ...tools, ...passedOver(left)];
    if (!bundle) {
      this.say(`${formatCount(reports.length, "report")} in ${formatCount(logs, "file")}.`);
      this.found.append(section("What was read", ...read));
      if (reports.length) await this.draft({});
      return;
    }
    this.say(bundleSentence(reading));
    const shows = section("What it shows", element("p", { class: "meta" }, "Comparing."));
    const beside = section("Nearest results", element("p", { class: "meta" }, "Waits for the above."));
    const wrong = section(problemsTitle(problems), ...(problems.length ? [problemList(problems)] : []));
    const parts = problems.some(isError) ? [wrong, shows, beside] : [shows, beside, wrong];
    this.found.append(...parts, this.wayOn(reading),
      section("What was read", ...read));
    const { answer } = await this.ask("answer");
    const found = /** @type {BundleAnswer | null} */ (recordIn(answer));
    shows.querySelector("p")?.replaceWith(...(found ? answerParts(found) : [element("p", {}, "It shows nothing before its problems are mended.")]));
    if (found) await this.beside(beside);
    else beside.remove();
  }

  /** @param {HTMLElement} place The section that says it. */
  async beside(place) {
    const said = /** @type {HTMLElement} */ (place.querySelector("p"));
    said.textContent = "Loading the archive's figures.";
    try {
      const { answer } = await this.ask("beside", [], { table: absoluteAddressOf("/downloads/cells.csv.gz") });
      said.replaceWith(...besideParts(/** @type {Beside[]} */ (recordIn(answer))));
    } catch (error) {
      said.textContent = "The results could not be loaded.";
      console.warn(`check: ${messageOf(error)}`);
    }
  }

  /**
   * What to do with a bundle.
   * @param {Reading} reading
   */
  wayOn({ bundle, problems }) {
    if (problems.some(isError)) return section("How to go on", element("p", {}, "Mend the errors, and drop the bundle again."));
    return section("How to publish it",
      element("p", {}, "In a checkout of the archive, with the bundle in data/results, this opens the way to a pull request:"),
      element("pre", { class: "command" }, `.venv/bin/sysbench-archive submit ${bundle}`),
      ...withoutGit(bundle, this.place.dataset.form ?? "", "fill in the form"));
  }

  /** @param {Record<string, string>} answers */
  async draft(answers) {
    this.turns += 1;
    const turn = this.turns;
    const { answer } = await this.ask("draft", [JSON.stringify(answers)]);
    if (turn === this.turns) this.showDraft(/** @type {Draft} */ (recordIn(answer)));
  }

  /** @param {Draft} draft */
  showDraft(draft) {
    for (const old of this.found.querySelectorAll(".check-draft")) old.remove();
    const { problems, fields } = draft;
    const missing = fields.filter(({ required, answer }) => required && !answer);
    const parts = [];
    if (problems.length) parts.push(section(problemsTitle(problems), problemList(problems)));
    const beside = section("Nearest results", element("p", { class: "meta" }, "Loading."));
    if (draft.tests.length) parts.push(beside);
    parts.push(section(missing.length ? "What the log does not say" : "Facts", this.form(draft)));
    if (draft.bundle) parts.push(this.bundleSection(draft));
    for (const part of parts) part.classList.add("check-draft");
    this.found.append(...parts);
    if (draft.tests.length) void this.beside(beside);
  }

  /** @param {Draft} draft */
  form({ fields }) {
    const form = element("form", { class: "check-form" }, ...fieldsOf(fields), element("p", { class: "wide" }, element("button", { type: "submit" }, "Make the bundle")));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.say("Checking.");
      void this.draft(answersIn(form)).then(() => {
        const made = this.found.querySelector(".check-bundle");
        this.say(made ? "The bundle is complete." : "Something is still to be mended; see the problems.");
        (made ?? this.found.querySelector(".check-problems"))?.scrollIntoView({ block: "nearest" });
      }).catch((/** @type {unknown} */ error) => { this.fail(error); });
    });
    return form;
  }

  /** @param {Draft} draft */
  bundleSection({ bundle, title, redactions, fields }) {
    const replaced = redactions ? `${formatCount(redactions, "place")} with names, addresses or passwords ${redactions === 1 ? "was" : "were"} replaced. ` : "";
    const saving = button("Save the bundle", () => { void this.save("packed", "application/gzip", `${bundle}.tar.gz`); });
    return section("The bundle", element("p", { class: "check-bundle" }, element("strong", {}, title)),
      element("p", {}, `${replaced}Read it before you give it away: a program does not see everything.`),
      element("p", {}, saving),
      ...withoutGit(bundle, formAddress(this.place.dataset.form ?? "", fields), "open the form with these answers"),
      element("p", {}, "In a checkout of the archive, these two commands put it in place and open the way to a pull request:"),
      element("pre", { class: "command" }, `tar -xzf ${bundle}.tar.gz -C data/results\n.venv/bin/sysbench-archive submit ${bundle}`));
  }

  /**
   * @param {"json_lines" | "packed"} method
   * @param {string} type
   * @param {string} name
   */
  async save(method, type, name) {
    const { answer = "" } = await this.ask(method);
    saveFile(new Blob([answer], { type }), name);
  }
}

/**
 * The two ways of somebody who has no git.
 * @param {string} bundle
 * @param {string} form
 * @param {string} words
 */
function withoutGit(bundle, form, words) {
  return [
    element("p", {}, "Without git, beside the bundle's folder, with a token of the forge or a login:"),
    element("pre", { class: "command" }, `sysbench-archive submit --web ${bundle}`),
    element("p", {}, "With nothing installed: ", element("a", { href: form }, words), ", and paste what sysbench printed. A maintainer makes the pull request of it."),
  ];
}

const MOST_OF_ADDRESS = 7000;

/**
 * The issue form, filled in with what is known; an answer that would make the address too long is left out.
 * @param {string} form
 * @param {FormField[]} fields
 */
function formAddress(form, fields) {
  const address = new URL(form, location.href);
  for (const { id, answer } of fields) {
    if (answer && address.href.length + encodeURIComponent(answer).length < MOST_OF_ADDRESS) address.searchParams.set(id.replace(/-1$/, ""), answer);
  }
  return address.href;
}

/** @param {Reading} reading */
function bundleSentence({ bundle, reports, problems }) {
  const errors = problems.filter(isError).length;
  return `Bundle ${bundle}: ${formatCount(reports.length, "report")}, ${errors ? formatCount(errors, "error") : "no error"}.`;
}

/** @param {{severity: string}} problem */
function isError({ severity }) {
  return severity === "error";
}

/** @param {{severity: string}[]} problems */
function problemsTitle(problems) {
  const errors = problems.filter(isError).length;
  const warnings = problems.length - errors;
  return [errors ? formatCount(errors, "error") : "No error", ...(warnings ? [formatCount(warnings, "warning")] : [])].join(", ");
}

/** @param {string} title @param {Node[]} parts */
function section(title, ...parts) {
  return element("section", {}, element("h2", {}, title), ...parts);
}

/** @param {number} bytes */
function megabytes(bytes) {
  return (bytes / 1e6).toFixed(1);
}

/**
 * @param {Answer["answer"]} answer
 * @returns {unknown}
 */
function recordIn(answer) {
  return JSON.parse(String(answer));
}

/**
 * The form's fields, as far as they are answered already.
 * @param {FormField[]} fields
 */
function fieldsOf(fields) {
  return fields.map((field) => element("p", { class: LONG.some((name) => field.id.startsWith(name)) ? "wide" : "" },
    element("label", { for: `check-${field.id}` }, field.heading, ...(field.required ? [] : [element("small", {}, " optional")])),
    ...(field.help ? [element("small", { id: `check-${field.id}-help` }, field.help)] : []),
    control(field)));
}

/** @param {FormField} field */
function control({ id, required, most, answer, help }) {
  const shared = { id: `check-${id}`, name: id, required, "aria-describedby": help ? `check-${id}-help` : null };
  if (LONG.some((name) => id.startsWith(name))) {
    return element("textarea", { ...shared, rows: 3, maxlength: most, spellcheck: "false" }, answer);
  }
  return element("input", { ...shared, type: "text", maxlength: most, value: answer, autocomplete: "off" });
}

/**
 * The answers as they stand.
 * @param {HTMLFormElement} form
 * @returns {Record<string, string>}
 */
function answersIn(form) {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, typeof value === "string" ? value : ""]));
}
