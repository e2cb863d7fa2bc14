/*
How near two machines are: the table of dimensions that Python exports, applied. A sum of weighted
steps, each in words. The table is in /hardware/classes.json.
*/
/** @import { Dimension, MachineValues } from "../records.js" */

/**
 * How far a machine is from another: what differs in words, the largest first, and what is the same.
 * @typedef {object} Distance
 * @property {number} total
 * @property {string[]} words
 * @property {string[]} same
 */

/**
 * @param {Dimension[]} dimensions
 * @param {MachineValues} own
 * @param {MachineValues} other
 * @returns {Distance}
 */
export function distanceBetween(dimensions, own, other) {
  const terms = dimensions.map((dimension) => termOf(dimension, valueOf(own, dimension), valueOf(other, dimension)));
  const differing = terms.filter(({ cost, text }) => cost && text).sort((a, b) => b.cost - a.cost);
  return {
    total: terms.reduce((sum, { cost }) => sum + cost, 0),
    words: differing.map(({ text }) => text),
    same: terms.filter(({ cost, text }) => !cost && text).map(({ text }) => text),
  };
}

/** @param {MachineValues} values @param {Dimension} dimension */
function valueOf(values, { name }) {
  return Object.hasOwn(values, name) ? values[name] : null;
}

/**
 * What one dimension adds.
 * @param {Dimension} dimension
 * @param {number | string | null} own
 * @param {number | string | null} other
 * @returns {{cost: number, text: string}}
 */
function termOf(dimension, own, other) {
  if (own === null && other === null) return { cost: 0, text: "" };
  if (own === null || other === null) return { cost: dimension.unknown, text: dimension.missing };
  if (own === other) return { cost: 0, text: dimension.same };
  if (dimension.scale === "choice") return { cost: dimension.weight, text: dimension.more };
  const [from, to] = [Number(own), Number(other)];
  const log = dimension.scale === "log2";
  const apart = log ? Math.log2(to / from) : to - from;
  const factor = Number((log ? 2 ** Math.abs(apart) : Math.abs(apart)).toPrecision(6));
  const text = apart > 0 ? dimension.more : dimension.less;
  return { cost: dimension.weight * Math.abs(apart), text: text.replace("{n}", String(factor)) };
}

/**
 * A distance as a sentence without its full stop.
 * @param {Distance} distance
 */
export function distanceSentence({ total, words, same }) {
  if (!total) return "A machine of the same class as yours";
  const text = [...same.slice(0, 1), ...words].join(", ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
