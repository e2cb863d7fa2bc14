/*
Runs DuckDB on /sql/, apart from the page, over the site's own Parquet files, of which it fetches the parts it needs. It
begins as a blob of the page and so has the page's policy: no query can ask another host, not even for an extension.
*/
/** @import { Progress } from "./engine.js" */
import { BROWSER_RUNTIME, createDuckDB, DuckDBDataProtocol, getPlatformFeatures, VoidLogger } from "@duckdb/duckdb-wasm/blocking";
import { unpacked } from "./engine.js";
import { messageOf } from "./errors.js";

/** @typedef {string | number | null} Cell */

/**
 * What the page asks: the query, the address and size of the engine, and the address of the file of each table by name.
 * @typedef {{query: string, engine: string, bytes: number, tables: Record<string, string>}} Asked
 */

/**
 * The answer's columns, whether each holds figures, and its first rows; whether there are more.
 * @typedef {{columns: string[], figures: boolean[], rows: Cell[][], more: boolean}} Table
 * @typedef {Progress & {answer?: Table, ms?: number, failed?: string}} Answer
 */

/** More rows than this are not handed over: a page can hold no more. */
const MOST_ROWS = 50_000;

/**
 * What of Apache Arrow is used here: its types name files that its package does not export.
 * @typedef {{numRows: number, getChildAt: (place: number) => {get: (row: number) => unknown} | null}} Batch
 * @typedef {Iterable<Batch> & {open: () => unknown, schema: {fields: {name: string, type: {typeId: number}}[]}}} Reader
 * @typedef {{query: (text: string) => unknown, send: (text: string) => Promise<Reader>}} Connection
 */

/** @type {Promise<Connection> | null} */
let loading = null;
/** DuckDB would wait for ever for a host that it may not write to, and keep a table it wrote over from being read. */
const WRITES = /(?:^|;)\s*(?:copy|export)\b/im;
/** What DuckDB says of a table it does not know yet. */
const UNKNOWN = /^Catalog Error: Table with name "?(\w+)"? does not exist/;
/** Types of Arrow's format whose values are no plain ones. */
const TIMESTAMP = 10;
const FIGURES = new Set([2, 3, 7]);

/**
 * Answer what the page asks.
 * @param {Asked} asked
 */
export async function hear(asked) {
  try {
    const connection = await (loading ??= load(asked));
    if (WRITES.test(asked.query)) throw new Error("this page writes no files: ask without COPY and EXPORT, then save the answer as CSV");
    const started = performance.now();
    const answer = tableOf(await sent(connection, asked));
    postMessage({ answer, ms: performance.now() - started });
  } catch (error) {
    postMessage({ failed: messageOf(error) });
  }
}

/**
 * What DuckDB answers to a query. Tables become known when one names them, for each costs a request.
 * @param {Connection} connection
 * @param {Pick<Asked, "query" | "tables">} asked
 * @returns {Promise<Reader>}
 */
async function sent(connection, { query, tables }) {
  try {
    return await connection.send(query);
  } catch (error) {
    const name = UNKNOWN.exec(messageOf(error))?.[1] ?? "";
    if (!(name in tables)) throw error;
    connection.query(`CREATE VIEW ${name} AS FROM '${name}.parquet'`);
    return sent(connection, { query, tables });
  }
}

/**
 * Load DuckDB, and name the files of all tables to it.
 * @param {Asked} asked
 */
async function load({ engine, bytes, tables }) {
  const started = performance.now();
  if (!(await getPlatformFeatures()).wasmExceptions) throw new Error("this browser is too old for DuckDB: it lacks exceptions of WebAssembly");
  const wasm = await unpacked(await fetched(engine, bytes)).arrayBuffer();
  postMessage({ starting: true });
  stayHere();
  // DuckDB fetches its own file, and would wait for ever where that fails.
  const plain = globalThis.fetch;
  globalThis.fetch = () => Promise.resolve(unpacked(wasm));
  const bundle = { mainModule: engine, mainWorker: "" };
  const duck = await createDuckDB({ mvp: bundle, eh: bundle }, new VoidLogger(), BROWSER_RUNTIME);
  await duck.instantiate(() => undefined);
  globalThis.fetch = plain;
  duck.open({ filesystem: { allowFullHTTPReads: true }, query: { castDecimalToDouble: true } });
  for (const [name, address] of Object.entries(tables)) duck.registerFileURL(`${name}.parquet`, address, DuckDBDataProtocol.HTTP, false);
  postMessage({ ready: performance.now() - started });
  return /** @type {Connection} */ (/** @type {unknown} */ (duck.connect()));
}

/** Say it in words where a query names another host; the page's policy refuses the request all the same. */
function stayHere() {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- it is called on the request that it opens
  const { open } = XMLHttpRequest.prototype;
  /** @param {string} method @param {string} address @param {boolean} later */
  XMLHttpRequest.prototype.open = function opened(method, address, later = true) {
    if (new URL(address).origin !== location.origin) throw new Error(`this page asks no other site: ${address}`);
    open.call(this, method, address, later);
  };
}

/**
 * A file, with how far it has come.
 * @param {string} address
 * @param {number} total
 */
async function fetched(address, total) {
  const response = await fetch(address);
  if (!response.ok || !response.body) throw new Error(`${address} answers ${response.status}`);
  let come = 0;
  const counted = new TransformStream({
    transform(/** @type {Uint8Array} */ piece, queue) {
      come += piece.byteLength;
      postMessage({ come: Math.min(come, total), total });
      queue.enqueue(piece);
    },
  });
  return new Response(response.body.pipeThrough(counted)).arrayBuffer();
}

/**
 * An answer as plain values.
 * @param {Reader} reader
 * @returns {Table}
 */
function tableOf(reader) {
  reader.open();
  const { fields } = reader.schema;
  const types = fields.map(({ type }) => type.typeId);
  /** @type {Cell[][]} */
  const rows = [];
  let more = false;
  for (const batch of reader) {
    const columns = fields.map((_, place) => batch.getChildAt(place));
    for (let row = 0; row < batch.numRows && !more; row += 1) {
      if (rows.length === MOST_ROWS) more = true;
      else rows.push(columns.map((column, place) => cellOf(column?.get(row), types[place])));
    }
    if (more) break;
  }
  return { columns: fields.map(({ name }) => name), figures: types.map((type) => FIGURES.has(type)), rows, more };
}

/**
 * A value as a number or a text: days and times as ISO 8601, lists and records as DuckDB's own library writes them.
 * @param {unknown} value
 * @param {number} type
 * @returns {Cell}
 */
function cellOf(value, type) {
  if (value === null || value === undefined) return null;
  if (typeof value === "number" && type === TIMESTAMP) return new Date(value).toISOString().replace(".000Z", "Z");
  if (typeof value === "number" || typeof value === "string") return value;
  if (value instanceof Date) return value.toISOString().slice(0, "2026-11-29".length);
  /** @type {{toString: () => string}} */
  const other = value;
  return other.toString();
}
