/*
Search over the archive's pages, in the browser.

Owns the search page: query, facets and results, with their state in the address. Loaded when
the box is used. Refuses markup: what is found is shown as text.
*/
/** @import { ListRecord, SearchDocument, SearchIndex, SettingUses } from "./records.js" */
/** @import { Answer } from "./search-answers.js" */
/** @import { Facet, FilledIndex, Group } from "./search-index.js" */
import { choose, readAsked, writeAsked } from "./asked.js";
import { element } from "./elements.js";
import { Facets } from "./facets.js";
import { settingIn } from "./search-answers.js";
import { FACETS, addDocuments, buildIndex, documentsOf, findPages } from "./search-index.js";
import { excerptOf, occurrencesOf } from "./search-words.js";
import { messageOf } from "./errors.js";
import { addressOf, fetchJson, linkTo, remember } from "./site.js";

/** @typedef {ReturnType<typeof layOut>} SearchPage */

const SHOWN = 12;
const WAIT_MS = 40;
const FAILED = "The search could not be loaded. Try again later.";
const STILL = " The rest of the archive is being searched.";
const PARTLY = " The rest of the archive could not be loaded. Try again later.";
/** @type {Record<Facet, string>} */
const TITLES = { kind: "Kind", product: "Product", evidence: "Evidence", year: "Year" };
const SETTINGS = "lists/settings.json";

export { fetchJson };

/**
 * Make `place` the search page. `form` holds the box; `address` names the documents.
 * @param {HTMLElement} place
 * @param {HTMLFormElement} form
 * @param {string} address
 */
export async function open(place, form, address) {
  const page = layOut(place, form);
  try {
    const { documents, labels, pieces, synonyms } = /** @type {SearchIndex} */ (await fetchJson(address));
    const rest = Object.entries(pieces).flatMap(([kind, paths]) => paths.map((path) => ({ path, kind: /** @type {SearchDocument["kind"]} */ (kind) })));
    page.rest = rest.length ? STILL : "";
    // On their way while the first are indexed; `addPieces` says what fails.
    for (const { path } of rest) fetchJson(addressOf(path)).catch(() => {});
    const index = await buildIndex(documents, synonyms);
    const draw = () => {
      if (settingIn(page.state.q) && !page.uses) void loadSettings(page, draw);
      showResults(page, findPages(index, page.state, labels, page.uses), labels);
    };
    listen(page, draw);
    takeUpQuery(page);
    draw();
    if (rest.length) await addPieces(page, index, rest, draw);
  } catch (error) {
    page.status.textContent = FAILED;
    page.place.append(page.below);
    page.place.dataset.search = "";
    console.warn(`search: ${messageOf(error)}`);
  }
}

/**
 * Add what is not searched at once, a file at a time; the reader goes on meanwhile, and sees it when all is there.
 * @param {SearchPage} page
 * @param {FilledIndex} index
 * @param {{path: string, kind: SearchDocument["kind"]}[]} pieces
 * @param {() => void} draw
 */
async function addPieces(page, index, pieces, draw) {
  try {
    for (const { path, kind } of pieces) {
      const piece = /** @type {ListRecord} */ (await fetchJson(addressOf(path)));
      await addDocuments(index, documentsOf(piece, kind));
    }
    page.rest = "";
  } catch (error) {
    page.rest = PARTLY;
    console.warn(`search: ${messageOf(error)}`);
  }
  draw();
}

/**
 * Load who used which setting; where it cannot be loaded, words find settings all the same.
 * @param {SearchPage} page
 * @param {() => void} draw
 */
async function loadSettings(page, draw) {
  try {
    page.uses = /** @type {SettingUses} */ (await fetchJson(addressOf(SETTINGS)));
    draw();
  } catch (error) {
    console.warn(`search: ${messageOf(error)}`);
  }
}

/**
 * What was typed while the documents were on their way is the query; else the address has it.
 * @param {SearchPage} page
 */
function takeUpQuery({ box, state }) {
  const typed = box.value.trim();
  if (typed && typed !== state.q) {
    state.q = typed;
    remember(writeAsked(state).toString(), "replaceState");
  }
  box.value = state.q;
}

/** What the address asks for. */
function readAddress() {
  return readAsked(new URLSearchParams(location.search), FACETS);
}

/**
 * Put the parts of the page in their place. The box is that of the masthead; `hint` stands until something is found,
 * and nothing is shown below it while it is busy, so that nothing moves; `rest` is to be said of pages not searched yet, `uses`
 * tells who used which setting, once somebody asked.
 * @param {HTMLElement} place
 * @param {HTMLFormElement} form
 */
function layOut(place, form) {
  /** @type {HTMLInputElement | null} */
  const box = form.querySelector("input[type=search], input[name=q]");
  if (!box) throw new Error("search: the page has no box");
  const [status, hint] = /** @type {HTMLCollectionOf<HTMLElement>} */ (place.children);
  status.textContent = "Loading…";
  const facets = new Facets("Narrow the results", FACETS.map((name) => ({ name, title: TITLES[name] })));
  const state = readAddress();
  const results = element("ol", { class: "found" });
  const more = element("button", { type: "button", hidden: true }, "Show more");
  const below = element("div", { class: "search" }, facets.fold, element("div", {}, results, more));
  place.hidden = false;
  return { place, form, box, status, hint, below, facets, state, results, more, shown: SHOWN, rest: "", uses: /** @type {SettingUses | null} */ (null) };
}

/**
 * @param {SearchPage} page
 * @param {() => void} draw
 */
function listen(page, draw) {
  /** @param {boolean} push */
  const askAgain = (push) => {
    page.shown = SHOWN;
    page.state.q = page.box.value;
    remember(writeAsked(page.state).toString(), push ? "pushState" : "replaceState");
    draw();
  };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  page.box.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(askAgain, WAIT_MS, false);
  });
  page.form.addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(timer);
    askAgain(true);
  });
  page.facets.listen((name, value, on) => {
    choose(page.state, name, value, on);
    askAgain(true);
  });
  page.more.addEventListener("click", () => {
    const next = page.shown;
    page.shown += SHOWN;
    draw();
    page.results.children.item(next)?.querySelector("a")?.focus();
  });
  addEventListener("popstate", () => {
    page.state = readAddress();
    page.box.value = page.state.q;
    page.shown = SHOWN;
    draw();
  });
}

/**
 * @param {SearchPage} page
 * @param {ReturnType<typeof findPages>} result
 * @param {SearchIndex["labels"]} labels
 */
function showResults(page, { answers, groups, pages, countsOf, loose }, labels) {
  const link = page.results.contains(document.activeElement) ? document.activeElement?.getAttribute("href") : null;
  page.results.replaceChildren(...answers.map(answerItem), ...groups.slice(0, page.shown).map((group) => resultItem(group, labels)));
  if (link) [...page.results.querySelectorAll("a")].find((one) => one.getAttribute("href") === link)?.focus();
  const partly = page.rest === STILL;
  page.more.hidden = partly || groups.length <= page.shown;
  page.hint.hidden = page.state.q.trim() !== "";
  if (!page.below.isConnected) page.place.append(page.below);
  page.place.dataset.search = partly ? "busy" : "";
  page.facets.fold.hidden = !pages && [...page.state.chosen.values()].every(({ size }) => !size);
  page.status.replaceChildren(summaryOf(pages, page.state.q, loose, answers.length) + page.rest);
  if ((loose || !pages) && !answers.length && !page.rest) page.status.append(...suggestion());
  // Values of the rest would move those that stand there.
  if (!partly) for (const name of FACETS) {
    const values = [...countsOf(name)].map(([value, count]) => ({ value, count, label: labelOf(labels, name, value) }));
    page.facets.show(name, values, page.state.chosen.get(name));
  }
}

/**
 * @param {number} count
 * @param {string} query
 * @param {boolean} loose
 * @param {number} answers
 */
function summaryOf(count, query, loose, answers) {
  const pages = `${count} ${count === 1 ? "page" : "pages"}`;
  if (!query.trim()) return `${pages} in the archive.`;
  if (answers) return `${answers === 1 ? "The best answer" : "The best answers"} first; ${pages} with ${loose ? "some of " : ""}these words.`;
  if (!count) return "No page has these words.";
  return loose ? `No page has all of these words; ${pages} with some of them.` : `${pages} found.`;
}

/** What a reader may do where nobody measured what they look for. */
function suggestion() {
  return [" See which ", linkTo("/settings/", "settings"), ", ", linkTo("/workloads/", "loads"), " and ", linkTo("/hardware/", "machines"),
    " were measured, or ", linkTo("/contribute/", "measure it yourself"), "."];
}

/**
 * What readers call a value of a facet: years are called what they are.
 * @param {SearchIndex["labels"]} labels
 * @param {Facet} name
 * @param {string} value
 */
function labelOf(labels, name, value) {
  return (name === "year" ? undefined : labels[name][value]) ?? value;
}

/**
 * @param {Group} group
 * @param {SearchIndex["labels"]} labels
 */
function resultItem({ lead: { document: entry, terms }, others }, labels) {
  const href = addressOf(entry.path);
  const about = [labelOf(labels, "kind", entry.kind), ...entry.product.map((value) => labelOf(labels, "product", value)),
    ...entry.evidence.map((value) => labelOf(labels, "evidence", value)), entry.year].filter(Boolean);
  return element("li", {},
    element("h2", {}, element("a", { href }, ...markedText(entry.title, terms))),
    element("p", {}, ...markedText(excerptOf(entry.text, terms), terms)),
    element("p", { class: "meta" }, about.join(" · ")),
    ...(others.length ? [otherPages(others, labels)] : []));
}

/**
 * Results and comparisons that stand below the one that leads, folded.
 * @param {Group["others"]} others
 * @param {SearchIndex["labels"]} labels
 */
function otherPages(others, labels) {
  const items = others.map(({ document: { path, title, kind } }) => element("li", {}, linkTo(path, title), ` · ${labelOf(labels, "kind", kind)}`));
  return element("details", {}, element("summary", {}, `${others.length} more ${others.length === 1 ? "page" : "pages"} of these results`), element("ul", {}, ...items));
}

/** @param {Answer} answer */
function answerItem({ path, title, text }) {
  return element("li", { class: "best" },
    element("h2", {}, linkTo(path, title)),
    element("p", {}, text));
}

/**
 * Nodes for a text, with the words that were found in `mark`.
 * @param {string} text
 * @param {string[]} terms
 */
function markedText(text, terms) {
  /** @type {(Node | string)[]} */
  const nodes = [];
  let at = 0;
  for (const { word, index } of occurrencesOf(text, terms)) {
    nodes.push(text.slice(at, index), element("mark", {}, word));
    at = index + word.length;
  }
  return [...nodes, text.slice(at)].filter((node) => node !== "");
}
