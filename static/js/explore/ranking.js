/* How far every row's class of machine is from the reader's: as numbers to sort by, and in words. */
/** @import { TextColumn } from "./columns.js" */
/** @import { Machine } from "./machine.js" */
/** @import { HardwareTables } from "../records.js" */
import { distanceBetween, distanceSentence } from "./nearness.js";

/**
 * @typedef {object} Ranking
 * @property {Float64Array} distances A number a row; a class that is not on file is infinitely far.
 * @property {(hardwareClass: string) => number} distanceOf
 * @property {(hardwareClass: string) => string} words A sentence, or nothing of a class that is not on file.
 */

/**
 * @param {HardwareTables} tables
 * @param {Machine} machine
 * @param {TextColumn} classes The class of each row.
 * @returns {Ranking}
 */
export function rankingOf(tables, machine, { codes, values }) {
  const known = new Map(tables.classes.map(({ id, values: own }) => [id, distanceBetween(tables.dimensions, machine.values, own)]));
  /** @param {string} id */
  const distanceOf = (id) => known.get(id)?.total ?? Infinity;
  const totals = values.map(distanceOf);
  return {
    distanceOf,
    distances: Float64Array.from(codes, (code) => totals[code]),
    words: (id) => {
      const distance = known.get(id);
      return distance ? distanceSentence(distance, id === machine.id) : "";
    },
  };
}
