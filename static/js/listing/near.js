/*
Machines by how near they are to the reader's: cores, memory and storage, weighed as the archive
weighs classes of machines. The order is a help for readers and decides nothing.
*/
/** @import { ListIndex, ListRow } from "../records.js" */
/** @import { Asked } from "./find.js" */

/** @type {Record<"cores" | "memory", {same: string, times: string, missing: string}>} */
const WORDS = {
  cores: { same: "about as many cores", times: "the cores", missing: "cores not recorded" },
  memory: { same: "about as much memory", times: "the memory", missing: "memory not recorded" },
};
const STORAGE = { same: "same storage", other: "other storage", missing: "storage not recorded" };

/**
 * An order and words for rows; null where no machine is asked for.
 * @param {Asked} asked
 * @param {ListIndex["near"]} weights
 */
export function nearestRows(asked, weights) {
  const sizes = /** @type {(keyof typeof WORDS)[]} */ (Object.keys(WORDS)).filter((name) => Number(asked[name]) > 0);
  if (!sizes.length && !asked.storage) return null;
  /** @param {ListRow} row */
  const termsOf = (row) => [
    ...sizes.map((name) => sizeTerm(row[name].at(-1) ?? 0, Number(asked[name]), WORDS[name], weights[name])),
    ...(asked.storage ? [storageTerm(row.storage, asked.storage, weights.storage)] : []),
  ];
  /** @param {ListRow} row */
  const distanceOf = (row) => termsOf(row).reduce((sum, { cost }) => sum + cost, 0);
  return {
    /** @param {ListRow[]} rows */
    order: (rows) => {
      const distances = new Map(rows.map((row) => [row, distanceOf(row)]));
      return rows.sort((one, other) => (distances.get(one) ?? 0) - (distances.get(other) ?? 0));
    },
    /** @param {ListRow} row */
    words: (row) => {
      const text = termsOf(row).map((term) => term.text).join(", ");
      return text.charAt(0).toUpperCase() + text.slice(1);
    },
  };
}

/**
 * @param {number} size Upper end of a doubling; 0 where it is not recorded.
 * @param {number} own
 * @param {(typeof WORDS)["cores"]} words
 * @param {{weight: number, unknown: number}} weight
 */
function sizeTerm(size, own, words, { weight, unknown }) {
  if (!size) return { cost: unknown, text: words.missing };
  const doublings = Math.log2(size) - Math.max(0, Math.ceil(Math.log2(own)));
  if (!doublings) return { cost: 0, text: words.same };
  const factor = 2 ** Math.abs(doublings);
  return { cost: weight * Math.abs(doublings), text: `${doublings > 0 ? `about ${factor} times` : `about 1/${factor} of`} ${words.times}` };
}

/**
 * @param {string[]} kinds
 * @param {string} own
 * @param {{weight: number, unknown: number}} weight
 */
function storageTerm(kinds, own, { weight, unknown }) {
  if (!kinds.length) return { cost: unknown, text: STORAGE.missing };
  const same = kinds.includes(own);
  return { cost: same ? 0 : weight, text: same ? STORAGE.same : STORAGE.other };
}
