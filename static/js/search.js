/*
Search over the archive's pages, in the browser.

Owns the search page: query, facets and results, with their state in the address. Loaded when
the box is used. Refuses markup: what is found is shown as text.
*/
import { element } from "./elements.js";
import { FACETS, buildIndex, find } from "./search-index.js";
import { marked, excerpt } from "./search-words.js";

const SHOWN = 30;
const WAIT_MS = 40;
const requests = new Map();

/** The documents, fetched once. */
export function fetchDocuments(address) {
  if (!requests.has(address)) requests.set(address, fetch(address).then((answer) => answer.json()));
  return requests.get(address);
}

/** Make `place` the search page. `form` holds the box; `address` names the documents. */
export async function open(place, form, address) {
  const page = lay(place, form);
  const { documents, labels } = await fetchDocuments(address);
  const index = await buildIndex(documents);
  const draw = () => render(page, index, labels, read());
  listen(page, draw);
  takeUp(page);
  draw();
}

/** What was typed while the documents were on their way is the query; else the address has it. */
function takeUp(page) {
  const asked = new URLSearchParams(location.search);
  const typed = page.box.value.trim();
  if (typed && typed !== asked.get("q")) {
    asked.set("q", typed);
    history.replaceState(null, "", `?${asked}`);
  }
  page.box.value = asked.get("q") ?? "";
}

/** What the address asks for: a query, and the values chosen in each facet. */
function read() {
  const asked = new URLSearchParams(location.search);
  const chosen = Object.fromEntries(FACETS.map((name) => [name, new Set(asked.getAll(name))]));
  return { q: asked.get("q") ?? "", chosen };
}

function write(page, { push }) {
  const asked = new URLSearchParams();
  const query = page.box.value.trim();
  if (query) asked.set("q", query);
  for (const box of page.facets.querySelectorAll("input:checked")) asked.append(box.name, box.value);
  const text = asked.toString();
  const address = text ? `?${text}` : location.pathname;
  history[push ? "pushState" : "replaceState"](null, "", address);
}

/** The parts of the page. The page's own box serves where the template made one. */
function lay(place, form) {
  const box = form.querySelector("input[type=search], input[name=q]");
  const status = element("p", { role: "status", class: "meta" }, "Loading…");
  const facets = element("form", { class: "facets", "aria-label": "Narrow the results" });
  const results = element("ol", { class: "found" });
  const more = element("button", { type: "button", hidden: true }, "Show more");
  place.replaceChildren(status, element("div", { class: "search" }, facets, element("div", {}, results, more)));
  place.hidden = false;
  return { form, box, status, facets, results, more, shown: SHOWN };
}

function listen(page, draw) {
  const again = (push) => {
    page.shown = SHOWN;
    write(page, { push });
    draw();
  };
  let timer;
  page.box.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(again, WAIT_MS, false);
  });
  page.form.addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(timer);
    again(true);
  });
  page.facets.addEventListener("change", () => again(true));
  page.facets.addEventListener("submit", (event) => event.preventDefault());
  page.more.addEventListener("click", () => {
    const next = page.shown;
    page.shown += SHOWN;
    draw();
    page.results.children[next]?.querySelector("a").focus();
  });
  addEventListener("popstate", () => {
    page.box.value = read().q;
    page.shown = SHOWN;
    draw();
  });
}

function render(page, index, labels, state) {
  const { found, counts, loose } = find(index, state);
  const shown = found.slice(0, page.shown);
  page.results.replaceChildren(...shown.map((hit) => item(hit, labels)));
  page.more.hidden = found.length <= page.shown;
  page.status.textContent = said(found.length, state.q, loose);
  const focus = document.activeElement?.closest(".facets") && document.activeElement.id;
  page.facets.replaceChildren(...FACETS.map((name) => facet(name, counts[name], state.chosen[name], labels)));
  if (focus) document.getElementById(focus)?.focus();
}

function said(count, query, loose) {
  const pages = `${count} ${count === 1 ? "page" : "pages"}`;
  if (!query.trim()) return `${pages} in the archive.`;
  if (!count) return "No page has these words.";
  return loose ? `No page has all of these words; ${pages} with some of them.` : `${pages} found.`;
}

const TITLES = { kind: "Kind", product: "Product", evidence: "Evidence", year: "Year" };

function label(labels, name, value) {
  return labels[name]?.[value] ?? value;
}

function facet(name, counts, chosen, labels) {
  const boxes = [...counts].map(([value, count]) => {
    const id = `facet-${name}-${value}`;
    const box = element("input", { type: "checkbox", name, value, id, checked: chosen.has(value) });
    return element("label", { for: id }, box, " ", label(labels, name, value), " ", element("small", {}, String(count)));
  });
  return element("fieldset", { hidden: !boxes.length }, element("legend", {}, TITLES[name]), ...boxes);
}

function item({ document: entry, terms }, labels) {
  const base = document.documentElement.dataset.base ?? "/";
  const href = `${base.replace(/\/*$/, "/")}${entry.path.replace(/^\/+/, "")}`;
  const about = [label(labels, "kind", entry.kind), ...entry.product.map((p) => label(labels, "product", p)),
    ...entry.evidence.map((e) => label(labels, "evidence", e)), entry.year].filter(Boolean);
  return element("li", {},
    element("h2", {}, element("a", { href }, ...marked(entry.title, terms))),
    element("p", {}, ...marked(excerpt(entry.text, terms), terms)),
    element("p", { class: "meta" }, about.join(" · ")));
}
