/*
Reads machines and tells how near they are, as /explore/ does, outside of a browser. Takes
{tables, texts: [{text, memory}], pairs: [[values, values]], machine, classes: [id]}; answers with
{machines, distances, ranking: [[distance, words]]}, of these classes.
*/
/** @import { Machine } from "../../../static/js/explore/machine.js" */
/** @import { MachineValues } from "../../../static/js/explore/nearness.js" */
/** @import { HardwareTables } from "../../../static/js/records.js" */
import { parseMachine } from "../../../static/js/explore/machine.js";
import { distanceBetween, rankingOf } from "../../../static/js/explore/nearness.js";

/**
 * @typedef {object} Given
 * @property {HardwareTables} tables
 * @property {{text: string, memory: number}[]} texts
 * @property {[MachineValues, MachineValues][]} pairs
 * @property {Machine | null} machine The reader's.
 * @property {string[]} classes Ids.
 */

/** @param {Given} given */
export default function answer({ tables, texts, pairs, machine, classes }) {
  const machines = texts.map(({ text, memory }) => parseMachine(text, tables, memory));
  const distances = pairs.map(([own, other]) => distanceBetween(tables.dimensions, own, other));
  const ranked = machine && rankingOf(tables, machine);
  const ranking = ranked ? classes.map((id) => [ranked.distanceOf(id), ranked.words(id)]) : [];
  return { machines, distances, ranking };
}
