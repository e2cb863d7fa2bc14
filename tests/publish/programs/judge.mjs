/*
Judges sides as /compare/ does, outside of a browser. Reads from standard input {policy, records:
{site-relative path: JSON}, asked: [search part of an address]}; writes a result for each address.
*/
import { read } from "../../../static/js/compare/address.js";
import { judged } from "../../../static/js/compare/judged.js";
import { labelled, load } from "../../../static/js/compare/sides.js";

const parts = [];
for await (const part of process.stdin) parts.push(part);
const { policy, records, asked } = JSON.parse(Buffer.concat(parts).toString("utf8"));
const results = [];
for (const search of asked) {
  const wanted = read(search);
  const { sides, complaints } = await load(wanted.sides, async (path) => records[path] ?? null);
  const result = sides.length ? judged(labelled(sides), policy) : null;
  results.push({ complaints: [...wanted.complaints, ...complaints], labels: labelled(sides).map(({ label }) => label), ...result });
}
process.stdout.write(JSON.stringify(results));
