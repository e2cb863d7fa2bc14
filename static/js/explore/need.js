/*
What has to be loaded for what a reader asks, and the counts the index knows by itself. A piece is
left out where the values it holds tell that none of its rows can be shown or counted.
*/
/** @import { ExploreIndex, Facet } from "../records.js" */
/** @import { ExploreState } from "./state.js" */

/**
 * The numbers of the pieces of series that hold what fits, or counts for a further choice. The
 * first is always among them.
 * @param {ExploreIndex} index
 * @param {ExploreState} state
 */
export function piecesFor({ facets, series }, { q, chosen }) {
  const narrowing = facets.filter(({ name }) => chosen.get(name)?.size);
  const most = narrowing.length === 1 && !q.trim() ? 0 : 1;
  return [...series.pieces.keys()].filter((number) => {
    const { values } = series.pieces[number];
    const failed = narrowing.filter((facet) => !holds(facet, values[facet.name], chosen.get(facet.name)));
    return !number || failed.length <= most;
  });
}

/**
 * @param {Facet} facet
 * @param {number[]} places
 * @param {Set<string> | undefined} wanted
 */
function holds({ values }, places, wanted) {
  return places.some((place) => wanted?.has(values[place].value));
}

/**
 * The values of one facet that a part of the list needs where it is sorted by a number a value, the
 * lowest first; and how many entries come before all that have them.
 * @param {Facet["values"]} values
 * @param {(value: string) => number} numberOf
 * @param {ExploreState["show"]} show
 * @param {{from: number, to: number}} part
 */
export function valuesAt(values, numberOf, show, { from, to }) {
  /** @type {Map<number, {wanted: string[], count: number}>} Rows of equal numbers stand together, mixed. */
  const groups = new Map();
  for (const { value, [show]: count } of values) {
    const number = numberOf(value);
    const group = groups.get(number) ?? { wanted: [], count: 0 };
    groups.set(number, { wanted: [...group.wanted, value], count: group.count + count });
  }
  /** @type {Set<string>} */
  const wanted = new Set();
  let [at, before] = [0, 0];
  for (const [, group] of [...groups].sort(([one], [other]) => (one < other ? -1 : 1))) {
    if (at + group.count <= from) before += group.count;
    else if (at < to) for (const value of group.wanted) wanted.add(value);
    at += group.count;
  }
  return { wanted, before };
}

/**
 * The pieces that hold any of some values of a facet.
 * @param {ExploreIndex} index
 * @param {Facet} facet
 * @param {Set<string>} wanted
 */
export function piecesWith({ series }, facet, wanted) {
  return [...series.pieces.keys()].filter((number) => holds(facet, series.pieces[number].values[facet.name], wanted));
}

/**
 * The counts as the rows that are there give them, completed with those of the whole archive: where
 * nothing else narrows the list, they are what each value of a facet would leave.
 * @param {Map<string, Map<string, number>>} counts By facet and value.
 * @param {Facet[]} facets
 * @param {ExploreState} state
 */
export function completed(counts, facets, { q, chosen, show }) {
  const narrowing = facets.filter(({ name }) => chosen.get(name)?.size);
  if (q.trim() || narrowing.length > 1) return counts;
  const whole = narrowing.length ? narrowing : facets;
  return new Map([...counts, ...whole.map(({ name, values }) => /** @type {const} */ (
    [name, new Map(values.map((value) => [value.value, value[show]]))]))]);
}
