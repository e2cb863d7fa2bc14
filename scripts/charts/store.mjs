/*
What a program made in a folder, and the digests that say whether it is still right: it is kept only
while what it was made from is the same and its own bytes are unchanged; anything else is made again.
*/
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { SPECS } from "../../static/js/chart/plan.js";
import { messageOf } from "../../static/js/errors.js";

/**
 * Files that are to be made in a folder. `key` is the digest of all they are made from.
 * @typedef {{name: string, folder: string, key: string}} Job
 */

/**
 * What a job made: its key, and the digest of the bytes of each file, by name.
 * @typedef {{key: string, files: Record<string, string>}} Entry
 */

/**
 * What became of a job: its entry in the record, or a sentence that says why nothing was made.
 * @typedef {{name: string, entry: Entry} | {name: string, problem: string}} Report
 */

const HERE = dirname(fileURLToPath(import.meta.url));
const STATIC = join(HERE, "..", "..", "static");
export const SPEC_FOLDER = join(STATIC, "charts");
/** Files that a drawing depends on. */
export const DRAWN_BY = [
  ...["chart", "svg"].map((name) => join(HERE, `${name}.mjs`)),
  ...["axes", "ends", "loader", "looks", "plan", "words"].map((name) => join(STATIC, "js", "chart", `${name}.js`)),
  ...SPECS.map((name) => join(SPEC_FOLDER, `${name}.vl.json`)),
];
const RECORD = ".drawn.json";

/**
 * Digest of programs and packages that something is made by.
 * @param {string[]} files
 * @param {string[]} packages
 */
export function toolDigest(files, packages) {
  const { resolve } = createRequire(import.meta.url);
  const versions = packages.map((name) => (resolve.paths(name) ?? []).map((folder) => join(folder, name, "package.json")).find(existsSync) ?? name);
  return digestOf(...[...versions, ...files].map((path) => readFileSync(path)));
}

/**
 * Make what is not right any more, note it in the record of a folder and say on standard output how much
 * that was. Returns the exit code: 1 with a sentence for each job that failed.
 * @template {Job} Made
 * @param {string} what One of what is made.
 * @param {string} folder
 * @param {Made[]} jobs
 * @param {(stale: Made[], take: (report: Report) => void) => Promise<void>} make
 */
export async function makeStale(what, folder, jobs, make) {
  const started = performance.now();
  const record = readRecord(folder);
  const stale = jobs.filter((job) => !isCurrent(job, record[job.name]));
  /** @type {string[]} */
  const problems = [];
  const step = Math.max(1, Math.ceil(stale.length / 20));
  let count = 0;
  await make(stale, (report) => {
    if ("problem" in report) problems.push(`${what} ${report.name}: ${report.problem}`);
    else record[report.name] = report.entry;
    count += 1;
    if (count % step === 0 || count === stale.length) console.error(`${what}s: ${count} of ${stale.length} drawn`);
  });
  const kept = jobs.filter((job) => record[job.name]?.key === job.key);
  writeWhole(join(folder, RECORD), `${JSON.stringify(Object.fromEntries(kept.map(({ name }) => [name, record[name]])), null, 1)}\n`);
  for (const sentence of problems.sort()) console.error(sentence);
  const seconds = Math.round(performance.now() - started) / 1000;
  console.log(JSON.stringify({ drawn: stale.length - problems.length, cached: jobs.length - stale.length, seconds }));
  return problems.length ? 1 : 0;
}

/**
 * The record of what was made, by name; empty where there is none to trust. An entry is no more than
 * digests that are compared, so that a wrong one means that something is made again.
 * @param {string} folder
 * @returns {Partial<Record<string, Entry>>}
 */
function readRecord(folder) {
  try {
    return { .../** @type {object} */ (readJson(join(folder, RECORD))) };
  } catch {
    return {};
  }
}

/**
 * Whether the files of a job are there and are those that the record speaks of.
 * @param {Job} job
 * @param {Entry | undefined} entry
 */
function isCurrent({ folder, key }, entry) {
  if (entry?.key !== key) return false;
  try {
    return Object.entries(entry.files).every(([name, digest]) => digestOf(readFileSync(join(folder, name))) === digest);
  } catch {
    return false;
  }
}

/**
 * Make the files of a job, and keep each whole or not at all.
 * @param {Job} job
 * @param {() => Record<string, string | Uint8Array> | Promise<Record<string, string | Uint8Array>>} make
 * @returns {Promise<Report>}
 */
export async function keepFiles({ name, folder, key }, make) {
  try {
    const files = Object.entries(await make());
    for (const [file, bytes] of files) writeWhole(join(folder, file), bytes);
    return { name, entry: { key, files: Object.fromEntries(files.map(([file, bytes]) => [file, digestOf(bytes)])) } };
  } catch (error) {
    return { name, problem: messageOf(error) };
  }
}

/**
 * The names of the JSON files of a folder, without their ending, in order.
 * @param {string} folder
 */
export function namesIn(folder) {
  return readdirSync(folder).filter((name) => name.endsWith(".json")).sort().map((file) => basename(file, ".json"));
}

/**
 * Run a program whose exit code is 2 for wrong usage.
 * @param {string} what
 * @param {() => Promise<number>} main
 */
export async function endWith(what, main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    console.error(`${what}: ${messageOf(error)}`);
    process.exitCode = error instanceof TypeError ? 2 : 1;
  }
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
function writeWhole(path, text) {
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
