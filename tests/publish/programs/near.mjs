/*
Reads machines and tells how near they are, as /explore/ does, outside of a browser. Takes
{tables, texts: [{text, memory}], pairs: [[values, values]], machine, classes: [id]}; answers with
{machines, distances, ranking: [[distance, words]]}, the ranking of rows of these classes.
*/
/** @import { Machine } from "../../../static/js/explore/machine.js" */
/** @import { HardwareTables, MachineValues } from "../../../static/js/records.js" */
import { parseMachine } from "../../../static/js/explore/machine.js";
import { distanceBetween } from "../../../static/js/explore/nearness.js";
import { rankingOf } from "../../../static/js/explore/ranking.js";

/**
 * @typedef {object} Given
 * @property {HardwareTables} tables
 * @property {{text: string, memory: number}[]} texts
 * @property {[MachineValues, MachineValues][]} pairs
 * @property {Machine | null} machine The reader's.
 * @property {string[]} classes Ids, a row each.
 */

/** @param {Given} given */
export default function answer({ tables, texts, pairs, machine, classes }) {
  const machines = texts.map(({ text, memory }) => parseMachine(text, tables, memory));
  const distances = pairs.map(([own, other]) => distanceBetween(tables.dimensions, own, other));
  const rows = { codes: Int32Array.from(classes.keys()), values: classes, known: new Map() };
  const ranked = machine && rankingOf(tables, machine, rows);
  const ranking = ranked ? classes.map((id, at) => [ranked.distances[at], ranked.words(id)]) : [];
  return { machines, distances, ranking };
}
