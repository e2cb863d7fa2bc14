/*
Narrows and sorts rows as /explore/ does, outside of a browser. Takes {pieces, index, asked: [search
part of an address]}; answers for each address with {rows, counts, address}, and with the same as
found among the pieces that the address needs, whose numbers are `needed`. With {by, numbers, parts}
it sorts by a number that each value of a facet has, and answers for parts of the list in `sorted`
with {rows, some, needed}.
*/
/** @import { ExploreIndex, Piece } from "../../../static/js/records.js" */
import { Columns } from "../../../static/js/explore/columns.js";
import { findRows } from "../../../static/js/explore/filter.js";
import { completed, piecesFor, piecesWith, valuesAt } from "../../../static/js/explore/need.js";
import { readAddress, writeAddress } from "../../../static/js/explore/state.js";

/** @param {{pieces: Piece[], index: ExploreIndex, asked: string[], by?: string, numbers?: Record<string, number>, parts?: [number, number][]}} given */
export default function answer({ pieces, index, asked, by = "", numbers = {}, parts = [] }) {
  const names = index.facets.map(({ name }) => name);
  const starts = pieces.map((_, at) => pieces.slice(0, at).reduce((sum, { rows }) => sum + rows, 0));
  /** @param {number[]} some */
  const loaded = (some) => {
    const columns = new Columns(index.series.rows);
    // The last is the first to arrive.
    for (const number of some.toReversed()) columns.add(pieces[number], starts[number]);
    return columns;
  };
  const columns = loaded([...pieces.keys()]);
  const results = asked.map((search) => {
    const state = readAddress(search, names);
    const needed = piecesFor(index, state);
    const some = findRows(loaded(needed), names, state);
    const { rows, counts } = findRows(columns, names, state);
    return {
      rows, counts: plain(counts), address: writeAddress(state),
      needed, some: { rows: some.rows, counts: plain(completed(some.counts, index.facets, state)) },
    };
  });
  const texts = Object.fromEntries([...columns.texts.keys()].map((name) => [name, Array.from({ length: columns.length }, (_, row) => columns.text(name, row))]));
  /** @param {Columns} some */
  const ordered = (some) => {
    const { codes, values } = some.textsOf(by);
    return findRows(some, names, readAddress("?sort=near", names), Float64Array.from(codes, (code) => numbers[values[code]])).rows;
  };
  const sorted = index.facets.filter(({ name }) => name === by).flatMap((facet) => parts.map(([from, to]) => {
    const { wanted, before } = valuesAt(facet.values, (value) => numbers[value], "series", { from, to });
    const needed = piecesWith(index, facet, wanted);
    const some = loaded(needed);
    const own = ordered(some).filter((row) => wanted.has(some.text(by, row)));
    return { rows: ordered(columns).slice(from, to), some: own.slice(from - before, to - before), needed };
  }));
  return { results, texts, sorted };
}

/**
 * Counts as a record, without those of values that would leave nothing.
 * @param {Map<string, Map<string, number>>} counts
 */
function plain(counts) {
  return Object.fromEntries([...counts].map(([name, values]) => [name, Object.fromEntries([...values].filter(([, count]) => count))]));
}
