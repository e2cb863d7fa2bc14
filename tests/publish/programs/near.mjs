/*
Reads machines and tells how near they are, as /explore/ does, outside of a browser. Takes
{tables, texts: [{text, memory}], pairs: [[values, values]]}; answers with {machines, distances}.
*/
/** @import { HardwareTables, MachineValues } from "../../../static/js/records.js" */
import { parseMachine } from "../../../static/js/explore/machine.js";
import { distanceBetween } from "../../../static/js/explore/nearness.js";

/**
 * @typedef {object} Given
 * @property {HardwareTables} tables
 * @property {{text: string, memory: number}[]} texts
 * @property {[MachineValues, MachineValues][]} pairs
 */

/** @param {Given} given */
export default function answer({ tables, texts, pairs }) {
  const machines = texts.map(({ text, memory }) => parseMachine(text, tables, memory));
  const distances = pairs.map(([own, other]) => distanceBetween(tables.dimensions, own, other));
  return { machines, distances };
}
