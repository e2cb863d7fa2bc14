/*
Reads machines and tells how near they are, as /explore/ does, outside of a browser. Reads from
standard input {tables, texts: [{text, memory}], pairs: [[values, values]]}; writes {machines,
distances}.
*/
import { parse } from "../../../static/js/explore/machine.js";
import { distance } from "../../../static/js/explore/nearness.js";

const parts = [];
for await (const part of process.stdin) parts.push(part);
const { tables, texts, pairs } = JSON.parse(Buffer.concat(parts).toString("utf8"));
const machines = texts.map(({ text, memory }) => parse(text, tables, memory));
const distances = pairs.map(([own, other]) => distance(tables.dimensions, own, other));
process.stdout.write(JSON.stringify({ machines, distances }));
