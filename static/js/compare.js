/*
Any series or runs side by side, by the rules the build applies. Loaded by its own page only. What
the address says chooses among what the archive holds; it never becomes markup.
*/
import { read } from "./compare/address.js";
import { chartOf, figureOf } from "./compare/chart.js";
import { copying } from "./compare/copying.js";
import { judged } from "./compare/judged.js";
import { labelled, load } from "./compare/sides.js";
import { parts } from "./compare/view.js";
import { element } from "./elements.js";

const FAILED = "The rules of comparisons could not be loaded. Try again later.";

/** Fill `place`. Its data name the policy and /explore/. */
export async function open(place) {
  const base = document.documentElement.dataset.base ?? "/";
  const asked = read(location.search);
  place.replaceChildren(element("p", { role: "status", class: "meta" }, "Loading…"));
  const { sides, complaints } = await load(asked.sides, (path) => fetched(base.replace(/\/*$/, "/") + path));
  const notes = [...asked.complaints, ...complaints];
  if (!sides.length) return place.replaceChildren(...said(notes), another(place, []));
  try {
    await fill(place, labelled(sides), notes, base);
  } catch (error) {
    place.replaceChildren(...said([...notes, FAILED]));
    console.warn(`compare: ${error.message}`);
  }
}

async function fill(place, sides, notes, base) {
  const policy = await fetched(place.dataset.policy);
  if (!policy) throw new Error("there is no policy");
  const result = judged(sides, policy);
  const words = { ...policy.verdicts, ...policy.page };
  const [answer, ...rest] = parts(sides, result, { base, words, explore: place.dataset.explore });
  const drawn = result.metric ? chartOf(sides, result) : null;
  const figure = drawn ? figureOf(drawn) : "";
  place.replaceChildren(...said(notes), sides.length > 1 ? answer : another(place, sides), copying(sides, result, base), figure, ...rest);
  document.title = `${sides.map(({ label }) => label).join(" · ")} · ${document.title}`;
  const address = document.documentElement.dataset.chartModule;
  if (drawn && address) (await import(address)).show(figure, drawn);
}

/** A file as JSON, null where there is none. */
async function fetched(address) {
  const answer = await fetch(address);
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}`);
  return answer.json();
}

function said(notes) {
  return notes.length ? [element("div", { class: "notice", role: "status" }, ...notes.map((text) => element("p", {}, text)))] : [];
}

function another(place, sides) {
  const address = place.dataset.explore + (sides.length ? `?${sides.map(({ key }) => key).join("&")}` : "");
  return element("p", {}, element("a", { class: "action", href: address }, sides.length ? "Choose another side" : "Choose sides"));
}
