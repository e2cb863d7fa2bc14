/* What a test hands to a program on standard input: one JSON value. */

import { text } from "node:stream/consumers";

/** @returns {Promise<unknown>} */
export async function readGiven() {
  /** @type {unknown} */
  const given = JSON.parse(await text(process.stdin));
  return given;
}
