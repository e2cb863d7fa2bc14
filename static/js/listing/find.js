/*
Which rows of a list fit what is asked, in which order: by a column, or by how near machines are to the
reader's. The latter is a help for readers and decides nothing. Knows nothing of a page.
*/
/** @import { ClassDimension, ListRow } from "../records.js" */
import { powerOfTwo, termsBetween } from "../explore/nearness.js";
import { narrow, valuesOf } from "../narrow.js";
import { readSort } from "./sorts.js";

/**
 * Texts by name; all are empty where nothing is asked.
 * @typedef {{q: string, setting: string, sort: string, cores: string, memory: string, storage: string} & Record<string, string>} Asked
 */

const FACETS = ["product", "series", "load", "cores", "memory", "storage", "evidence", "by", "year"];
const SEARCHED = ["title", "finding", "by", "servers", "versions", "machine", "hardware", "loads", "tests", "threads", "counts", "year"];

/**
 * @param {ListRow[]} rows
 * @param {Asked} asked
 * @param {Set<string> | null} bundles Those a row must rest on one of; null asks nothing.
 */
export function findRows(rows, asked, bundles) {
  const chosen = new Map(FACETS.map((name) => [name, new Set(asked[name] ? [asked[name]] : [])]));
  const sound = bundles ? rows.filter((row) => row.bundles.some((bundle) => bundles.has(bundle))) : rows;
  const found = narrow(sound, { q: asked.q, chosen, searched: SEARCHED });
  return { ...found, rows: sorted(found.rows, asked.sort) };
}

/**
 * Rows by a field; those of which it is not recorded come last, either way.
 * @param {ListRow[]} rows
 * @param {string} sort
 */
function sorted(rows, sort) {
  const { name, isNumber, ascending } = readSort(sort);
  if (!name) return rows;
  const { compare } = new Intl.Collator("en", { numeric: true });
  /** @param {ListRow} row */
  const keyOf = (row) => (isNumber ? Math.max(0, ...valuesOf(row, name).map(Number)) : valuesOf(row, name).join(" "));
  return rows.sort((one, other) => {
    const [a, b] = [keyOf(one), keyOf(other)];
    if (!a || !b) return Number(!a) - Number(!b);
    return (ascending ? 1 : -1) * (typeof a === "number" ? a - Number(b) : compare(a, String(b)));
  });
}

/**
 * An order and words for rows; null where no machine is asked for.
 * @param {Asked} asked
 * @param {ClassDimension[]} dimensions
 */
export function nearestRows(asked, dimensions) {
  const own = { cores: powerOfTwo(asked.cores), memory: powerOfTwo(asked.memory), storage: asked.storage || null };
  if (!dimensions.length || Object.values(own).every((value) => value === null)) return null;
  /** @param {ListRow} row */
  const termsOf = ({ cores, memory, storage }) => termsBetween(dimensions, own, {
    cores: cores.at(-1) ?? null, memory: memory.at(-1) ?? null,
    storage: storage.find((kind) => kind === own.storage) ?? storage.at(0) ?? null,
  });
  return {
    /** @param {ListRow[]} found */
    order: (found) => {
      const distances = new Map(found.map((row) => [row, termsOf(row).reduce((sum, { cost }) => sum + cost, 0)]));
      return found.sort((one, other) => (distances.get(one) ?? 0) - (distances.get(other) ?? 0));
    },
    /** @param {ListRow} row */
    words: (row) => {
      const text = termsOf(row).flatMap((term) => term.text || []).join(", ");
      return text.charAt(0).toUpperCase() + text.slice(1);
    },
  };
}
