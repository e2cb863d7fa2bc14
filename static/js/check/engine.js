/* The worker that runs the program: what it is asked, one question after the other, and its answers. */

/** @import { Asked } from "../check-worker.js" */

/**
 * How far loading is: bytes that are there, of `total`, and the milliseconds it took. Or an answer, with the
 * milliseconds that took; JSON of a record, lines of JSON, or a packed bundle.
 * @typedef {{come?: number, total?: number, starting?: true, ready?: number}} Progress
 * @typedef {Progress & {answer?: string | Uint8Array<ArrayBuffer>, ms?: number, failed?: string}} Answer
 */

/** @typedef {{createScriptURL: (address: string) => string}} AddressPolicy */
/** @typedef {{createPolicy: (name: string, rules: AddressPolicy) => AddressPolicy}} PolicyFactory */

/** A file may take this long; then it is given up. */
const PATIENCE_MS = 120_000;

export class Engine {
  /**
   * @param {string} program Address of the worker's program.
   * @param {string} folder Address of the folder of what it loads.
   * @param {(progress: Progress) => void} hear Is told how far loading is.
   */
  constructor(program, folder, hear) {
    this.folder = new URL(folder, location.href).href;
    this.hear = hear;
    this.worker = started(new URL(program, location.href).href);
    /** @type {((answer: Answer) => void) | null} */
    this.waiting = null;
    /** @type {Promise<unknown>} The question before: answers have no name, so one is asked at a time. */
    this.last = Promise.resolve();
    this.worker.addEventListener("message", (event) => { this.take(/** @type {MessageEvent<Answer>} */ (event).data); });
    this.worker.addEventListener("error", ({ message }) => { this.take({ failed: message || "the program did not start" }); });
  }

  /** @param {Answer} answer */
  take(answer) {
    this.hear(answer);
    if (answer.answer !== undefined || answer.failed !== undefined) this.waiting?.(answer);
  }

  /**
   * Ask, and wait for the answer. Rejects where the program fails, or takes too long.
   * @param {Asked["method"]} method
   * @param {string[]} [given]
   * @param {Pick<Asked, "today" | "files" | "table">} [begun] Begin anew with these files, which the worker takes over; a table.
   * @returns {Promise<Answer>}
   */
  ask(method, given = [], begun = {}) {
    const answer = this.last.then(() => this.answered({ folder: this.folder, method, given, ...begun }));
    this.last = answer.catch(() => undefined);
    return answer;
  }

  /**
   * @param {Asked} asked
   * @returns {Promise<Answer>}
   */
  answered(asked) {
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
      this.worker.postMessage(asked, asked.files?.map(({ data }) => data) ?? []);
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
 */
function started(program) {
  const code = new Blob([`const program = import(${JSON.stringify(program)})${BEGIN}`], { type: "text/javascript" });
  const address = URL.createObjectURL(code);
  const { trustedTypes } = /** @type {{trustedTypes?: PolicyFactory}} */ (/** @type {unknown} */ (globalThis));
  made ??= trustedTypes?.createPolicy("check", { createScriptURL: (text) => text });
  return new Worker(made ? made.createScriptURL(address) : address, { type: "module" });
}

/** @type {AddressPolicy | undefined} A policy of that name can be made once. */
let made;
