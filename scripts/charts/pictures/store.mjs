/*
The pictures of comparisons and the digests that say whether each is still right: made of the
same words, drawing and programs, with bytes that nobody changed. Below the folder of pictures,
`static/` is what is published.
*/
/** @import { PictureWords } from "./compose.mjs" */
import { existsSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { digestOf, packageFileOf, readJson, writeWhole } from "../store.mjs";

/**
 * The pictures of a comparison, to be made. `drawing` is the path of its chart, null where it has none.
 * @typedef {{name: string, input: string, drawing: string | null, folder: string, key: string}} PictureJob
 */

/**
 * @typedef {"chart.svg" | "card.png"} PictureName
 */

/**
 * Pictures in the record: the key of their job, and the digest of each one's bytes.
 * @typedef {{key: string, files: Record<string, string>}} PictureEntry
 */

const HERE = dirname(fileURLToPath(import.meta.url));
const STATIC = join(HERE, "..", "..", "..", "static");
const PROGRAM = ["colours", "compose", "outlines", "png", "raster", "standalone", "words", "worker"].map((name) => join(HERE, `${name}.mjs`));
const SHARED = [join(HERE, "..", "svg.mjs"), join(STATIC, "js", "chart", "plan.js")];
/** The stylesheets that pictures take their colours from. */
export const SHEETS = ["tokens", "palette", "chart"].map((name) => join(STATIC, "css", `${name}.css`));
/** @type {PictureName[]} */
const NAMES = ["chart.svg", "card.png"];

/** Digest of everything but words and drawings that a picture depends on. */
export function toolDigest() {
  const require = createRequire(import.meta.url);
  const versions = ["@resvg/resvg-js", "dejavu-fonts-ttf"].map((name) => packageFileOf(require.resolve(`${name}/package.json`), name));
  return digestOf(...versions, ...[...PROGRAM, ...SHARED, ...SHEETS].map((path) => readFileSync(path)));
}

/**
 * Jobs in the order of names.
 * @param {string} inputFolder
 * @param {string} drawings
 * @param {string} outputFolder
 * @param {string} tools Digest of the tools.
 * @returns {PictureJob[]}
 */
export function jobsOf(inputFolder, drawings, outputFolder, tools) {
  const names = readdirSync(inputFolder).filter((name) => name.endsWith(".json")).sort();
  return names.map((file) => {
    const [name, input] = [basename(file, ".json"), join(inputFolder, file)];
    const { chart } = /** @type {PictureWords} */ (readJson(input));
    const drawing = chart ? join(drawings, `${chart}.svg`) : null;
    const key = digestOf(tools, readFileSync(input), drawing && existsSync(drawing) ? readFileSync(drawing) : "");
    return { name, input, drawing, folder: join(outputFolder, "static", ...placeOf(name)), key };
  });
}

/**
 * Where pictures are: those of a comparison by its slug; names that begin with `_` are cards of other pages.
 * @param {string} name
 */
function placeOf(name) {
  return name.startsWith("_") ? ["cards", name.slice(1)] : ["comparisons", name];
}

/**
 * Whether the pictures of a job are there and are those that the record speaks of.
 * @param {PictureJob} job
 * @param {Partial<Record<string, PictureEntry>>} record
 */
export function isCurrent(job, record) {
  const entry = record[job.name];
  if (entry?.key !== job.key) return false;
  try {
    return Object.entries(entry.files).every(([name, digest]) => digestOf(readFileSync(join(job.folder, name))) === digest);
  } catch {
    return false;
  }
}

/**
 * Keep the pictures of a job; returns its entry in the record.
 * @param {PictureJob} job
 * @param {Partial<Record<PictureName, string | Uint8Array>>} files
 * @returns {PictureEntry}
 */
export function keepPictures(job, files) {
  for (const name of NAMES) if (!files[name]) rmSync(join(job.folder, name), { force: true });
  for (const [name, bytes] of Object.entries(files)) writeWhole(join(job.folder, name), bytes);
  return { key: job.key, files: Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, digestOf(bytes)])) };
}

/**
 * Remove the pictures of comparisons and other pages that are no more.
 * @param {string} outputFolder
 * @param {PictureJob[]} jobs
 */
export function prune(outputFolder, jobs) {
  const wanted = new Set(jobs.map((job) => job.folder));
  for (const kind of ["comparisons", "cards"]) {
    const folder = join(outputFolder, "static", kind);
    for (const name of existsSync(folder) ? readdirSync(folder) : []) {
      if (!wanted.has(join(folder, name))) rmSync(join(folder, name), { recursive: true });
    }
  }
}
