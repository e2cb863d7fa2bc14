/*
Narrows and sorts rows as /explore/ does, outside of a browser. Takes {pieces: [[row]], index, asked:
[search part of an address]}; answers for each address with {rows: their numbers, counts, address},
and with the same as found among the pieces that the address needs, whose numbers are `needed`.
*/
/** @import { ExploreRow } from "../../../static/js/explore/pieces.js" */
/** @import { ExploreIndex } from "../../../static/js/records.js" */
import { findRows } from "../../../static/js/explore/filter.js";
import { Pieces, completed } from "../../../static/js/explore/pieces.js";
import { readAddress, writeAddress } from "../../../static/js/explore/state.js";

/** @param {{pieces: ExploreRow[][], index: ExploreIndex, asked: string[]}} given */
export default function answer({ pieces: rows, index, asked }) {
  const names = index.facets.map(({ name }) => name);
  const pieces = new Pieces(index.pieces, () => Promise.reject(new Error("nothing is loaded here")));
  pieces.rows = rows;
  const all = pieces.loaded();
  return asked.map((search) => {
    const state = readAddress(search, names);
    /** @param {number[]} [numbers] */
    const found = (numbers) => {
      const { rows: fitting, counts } = findRows(pieces.loaded(numbers), state);
      return { rows: fitting.map((row) => all.indexOf(row)), counts: plain(numbers ? completed(counts, index.facets, state) : counts) };
    };
    const needed = pieces.fitting(index.facets, state);
    return { ...found(), address: writeAddress(state), needed, some: found(needed) };
  });
}

/**
 * Counts as a record, without those of values that would leave nothing.
 * @param {Map<string, Map<string, number>>} counts
 */
function plain(counts) {
  return Object.fromEntries([...counts].map(([name, values]) => [name, Object.fromEntries([...values].filter(([, count]) => count))]));
}
