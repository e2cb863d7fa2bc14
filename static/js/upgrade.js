/*
"Should I upgrade?": the question with numbers in it. On a page that is of no pair it leads to that of the pair; there
it is answered, from the lines of the pair, as soon as anything is asked. What is asked is in the address, the size
of the machine stays in this browser. What others wrote reaches the page as text.
*/
/** @import { UpgradeLines, UpgradeQuestion } from "./records.js" */
/** @import { Asked, Found } from "./upgrade/answer.js" */
import { element } from "./elements.js";
import { STORAGE, keepSize, ownSize } from "./explore/kept.js";
import { addressOf, fetchJson } from "./site.js";
import { Answer, answerTo } from "./upgrade/answer.js";

/** Fields of a question, and what an address of earlier pages called them. */
const FIELDS = ["load", "clients", "data", "processor", "memory", "storage"];
const LONGEST = 80;
const MOST_PAIRS = 3;

/** @param {HTMLElement} place The form. */
export function open(place) {
  if (!(place instanceof HTMLFormElement)) return;
  const page = new Question(place);
  place.addEventListener("submit", (event) => { event.preventDefault(); void page.submit(); });
  place.addEventListener("change", () => { void page.changed(); });
  place.addEventListener("focusin", () => { void page.listProcessors(); }, { once: true });
  void page.begin();
}

class Question {
  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.form = form;
    this.status = form.querySelector("[role=status]");
    /** Where the lines of this page's pair are; empty on the page of no pair. */
    this.linesAddress = form.dataset.lines ?? "";
    /** The pair of this page. */
    this.pair = this.named;
  }

  /** The pair that is chosen. */
  get named() {
    return `${this.value("from")}-to-${this.value("to")}`;
  }

  /** @returns {Promise<UpgradeQuestion>} */
  rules() {
    return /** @type {Promise<UpgradeQuestion>} */ (fetchJson(this.form.dataset.question ?? ""));
  }

  /** What the address asks, else the machine that is kept; of a page without either nothing is loaded. */
  async begin() {
    const given = new URLSearchParams(location.search);
    if (given.get("clients") === "one") given.set("clients", "1");
    // A link says all that is asked: what this browser keeps would give it another answer.
    const isAsked = [...FIELDS, "cores"].some((name) => given.has(name));
    const { cores = "", memory = "", storage = "" } = isAsked ? {} : ownSize();
    // A reader may have chosen something while this program was on its way.
    const kept = Object.fromEntries(Object.entries({ processor: cores, memory, storage }).filter(([name]) => !this.value(name)));
    /** @type {Record<string, string>} */
    const asked = { ...kept, ...given.has("cores") ? { processor: given.get("cores") ?? "" } : {}, ...Object.fromEntries(given) };
    for (const [name, value] of Object.entries(asked)) if (!this.linesAddress || FIELDS.includes(name)) this.fill(name, value);
    if (!this.linesAddress) {
      if (given.has("from") && given.has("to")) await this.submit();
      return;
    }
    if (FIELDS.some((name) => asked[name])) await this.answer(false);
  }

  /** @param {string} name */
  field(name) {
    const field = this.form.elements.namedItem(name);
    return field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field : null;
  }

  /** @param {string} name */
  value(name) {
    return this.field(name)?.value.trim() ?? "";
  }

  /** @param {string} name @param {string} value */
  fill(name, value) {
    const field = this.field(name);
    if (!field || (field instanceof HTMLSelectElement && ![...field.options].some((option) => option.value === value))) return;
    field.value = value.slice(0, LONGEST);
  }

  /** What is asked, as the part of an address behind the question mark. */
  get query() {
    const query = new URLSearchParams(FIELDS.filter((name) => this.value(name)).map((name) => [name, this.value(name)])).toString();
    return query && `?${query}`;
  }

  async listProcessors() {
    if (document.querySelector("#processors")) return;
    const { processors } = await this.rules();
    this.form.append(element("datalist", { id: "processors" }, ...processors.map(({ name }) => element("option", { value: name }))));
  }

  /** Go to the page of the pair, or answer on it. */
  async submit() {
    const { pairs } = await this.rules();
    const { named } = this;
    if (this.linesAddress && named === this.pair) await this.answer(true);
    else if (pairs.includes(named)) location.assign(`${this.form.action}${named}/${this.query}`);
    else this.say(...this.refusal(pairs), ...this.nearestPairs(pairs));
  }

  /**
   * Why a pair has no page.
   * @param {string[]} pairs
   */
  refusal(pairs) {
    const [from, to] = [this.value("from"), this.value("to")];
    if (from === to) return ["Choose two releases. "];
    const back = `${to}-to-${from}`;
    if (!pairs.includes(back)) return ["No machine ran both. The nearest that one did: "];
    return ["Pages go from the older release to the newer: ", element("a", { href: `${this.form.action}${back}/${this.query}` }, `${this.label("to")} to ${this.label("from")}`), ". Others: "];
  }

  /**
   * Links to pairs that share a release with the one that is chosen, those with the nearest other one first.
   * @param {string[]} pairs
   */
  nearestPairs(pairs) {
    const sides = ["from", "to"].map((name) => this.field(name)).filter((field) => field instanceof HTMLSelectElement);
    const near = sides.flatMap((field, side) => [...field.options].map(({ value, index }) => {
      const both = side ? [this.value("from"), value] : [value, this.value("to")];
      const labels = side ? [this.label("from"), field.options[index].text] : [field.options[index].text, this.label("to")];
      return { pair: both.join("-to-"), text: labels.map((label) => label.trim()).join(" to "), steps: Math.abs(index - field.selectedIndex) };
    })).filter(({ pair }) => pairs.includes(pair)).sort((a, b) => a.steps - b.steps);
    return near.slice(0, MOST_PAIRS).flatMap(({ pair, text }) => [element("a", { href: `${this.form.action}${pair}/${this.query}` }, text), " "]);
  }

  /** @param {(string | Node)[]} said */
  say(...said) {
    this.status?.replaceChildren(...said);
  }

  /** What is changed on the page of its pair is answered at once. */
  async changed() {
    this.say();
    if (this.linesAddress && this.named === this.pair && !this.pageOf(this.value("load"))) await this.answer(true);
  }

  /**
   * The page of this pair that has a load, where it is another one; else empty.
   * @param {string} load
   */
  pageOf(load) {
    const link = document.querySelector(`.chips a[data-load="${CSS.escape(load)}"]`);
    return link instanceof HTMLAnchorElement && link.pathname !== location.pathname ? link.pathname : "";
  }

  /**
   * Answer what is asked.
   * @param {boolean} isNew Whether the reader just asked; else it stands in the address.
   */
  async answer(isNew) {
    const place = document.querySelector(".upgrade-answer");
    if (!place) return;
    const other = this.pageOf(this.value("load"));
    if (other) {
      location[isNew ? "assign" : "replace"](other + this.query);
      return;
    }
    const [rules, lines] = await Promise.all([this.rules(), /** @type {Promise<UpgradeLines>} */ (fetchJson(this.linesAddress))]);
    const asked = this.asked(rules);
    if (!asked) return;
    keepSize(String(asked.cores || ""), this.value("memory"), this.value("storage"));
    history.replaceState(null, "", `${location.pathname}${this.query}${location.hash}`);
    for (const chip of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(".chips a[data-load]"))) {
      if (chip.pathname !== location.pathname) chip.search = new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(this.query)), load: chip.dataset.load ?? "" }).toString();
    }
    const found = answerTo(rules, lines, asked);
    // What takes the place of something else is not seen to move there, unless the reader just asked.
    const page = place.parentElement;
    page?.classList.toggle("arriving", !isNew);
    requestAnimationFrame(() => { requestAnimationFrame(() => { page?.classList.remove("arriving"); }); });
    const answer = new Answer(rules, found, asked, { older: this.label("from"), newer: this.label("to"), storage: STORAGE });
    showAnswer(place, answer, [this.value("from"), this.value("to")]);
    showRows(found, asked.load);
  }

  /** @param {string} name */
  label(name) {
    const field = this.field(name);
    return field instanceof HTMLSelectElement ? field.selectedOptions.item(0)?.text.trim() ?? "" : "";
  }

  /**
   * @param {UpgradeQuestion} rules
   * @returns {Asked | null} Null where whether data fit is unknown. A processor that is not known is left out.
   */
  asked({ processors }) {
    const text = this.value("processor").toLowerCase();
    const count = Number(text);
    const isCount = count >= 0 && Number.isFinite(count);
    const like = isCount ? [] : processors.filter(({ name }) => name.toLowerCase().includes(text));
    const named = like.find(({ name }) => name.toLowerCase() === text) ?? (like.length === 1 ? like[0] : undefined);
    if (!isCount && !like.length) this.say("No machine on file has a processor named so, and the answer leaves it out. Give a number of cores, or choose a model.");
    /** @param {string} name */
    const number = (name) => Math.max(0, Number(this.value(name)) || 0);
    if (number("data") && !number("memory")) {
      this.say("Give the memory as well: whether data of that size fit depends on it.");
      return null;
    }
    return {
      load: this.value("load"), clients: Math.round(number("clients")), data: number("data"), cores: named?.cores ?? (isCount ? count : 0),
      memory: number("memory"), storage: this.value("storage"), model: like.length && !named?.generation ? text : "",
      year: named?.year ?? null, generation: named?.generation ?? null,
    };
  }
}

/**
 * @param {Element} place
 * @param {Answer} answer
 * @param {string[]} servers Names of both, as in addresses.
 */
function showAnswer(place, answer, [older, newer]) {
  const { sign } = answer;
  place.querySelector(".answer-sentence")?.replaceChildren(element("b", { class: sign && `said-${sign}` }, unbroken(answer.number)), ` ${unbroken(answer.sentence)}`);
  const notes = place.querySelector(".answer-notes");
  if (notes) notes.textContent = answer.notes.join(" ");
  const head = place.querySelector("h2");
  const list = place.querySelector(".nearest");
  const isLike = answer.found.group.length > 0;
  if (head) head.textContent = isLike ? "Nearest to yours" : "The nearest there is";
  list?.replaceChildren(...answer.machines.map(({ name, path, text, sign: own, words }) => element("li", { class: own && `said-${own}` },
    element("a", { href: addressOf(path) }, name), " ", element("b", {}, unbroken(text)), " ", element("small", {}, words))));
  const command = place.querySelector(".measure pre");
  const text = answer.command(older, newer);
  command?.toggleAttribute("hidden", !text);
  if (command && text) command.replaceChildren(text, ...command.querySelectorAll("button"));
  place.querySelector(".measure")?.toggleAttribute("open", !isLike);
}

/** A text in which no line ends between a number and its percent sign. @param {string} text */
function unbroken(text) {
  return text.replaceAll(" %", "\u00a0%");
}

/**
 * Show the load that was asked for, its clients, and mark the rows of the nearest machines.
 * @param {Found} found
 * @param {string} load
 */
function showRows({ group, nearest }, load) {
  const place = document.querySelector(".loads");
  if (!(place instanceof HTMLElement)) return;
  const asked = new Set(group.map(({ line }) => line.clients));
  for (const part of place.querySelectorAll(".load")) {
    const isAsked = part.getAttribute("data-load") === load;
    part.toggleAttribute("hidden", !isAsked);
    if (isAsked) part.querySelector("details:has(> summary h2)")?.toggleAttribute("open", true);
    for (const section of part.querySelectorAll(".clients")) section.toggleAttribute("hidden", asked.size > 0 && !asked.has(/** @type {never} */ (section.getAttribute("data-clients"))));
  }
  for (const chip of document.querySelectorAll(".chips a")) {
    if (chip.getAttribute("data-load") === load) chip.setAttribute("aria-current", "true");
    else chip.removeAttribute("aria-current");
  }
  for (const row of place.querySelectorAll(".asked")) row.classList.remove("asked");
  for (const { places } of nearest) {
    for (const { line } of places) {
      const names = [`.load[data-load="${line.load}"]`, `[data-clients="${line.clients}"]`, `[data-group="${line.residency}"]`, `[data-machine="${line.machine}"]`];
      place.querySelector(names.join(" "))?.classList.add("asked");
    }
  }
  showRest(place);
}

/** Offer what is hidden. @param {HTMLElement} place */
function showRest(place) {
  place.querySelector(".all-clients")?.remove();
  const hidden = [...place.querySelectorAll(".load:not([hidden]) .clients[hidden]")];
  if (!hidden.length) return;
  const all = element("button", { type: "button", class: "all-clients" }, "Show other numbers of clients");
  all.addEventListener("click", () => {
    for (const section of hidden) section.removeAttribute("hidden");
    all.remove();
  });
  hidden[0].parentElement?.append(all);
}
