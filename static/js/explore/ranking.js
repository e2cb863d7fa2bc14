/* How far a class of machine is from the reader's: as a number to sort by, and in words. */
/** @import { Machine } from "./machine.js" */
/** @import { HardwareFile } from "../records.js" */
import { distanceBetween, distanceSentence } from "./nearness.js";

/**
 * @typedef {object} Ranking
 * @property {(hardwareClass: string) => number} distanceOf Infinite for a class that is not on file.
 * @property {(hardwareClass: string) => string} words A sentence, or nothing of a class that is not on file.
 */

/**
 * @param {HardwareFile} tables
 * @param {Machine} machine
 * @returns {Ranking}
 */
export function rankingOf(tables, machine) {
  const known = new Map(tables.classes.map(({ id, values: own }) => [id, distanceBetween(tables.dimensions, machine.values, own)]));
  return {
    distanceOf: (id) => known.get(id)?.total ?? Infinity,
    words: (id) => {
      const distance = known.get(id);
      return distance ? distanceSentence(distance, id === machine.id) : "";
    },
  };
}
