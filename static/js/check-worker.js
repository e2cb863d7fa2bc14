/*
Runs the archive's own Python program on what was dropped, apart from the page, so that a page stays
usable and a file that takes too long can be given up. It begins as a blob of the page and so has the
page's policy: no request leaves for another host.
*/
/** @import { Progress } from "./engine.js" */
import { unpacked } from "./engine.js";
import { messageOf } from "./errors.js";

/** @typedef {{pyodide: string, program: string, info: unknown, bytes: Record<string, number>}} Engine */
/** @typedef {{add: (path: string, data: unknown) => void} & Record<Asked["method"], (...given: unknown[]) => string | PyBytes>} CheckPage */
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
 * What the page asks: after the program is loaded from a folder, a method of `CheckPage`. `today` begins anew
 * with these files; `table` is the address of one that the method is given.
 * @typedef {{folder: string, method: "reading" | "answer" | "beside" | "draft" | "packed" | "json_lines", given: string[], table?: string, today?: string, files?: {path: string, data: ArrayBuffer}[]}} Asked
 */

/**
 * JSON of a record, lines of JSON, or a packed bundle, with the milliseconds it took.
 * @typedef {Progress & {answer?: string | Uint8Array<ArrayBuffer>, ms?: number, failed?: string}} Answer
 */

/**
 * Answer what the page asks.
 * @param {Asked} asked
 */
export async function hear({ folder, method, given, table, today, files = [] }) {
  try {
    const begin = await (loading ??= load(folder));
    if (today || !page) page = begin(today ?? "");
    const started = performance.now();
    for (const { path, data } of files) page.add(path, python?.toPy(new Uint8Array(data)));
    const rows = table ? python?.toPy(new Uint8Array(await tableAt(table))) : undefined;
    const made = rows ? page.beside(rows) : page[method](...given);
    postMessage({ answer: typeof made === "string" ? made : made.toJs(), ms: performance.now() - started });
    if (typeof made !== "string") made.destroy();
  } catch (error) {
    // Of an error of Python the last line says what it is.
    postMessage({ failed: messageOf(error).trim().split("\n").at(-1) });
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

/** @type {Map<string, Promise<ArrayBuffer>>} */
const tables = new Map();

/**
 * A table of the site, fetched once.
 * @param {string} address
 */
function tableAt(address) {
  const found = tables.get(address) ?? fetchPlainly(address).then((response) => {
    if (!response.ok) throw new Error(`${address} answers ${response.status}`);
    return response.arrayBuffer();
  });
  tables.set(address, found);
  found.catch(() => { tables.delete(address); });
  return found;
}
