/*
How near two machines are: the table of dimensions that Python exports, applied. A sum of weighted
steps, each in words. The table is in /hardware/classes.json. What is not recorded of the other
machine costs a step at least; what is not known of the reader's own counts nothing.
*/
/** @import { Machine } from "./machine.js" */
/** @import { ClassDimension, HardwareClassRecord, HardwareTables } from "../records.js" */

/** @typedef {HardwareClassRecord["values"]} MachineValues On the scales of the dimensions; null where unknown. */

/**
 * The smallest power of two that holds a count, as scales have it; null where there is no count.
 * @param {unknown} count
 */
export function powerOfTwo(count) {
  return Number(count) > 0 ? 2 ** Math.max(0, Math.ceil(Math.log2(Number(count)))) : null;
}

/** @typedef {ReturnType<typeof distanceBetween>} Distance */

/**
 * How far a machine is from another: what differs in words, the largest first, and what is the same.
 * @param {ClassDimension[]} dimensions
 * @param {MachineValues} own
 * @param {MachineValues} other
 */
export function distanceBetween(dimensions, own, other) {
  /** @param {ClassDimension} dimension */
  const isKnown = (dimension) => valueOf(own, dimension) !== null && valueOf(other, dimension) !== null;
  if (!dimensions.some(isKnown)) return { total: Infinity, words: [], same: [] };
  const terms = termsBetween(dimensions, own, other);
  const differing = terms.filter(({ cost, text }) => cost && text).sort((a, b) => b.cost - a.cost);
  return {
    total: terms.reduce((sum, { cost }) => sum + cost, 0),
    words: differing.map(({ text }) => text),
    same: terms.filter(({ cost, text }) => !cost && text).map(({ text }) => text),
  };
}

/**
 * What each dimension adds.
 * @param {ClassDimension[]} dimensions
 * @param {MachineValues} own
 * @param {MachineValues} other
 */
export function termsBetween(dimensions, own, other) {
  return dimensions.map((dimension) => termOf(dimension, valueOf(own, dimension), valueOf(other, dimension)));
}

/** @param {MachineValues} values @param {ClassDimension} dimension */
function valueOf(values, { name }) {
  return Object.hasOwn(values, name) ? values[name] : null;
}

/**
 * What one dimension adds.
 * @param {ClassDimension} dimension
 * @param {number | string | null} own
 * @param {number | string | null} other
 * @returns {{cost: number, text: string}}
 */
function termOf(dimension, own, other) {
  if (own === null) return { cost: 0, text: "" };
  if (other === null) return { cost: dimension.unknown, text: dimension.missing };
  if (own === other) return { cost: 0, text: dimension.same };
  if (dimension.scale === "choice") return { cost: dimension.weight, text: dimension.more };
  const [from, to] = [Number(own), Number(other)];
  const log = dimension.scale === "log2";
  const distance = log ? Math.log2(to / from) : to - from;
  const factor = Number((log ? 2 ** Math.abs(distance) : Math.abs(distance)).toPrecision(6));
  const text = distance > 0 ? dimension.more : dimension.less;
  return { cost: dimension.weight * Math.abs(distance), text: text.replace("{n}", String(factor)) };
}

/**
 * A distance as a sentence without its full stop.
 * @param {Distance} distance
 * @param {boolean} sameClass Whether both machines have a class on file, and it is the same.
 */
function distanceSentence({ total, words, same }, sameClass) {
  if (total === Infinity) return "Nothing that can be compared is recorded of this machine";
  if (!total && sameClass) return "A machine of the same class as yours";
  if (!total) return `Nothing recorded differs: ${same.join(", ")}`;
  const text = [...same.slice(0, 1), ...words].join(", ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Of a class by its id how far it is, and that in a sentence: infinite, and nothing, of one that is not on file.
 * @param {HardwareTables} tables
 * @param {Machine} machine
 */
export function rankingOf(tables, machine) {
  const known = new Map(tables.classes.map(({ id, values: own }) => [id, distanceBetween(tables.dimensions, machine.values, own)]));
  return {
    /** @param {string} id */
    distanceOf: (id) => known.get(id)?.total ?? Infinity,
    /** @param {string} id */
    words: (id) => {
      const distance = known.get(id);
      return distance ? distanceSentence(distance, id === machine.id) : "";
    },
  };
}
