/**
 * The drawn charts of a folder and the digests that say whether each is still right.
 * A drawing is kept only while its data, specs, program and Vega are those it was drawn from and
 * its own bytes are unchanged; anything else is drawn again.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = dirname(fileURLToPath(import.meta.url));
const SHARED = join(HERE, "..", "..", "static", "js", "chart");
const PROGRAM = [
  join(HERE, "chart.mjs"), join(HERE, "svg.mjs"),
  ...["axes", "ends", "forest", "looks", "plan", "words"].map((name) => join(SHARED, `${name}.js`)),
];
const RECORD = ".drawn.json";

/** Digest of everything but the data that a drawing depends on. */
export function toolDigest(specFolder, specs) {
  const require = createRequire(import.meta.url);
  const versions = ["vega", "vega-lite"].map((name) => versionOf(require.resolve(name), name));
  const files = [
    ...PROGRAM,
    ...specs.map((name) => join(specFolder, `${name}.vl.json`)),
  ];
  return digest(...versions, ...files.map((path) => readFileSync(path)));
}

/** The package file of a package, by the place of one of its files. */
export function versionOf(entry, name) {
  const root = entry.slice(0, entry.lastIndexOf(join("node_modules", name)));
  return readFileSync(join(root, "node_modules", name, "package.json"));
}

/** Jobs of a charts folder, in name order: [{name, input, output, key}]. */
export function jobsOf(inputFolder, outputFolder, tools) {
  const names = readdirSync(inputFolder).filter((name) => name.endsWith(".json")).sort();
  return names.map((file) => {
    const [name, input] = [basename(file, ".json"), join(inputFolder, file)];
    const key = digest(tools, readFileSync(input));
    return { name, input, output: join(outputFolder, `${name}.svg`), key };
  });
}

/** The record of what was drawn: {name: {key, svg}}; empty where there is none to trust. */
export function readRecord(outputFolder) {
  try {
    return JSON.parse(readFileSync(join(outputFolder, RECORD), "utf8"));
  } catch {
    return {};
  }
}

export function writeRecord(outputFolder, record) {
  write(join(outputFolder, RECORD), `${JSON.stringify(record, null, 1)}\n`);
}

/** Whether the drawing of a job is there and is the one that the record speaks of. */
export function isCurrent(job, record) {
  const entry = record[job.name];
  if (entry?.key !== job.key) return false;
  try {
    return digest(readFileSync(job.output)) === entry.svg;
  } catch {
    return false;
  }
}

/** Keep a drawing, whole or not at all; returns its entry in the record. */
export function keep(job, svg) {
  write(job.output, svg);
  return { key: job.key, svg: digest(svg) };
}

/** Write the compiled specs, unless those there were made by the same tools. */
export async function writeSpecs(outputFolder, tools, names, compile) {
  const stamp = join(outputFolder, ".specs");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === tools) return;
  for (const name of names) write(join(outputFolder, "specs", `${name}.vg.json`), `${JSON.stringify(await compile(name))}\n`);
  write(stamp, tools);
}

/** Remove the drawings that no chart asks for any more. */
export function prune(outputFolder, jobs) {
  const wanted = new Set(jobs.map((job) => basename(job.output)));
  for (const file of readdirSync(outputFolder)) {
    if (file.endsWith(".svg") && !wanted.has(file)) rmSync(join(outputFolder, file));
  }
}

/** Write a file whole or not at all. */
export function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}.part`;
  writeFileSync(temporary, text);
  renameSync(temporary, path);
}

/** SHA-256 of texts or bytes, told apart by their lengths. */
export function digest(...parts) {
  const hash = createHash("sha256");
  for (const part of parts.map((text) => Buffer.from(text))) hash.update(`${part.length}:`).update(part);
  return hash.digest("hex");
}
