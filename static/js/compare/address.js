/*
The sides an address names: `s=bundle/server/workload` or `r=bundle/run`, the baseline first. The
address is input like any other; what does not look like a side is refused, never shown as markup.
*/

/**
 * A side as an address names it: a series (kind "s"), or a single run (kind "r").
 * @typedef {{key: string, kind: "s", bundle: string, server: string, workload: string}
 *   | {key: string, kind: "r", bundle: string, run: string}} AskedSide
 */

export const MOST_SIDES = 8;
const LONGEST = 200;
const NAME = "[a-z0-9][a-z0-9-]*";
const SERIES = new RegExp(`^s=(${NAME})/(${NAME})/(${NAME})$`);
const RUN = new RegExp(`^r=(${NAME})/(${NAME})$`);

const COMPLAINTS = {
  none: "This address names no sides. Choose two or more series or runs on the page Explore; it leads back here.",
  one: "This is one side. Choose another to compare it with.",
  odd: "A side in this address is not written as sides are: s=result/server/workload for a series, r=result/run for a single run. It is left out.",
  many: `More than ${MOST_SIDES} sides are too many to tell apart. The first ${MOST_SIDES} are shown.`,
};

/**
 * The sides, and a sentence for each thing that is wrong with the address.
 * @param {string} search The part of the address behind its question mark.
 * @returns {{sides: AskedSide[], complaints: string[]}}
 */
export function readAddress(search) {
  const asked = [...new URLSearchParams(search)].filter(([kind]) => kind === "s" || kind === "r");
  const found = asked.flatMap(([kind, value]) => sideOf(kind, value) ?? []);
  const sides = [...new Map(found.map((side) => [side.key, side])).values()];
  /** @type {[boolean, string][]} */
  const complaints = [
    [found.length < asked.length, COMPLAINTS.odd],
    [sides.length > MOST_SIDES, COMPLAINTS.many],
    [sides.length === 0, COMPLAINTS.none],
    [sides.length === 1, COMPLAINTS.one],
  ];
  return { sides: sides.slice(0, MOST_SIDES), complaints: complaints.filter(([holds]) => holds).map(([, text]) => text) };
}

/**
 * @param {string} kind
 * @param {string} value
 * @returns {AskedSide | null}
 */
function sideOf(kind, value) {
  if (value.length > LONGEST) return null;
  const key = `${kind}=${value}`;
  const series = SERIES.exec(key);
  if (series) return { key, kind: "s", bundle: series[1], server: series[2], workload: series[3] };
  const run = RUN.exec(key);
  return run && { key, kind: "r", bundle: run[1], run: run[2] };
}

/**
 * The part of an address that names these sides, by their keys.
 * @param {{id: string}[]} sides
 */
export function writeAddress(sides) {
  return `?${sides.map(({ id }) => id).join("&")}`;
}
