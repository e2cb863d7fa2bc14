/*
What a reader asks, and how the address says it. The address is input like any other: what it says
is kept to names that are known and to lengths that make sense.
*/
export const SORTS = ["new", "near", "peak", "runs", "name"];
export const MOST_PICKED = 8;
const LONGEST = 200;
const ADDRESS = /^[a-z0-9][a-z0-9-]*(?:\/[a-z0-9][a-z0-9-]*){1,2}$/;

/** The state an address asks for. `facets` are the names there are. */
export function read(search, facets) {
  const asked = new URLSearchParams(search);
  const chosen = Object.fromEntries(facets.map((name) => [name, new Set(asked.getAll(name))]));
  return {
    q: (asked.get("q") ?? "").slice(0, LONGEST),
    chosen,
    sort: SORTS.includes(asked.get("sort")) ? asked.get("sort") : "",
    show: asked.get("show") === "runs" ? "runs" : "series",
    page: Math.max(1, Math.min(100_000, Number.parseInt(asked.get("page"), 10) || 1)),
    picked: picked(asked),
  };
}

/** Sides chosen for a comparison, in order: "s=bundle/server/workload" or "r=bundle/run". */
export function picked(asked) {
  const found = [...asked].filter(([name, value]) => isSide(name, value)).map(([name, value]) => `${name}=${value}`);
  return [...new Set(found)].slice(0, MOST_PICKED);
}

function isSide(name, value) {
  const parts = { s: 3, r: 2 }[name];
  return value.length <= LONGEST && ADDRESS.test(value) && value.split("/").length === parts;
}

/** The state as the part of an address behind its question mark; "" for the state of the start. */
export function write({ q, chosen, sort, show, page, picked: sides }) {
  const asked = new URLSearchParams();
  if (q.trim()) asked.set("q", q.trim());
  for (const [name, values] of Object.entries(chosen)) for (const value of values) asked.append(name, value);
  if (sort) asked.set("sort", sort);
  if (show === "runs") asked.set("show", show);
  if (page > 1) asked.set("page", page);
  return [asked.toString(), ...sides].filter(Boolean).join("&");
}

/** Whether nothing is asked but the list itself: it can be shown before all of it is there. */
export function isPlain({ q, chosen, sort, show, page }) {
  const narrowed = Object.values(chosen).some((values) => values.size);
  return !q.trim() && !narrowed && (sort || "new") === "new" && show === "series" && page === 1;
}
