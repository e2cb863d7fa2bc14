/*
Runs the archive's own Python program on what was dropped, apart from the page, so that a page stays
usable and a file that takes too long can be given up. It begins as a blob of the page and so has the
page's policy: no request leaves for another host.
*/
import { messageOf } from "./errors.js";

/** @typedef {{pyodide: string, program: string, info: unknown, bytes: Record<string, number>}} Engine */
/** @typedef {{add: (path: string, data: unknown) => void, reading: () => string, draft: (answers: string) => string, packed: () => PyBytes, json_lines: () => string}} CheckPage */
/** @typedef {{toJs: () => Uint8Array<ArrayBuffer>, destroy: () => void}} PyBytes */
/** @typedef {{unpackArchive: (data: ArrayBuffer, form: string, options: {extractDir: string}) => void, runPython: (code: string) => unknown, toPy: (data: unknown) => {destroy: () => void}}} Pyodide */
/** @typedef {{loadPyodide: (options: object) => Promise<Pyodide>}} Loader */

const BEGIN = `
import sys
sys.path[:0] = ["/archive/scripts", "/archive/libraries"]
from sysbench_archive.intake.check_page import CheckPage
CheckPage
`;
const WASM = "pyodide.asm.wasm";
const fetchPlainly = fetch.bind(globalThis);
/** @type {Promise<(today: string) => CheckPage> | null} */
let loading = null;
/** @type {CheckPage | null} */
let page = null;
/** @type {Pyodide | null} */
let python = null;

/**
 * Answer what the page asks.
 * @param {Asked} asked
 */
export async function hear(asked) {
  try {
    await answer(asked);
  } catch (error) {
    postMessage({ failed: lastLine(messageOf(error)) });
  }
}

/**
 * @typedef {object} Asked
 * @property {string} [program] Address of the folder of what is loaded first.
 * @property {string} [today] Begin anew.
 * @property {{path: string, data: ArrayBuffer}[]} [files] Read these.
 * @property {string} [answers] Draft a bundle with these.
 * @property {true} [packed] Hand out the bundle.
 * @property {true} [json] Hand out the reports as JSON.
 */

/** @param {Asked} asked */
async function answer({ program, today, files, answers, packed, json }) {
  if (program) loading ??= load(program);
  const begin = await loading;
  if (!begin) return;
  if (today || !page) page = begin(today ?? "");
  if (files) {
    const started = performance.now();
    for (const { path, data } of files) page.add(path, python?.toPy(new Uint8Array(data)));
    const reading = page.reading();
    postMessage({ reading, ms: performance.now() - started });
  }
  if (answers !== undefined) postMessage({ draft: page.draft(answers) });
  if (json) postMessage({ json: page.json_lines() });
  if (packed) {
    const made = page.packed();
    postMessage({ packed: made.toJs() });
    made.destroy();
  }
}

/**
 * Load Python and the program.
 * @param {string} folder
 */
async function load(folder) {
  const started = performance.now();
  const answered = await fetchPlainly(`${folder}index.json`, { cache: "no-cache" });
  /** @type {unknown} */
  const record = await answered.json();
  const index = /** @type {Engine} */ (record);
  const total = Object.values(index.bytes).reduce((sum, bytes) => sum + bytes, 0);
  let come = 0;
  /** @param {string} address */
  const bytesOf = async (address) => {
    const response = await fetchPlainly(address);
    if (!response.ok) throw new Error(`${address} answers ${response.status}`);
    const data = await response.arrayBuffer();
    come += data.byteLength;
    postMessage({ come, total });
    return data;
  };
  const home = `${folder}${index.pyodide}`;
  const program = bytesOf(`${folder}${index.program}`);
  // Pyodide asks for two files by itself: one is stored compressed, of both the bytes are counted.
  globalThis.fetch = async (input, options) => {
    const address = input instanceof Request ? input.url : String(input);
    if (address.endsWith(WASM)) return unpacked(await bytesOf(`${home}${WASM}.gz`));
    return address.endsWith(".zip") ? new Response(await bytesOf(address)) : fetchPlainly(input, options);
  };
  /** @type {unknown} */
  const loader = await import(`${home}pyodide.mjs`);
  const { loadPyodide } = /** @type {Loader} */ (loader);
  python = await loadPyodide({ indexURL: home, lockFileContents: { info: index.info, packages: {} } });
  python.unpackArchive(await program, "zip", { extractDir: "/archive" });
  postMessage({ starting: true });
  const begin = /** @type {(today: string) => CheckPage} */ (python.runPython(BEGIN));
  postMessage({ ready: performance.now() - started, total });
  return begin;
}

/**
 * A file as it was before it was compressed. Some servers undo that by themselves.
 * @param {ArrayBuffer} data
 */
function unpacked(data) {
  const headers = { "Content-Type": "application/wasm" };
  if (new Uint8Array(data)[0] !== 0x1f) return new Response(data, { headers });
  return new Response(new Blob([data]).stream().pipeThrough(new DecompressionStream("gzip")), { headers });
}

/**
 * Of an error of Python the line that says what it is.
 * @param {string} message
 */
function lastLine(message) {
  return message.trim().split("\n").at(-1) ?? message;
}
