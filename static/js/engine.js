/*
A worker that answers questions, one after the other: on /check/ the archive's own program, on /sql/ DuckDB. Its
program exports `hear(question)`, and posts how far loading is, then `answer` or `failed`.
*/

/**
 * How far loading is: bytes that are there, of `total`, and the milliseconds it took.
 * @typedef {{come?: number, total?: number, starting?: true, ready?: number}} Progress
 */

/** @typedef {{createScriptURL: (address: string) => string}} AddressPolicy */
/** @typedef {{createPolicy: (name: string, rules: AddressPolicy) => AddressPolicy}} PolicyFactory */

/** An answer may take this long; then it is given up. */
const PATIENCE_MS = 120_000;

/**
 * @template {object} Question
 * @template {Progress & {answer?: unknown, failed?: string}} Answer
 */
export class Engine {
  /**
   * @param {string} program Address of the worker's program.
   * @param {string} policy Name of the trusted types that the page's policy lets it make.
   * @param {string} less What to do where an answer takes too long.
   * @param {(progress: Progress) => void} hear Is told how far loading is.
   */
  constructor(program, policy, less, hear) {
    this.less = less;
    this.hear = hear;
    this.worker = started(new URL(program, location.href).href, policy);
    /** @type {((answer: Answer) => void) | null} */
    this.waiting = null;
    /** @type {Promise<unknown>} The question before: answers have no name, so one is asked at a time. */
    this.last = Promise.resolve();
    this.worker.addEventListener("message", (event) => { this.take(/** @type {MessageEvent<Answer>} */ (event).data); });
    this.worker.addEventListener("error", ({ message }) => {
      this.take(/** @type {Answer} */ ({ failed: message || "the program did not start" }));
    });
  }

  /** @param {Answer} answer */
  take(answer) {
    this.hear(answer);
    if (answer.answer !== undefined || answer.failed !== undefined) this.waiting?.(answer);
  }

  /**
   * Ask, and wait for the answer. Rejects where the program fails, or takes too long.
   * @param {Question} question
   * @param {Transferable[]} [given] What of it the worker takes over.
   * @returns {Promise<Answer>}
   */
  ask(question, given = []) {
    const answer = this.last.then(() => this.answered(question, given));
    this.last = answer.catch(() => undefined);
    return answer;
  }

  /**
   * @param {Question} question
   * @param {Transferable[]} given
   * @returns {Promise<Answer>}
   */
  answered(question, given) {
    return new Promise((done, fail) => {
      const timer = setTimeout(() => {
        this.worker.terminate();
        fail(new Error(`no answer after ${PATIENCE_MS / 1000} seconds; ${this.less}`));
      }, PATIENCE_MS);
      this.waiting = (answer) => {
        clearTimeout(timer);
        this.waiting = null;
        if (answer.failed === undefined) done(answer);
        else fail(new Error(answer.failed));
      };
      this.worker.postMessage(question, given);
    });
  }

  end() {
    this.worker.terminate();
  }
}

/** What the worker does first. Questions wait for the program; it is a script to the policy, and not a worker's own. */
const BEGIN = `.catch((error) => { postMessage({ failed: String(error) }); });
addEventListener("message", async ({ data }) => { (await program)?.hear(data); });`;

/**
 * A worker that has this page's policy: one that began at an address of its own would have none.
 * @param {string} program
 * @param {string} policy
 */
function started(program, policy) {
  const code = new Blob([`const program = import(${JSON.stringify(program)})${BEGIN}`], { type: "text/javascript" });
  const address = URL.createObjectURL(code);
  const { trustedTypes } = /** @type {{trustedTypes?: PolicyFactory}} */ (/** @type {unknown} */ (globalThis));
  made ??= trustedTypes?.createPolicy(policy, { createScriptURL: (text) => text });
  return new Worker(made ? made.createScriptURL(address) : address, { type: "module" });
}

/** @type {AddressPolicy | undefined} A policy of a name can be made once. */
let made;

/**
 * A file of WebAssembly as it was before it was compressed, which not every host does by itself. Some servers undo it.
 * @param {ArrayBuffer} data
 */
export function unpacked(data) {
  const headers = { "Content-Type": "application/wasm" };
  if (new Uint8Array(data)[0] !== 0x1f) return new Response(data, { headers });
  return new Response(new Blob([data]).stream().pipeThrough(new DecompressionStream("gzip")), { headers });
}
