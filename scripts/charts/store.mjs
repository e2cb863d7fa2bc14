/*
The drawn charts of a folder and the digests that say whether each is still right.
A drawing is kept only while its data, specs, program and Vega are those it was drawn from and
its own bytes are unchanged; anything else is drawn again.
*/
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * A chart that is to be drawn. `key` is the digest of all it is drawn from.
 * @typedef {{name: string, input: string, output: string, key: string}} ChartJob
 */

/**
 * A drawing in the record: the key of its job, and the digest of its bytes.
 * @typedef {{key: string, svg: string}} DrawnEntry
 */

const HERE = dirname(fileURLToPath(import.meta.url));
const SHARED = join(HERE, "..", "..", "static", "js", "chart");
const PROGRAM = [
  join(HERE, "chart.mjs"), join(HERE, "svg.mjs"),
  ...["axes", "ends", "loader", "looks", "plan", "words"].map((name) => join(SHARED, `${name}.js`)),
];
const RECORD = ".drawn.json";

/**
 * Digest of everything but the data that a drawing depends on.
 * @param {string} specFolder
 * @param {string[]} specs
 */
export function toolDigest(specFolder, specs) {
  const require = createRequire(import.meta.url);
  const versions = ["vega", "vega-lite"].map((name) => packageFileOf(require.resolve(name), name));
  const files = [...PROGRAM, ...specs.map((name) => join(specFolder, `${name}.vl.json`))];
  return digestOf(...versions, ...files.map((path) => readFileSync(path)));
}

/**
 * The package file of a package, by the place of one of its files.
 * @param {string} entry
 * @param {string} name
 */
export function packageFileOf(entry, name) {
  const root = entry.slice(0, entry.lastIndexOf(join("node_modules", name)));
  return readFileSync(join(root, "node_modules", name, "package.json"));
}

/**
 * Jobs of a charts folder, in name order.
 * @param {string} inputFolder
 * @param {string} outputFolder
 * @param {string} tools Digest of the tools.
 * @returns {ChartJob[]}
 */
export function jobsOf(inputFolder, outputFolder, tools) {
  const names = readdirSync(inputFolder).filter((name) => name.endsWith(".json")).sort();
  return names.map((file) => {
    const [name, input] = [basename(file, ".json"), join(inputFolder, file)];
    const key = digestOf(tools, readFileSync(input));
    return { name, input, output: join(outputFolder, `${name}.svg`), key };
  });
}

/**
 * The record of what was drawn, by name; empty where there is none to trust. An entry is no more than
 * digests that are compared, so that a wrong one means that something is drawn again.
 * @template {{key: string}} Entry
 * @param {string} outputFolder
 * @returns {Partial<Record<string, Entry>>}
 */
export function readRecord(outputFolder) {
  try {
    const record = readJson(join(outputFolder, RECORD));
    return typeof record === "object" && record ? /** @type {Partial<Record<string, Entry>>} */ (record) : {};
  } catch {
    return {};
  }
}

/**
 * Write what the record says of these jobs, and nothing of others.
 * @param {string} outputFolder
 * @param {{name: string, key: string}[]} jobs
 * @param {Partial<Record<string, {key: string}>>} record
 */
export function writeRecord(outputFolder, jobs, record) {
  const kept = jobs.filter((job) => record[job.name]?.key === job.key);
  const entries = Object.fromEntries(kept.map(({ name }) => [name, record[name]]));
  writeWhole(join(outputFolder, RECORD), `${JSON.stringify(entries, null, 1)}\n`);
}

/**
 * Whether the drawing of a job is there and is the one that the record speaks of.
 * @param {ChartJob} job
 * @param {Partial<Record<string, DrawnEntry>>} record
 */
export function isCurrent(job, record) {
  const entry = record[job.name];
  if (entry?.key !== job.key) return false;
  try {
    return digestOf(readFileSync(job.output)) === entry.svg;
  } catch {
    return false;
  }
}

/**
 * Keep a drawing, whole or not at all; returns its entry in the record.
 * @param {ChartJob} job
 * @param {string} svg
 * @returns {DrawnEntry}
 */
export function keepDrawing(job, svg) {
  writeWhole(job.output, svg);
  return { key: job.key, svg: digestOf(svg) };
}

/**
 * Write the compiled specs, unless those there were made by the same tools.
 * @template {string} Name
 * @param {string} outputFolder
 * @param {string} tools
 * @param {Name[]} names
 * @param {(name: Name) => Promise<object>} compile
 */
export async function writeSpecs(outputFolder, tools, names, compile) {
  const stamp = join(outputFolder, ".specs");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === tools) return;
  for (const name of names) writeWhole(join(outputFolder, "specs", `${name}.vg.json`), `${JSON.stringify(await compile(name))}\n`);
  writeWhole(stamp, tools);
}

/**
 * Remove the drawings that no chart asks for any more.
 * @param {string} outputFolder
 * @param {ChartJob[]} jobs
 */
export function prune(outputFolder, jobs) {
  const wanted = new Set(jobs.map((job) => basename(job.output)));
  for (const file of readdirSync(outputFolder)) {
    if (file.endsWith(".svg") && !wanted.has(file)) rmSync(join(outputFolder, file));
  }
}

/**
 * A file as JSON.
 * @param {string} path
 * @returns {unknown}
 */
export function readJson(path) {
  return JSON.parse(readFileSync(path, "utf8"));
}

/**
 * Write a file whole or not at all.
 * @param {string} path
 * @param {string | Uint8Array} text
 */
export function writeWhole(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}.part`;
  writeFileSync(temporary, text);
  renameSync(temporary, path);
}

/**
 * SHA-256 of texts or bytes, told apart by their lengths.
 * @param {(string | Uint8Array)[]} parts
 */
export function digestOf(...parts) {
  const hash = createHash("sha256");
  for (const part of parts.map((text) => Buffer.from(text))) hash.update(`${part.length}:`).update(part);
  return hash.digest("hex");
}
