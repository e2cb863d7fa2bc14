/*
Runs programs of the project one after another in this one process, as if each had its own: to start
Node and read Vega takes longer than most of what tests ask of it.

Reads a line of JSON for each: {program, words} runs a program with the words of a command line and
is answered with {code, out, err}; {module, given} calls the default export of a module and is
answered with {result}. What a program does not catch is answered with {failed}.
*/
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

/**
 * @typedef {object} TestCall
 * @property {string} [program]
 * @property {string[]} [words]
 * @property {string} [module]
 * @property {unknown} [given]
 */

const writeOut = process.stdout.write.bind(process.stdout);
const printed = { out: "", err: "" };
process.stdout.write = (/** @type {string | Uint8Array} */ text) => {
  printed.out += String(text);
  return true;
};
process.stderr.write = (/** @type {string | Uint8Array} */ text) => {
  printed.err += String(text);
  return true;
};
let runs = 0;

/** What a program set; asked in a function, since the checker thinks it is what was assigned last. */
function exitCode() {
  return process.exitCode ?? 0;
}

/**
 * @param {string} program
 * @param {string[]} words
 */
async function runProgram(program, words) {
  process.argv = [process.argv[0] ?? "node", program, ...words];
  process.exitCode = undefined;
  printed.out = printed.err = "";
  // Another address each time: the program itself runs anew, what it imports is there already.
  runs += 1;
  await import(`${pathToFileURL(program).href}?run=${runs}`);
  const code = exitCode();
  process.exitCode = undefined;
  return { code, ...printed };
}

/**
 * @param {string} module
 * @param {unknown} given
 */
async function callModule(module, given) {
  const loaded = /** @type {Promise<{default: (given: unknown) => unknown}>} */ (import(pathToFileURL(module).href));
  const { default: answer } = await loaded;
  return { result: await answer(given) };
}

for await (const line of createInterface({ input: process.stdin })) {
  /** @type {unknown} */
  const parsed = JSON.parse(line);
  const request = /** @type {TestCall} */ (parsed);
  const { program, module = "" } = request;
  const words = request.words ?? [];
  try {
    const answer = program ? runProgram(program, words) : callModule(module, request.given);
    writeOut(`${JSON.stringify(await answer)}\n`);
  } catch (error) {
    const failed = error instanceof Error ? error.stack : String(error);
    writeOut(`${JSON.stringify({ failed })}\n`);
  }
}
