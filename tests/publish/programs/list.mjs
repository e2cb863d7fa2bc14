/*
Narrows and sorts rows as /explore/ does, outside of a browser. Reads from standard input {pieces,
facets, asked: [search part of an address], size}; writes for each address {rows, counts, address}.
*/
import { Columns } from "../../../static/js/explore/columns.js";
import { find } from "../../../static/js/explore/filter.js";
import { read, write } from "../../../static/js/explore/state.js";

const parts = [];
for await (const part of process.stdin) parts.push(part);
const { pieces, facets, asked, size } = JSON.parse(Buffer.concat(parts).toString("utf8"));
const columns = new Columns(size);
for (const piece of pieces) columns.add(piece);
const results = asked.map((search) => {
  const state = read(search, facets);
  const { rows, counts } = find(columns, facets, state);
  const plain = Object.fromEntries(Object.entries(counts).map(([name, values]) => [name, Object.fromEntries(values)]));
  return { rows, counts: plain, address: write(state) };
});
const texts = Object.fromEntries([...columns.texts.keys()].map((name) => [name, Array.from({ length: columns.length }, (_, row) => columns.text(name, row))]));
process.stdout.write(JSON.stringify({ results, texts }));
