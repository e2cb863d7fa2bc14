/* The worker that runs the program: what it is asked, one question after the other, and its answers. */
/** @import { Draft, Reading } from "./records.js" */

/**
 * @typedef {object} Answer
 * @property {number} [come] Bytes that are there, of `total`.
 * @property {number} [total]
 * @property {true} [starting]
 * @property {number} [ready] Milliseconds it took to load.
 * @property {Reading} [reading]
 * @property {number} [ms] Milliseconds it took to read.
 * @property {Draft} [draft]
 * @property {Uint8Array<ArrayBuffer>} [packed]
 * @property {string} [json]
 * @property {string} [failed]
 */

/** @typedef {{createScriptURL: (address: string) => string}} AddressPolicy */
/** @typedef {{createPolicy: (name: string, rules: AddressPolicy) => AddressPolicy}} PolicyFactory */

/** A file may take this long; then it is given up. */
export const PATIENCE_MS = 120_000;

export class Engine {
  /**
   * @param {string} program Address of the worker's program.
   * @param {string} folder Address of the folder of what it loads.
   * @param {(answer: Answer) => void} hear Is told how far loading is.
   */
  constructor(program, folder, hear) {
    this.folder = new URL(folder, location.href).href;
    this.hear = hear;
    this.worker = started(new URL(program, location.href).href);
    /** @type {((answer: Answer) => void) | null} */
    this.waiting = null;
    this.worker.addEventListener("message", ({ data }) => { this.take(/** @type {Answer} */ (data)); });
    this.worker.addEventListener("error", ({ message }) => { this.take({ failed: message || "the program did not start" }); });
  }

  /** @param {Answer} answer */
  take(answer) {
    this.hear(answer);
    if (answer.come === undefined && answer.ready === undefined && !answer.starting) this.waiting?.(answer);
  }

  /**
   * Ask, and wait for the answer. Rejects where the program fails, or takes too long.
   * @param {object} question
   * @param {Transferable[]} [handed] What the worker takes over.
   * @returns {Promise<Answer>}
   */
  ask(question, handed = []) {
    return new Promise((done, fail) => {
      const timer = setTimeout(() => {
        this.worker.terminate();
        fail(new Error(`no answer after ${PATIENCE_MS / 1000} seconds; drop less at once`));
      }, PATIENCE_MS);
      this.waiting = (answer) => {
        clearTimeout(timer);
        this.waiting = null;
        if (answer.failed === undefined) done(answer);
        else fail(new Error(answer.failed));
      };
      this.worker.postMessage({ engine: this.folder, ...question }, handed);
    });
  }

  end() {
    this.worker.terminate();
  }
}

/**
 * A worker that has this page's policy: one that began at an address of its own would have none.
 * @param {string} program
 */
function started(program) {
  const code = new Blob([`import ${JSON.stringify(program)};`], { type: "text/javascript" });
  const address = URL.createObjectURL(code);
  const { trustedTypes } = /** @type {{trustedTypes?: PolicyFactory}} */ (/** @type {unknown} */ (globalThis));
  const policy = trustedTypes?.createPolicy("check", { createScriptURL: (text) => text });
  return new Worker(policy ? policy.createScriptURL(address) : address, { type: "module" });
}
