/*
Narrows and sorts rows as /explore/ does, outside of a browser. Takes {pieces, facets, asked: [search
part of an address], size}; answers for each address with {rows, counts, address}.
*/
/** @import { Piece } from "../../../static/js/records.js" */
import { Columns } from "../../../static/js/explore/columns.js";
import { findRows } from "../../../static/js/explore/filter.js";
import { readAddress, writeAddress } from "../../../static/js/explore/state.js";

/** @param {{pieces: Piece[], facets: string[], asked: string[], size: number}} given */
export default function answer({ pieces, facets, asked, size }) {
  const columns = new Columns(size);
  for (const piece of pieces) columns.add(piece);
  const results = asked.map((search) => {
    const state = readAddress(search, facets);
    const { rows, counts } = findRows(columns, facets, state);
    const plain = Object.fromEntries([...counts].map(([name, values]) => [name, Object.fromEntries(values)]));
    return { rows, counts: plain, address: writeAddress(state) };
  });
  const texts = Object.fromEntries([...columns.texts.keys()].map((name) => [name, Array.from({ length: columns.length }, (_, row) => columns.text(name, row))]));
  return { results, texts };
}
