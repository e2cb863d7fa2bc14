/*
Two sides at one thread count: paired by block where their runs took turns, two samples otherwise.
A sample is a list of [block or "", figure above zero].
*/
import { differenceOf, meanOf } from "./estimates.js";

/** {threads, log: estimate of the log ratio, n: [candidate, baseline], paired}. */
export function contrastOf(threads, baseline, candidate) {
  const paired = inTurns(candidate, baseline);
  const log = paired ? meanOf(differences(candidate, baseline))
    : differenceOf(meanOf(logs(candidate)), meanOf(logs(baseline)));
  return { threads, log, n: [candidate.length, baseline.length], paired };
}

function logs(sample) {
  return sample.map(([, figure]) => Math.log(figure));
}

function inTurns(candidate, baseline) {
  const [above, below] = [candidate, baseline].map((sample) => new Set(sample.map(([block]) => block)));
  const once = above.size === candidate.length && below.size === baseline.length;
  return once && above.size > 1 && !above.has("") && above.size === below.size && [...above].every((block) => below.has(block));
}

function differences(candidate, baseline) {
  const below = new Map(baseline);
  return candidate.map(([block, figure]) => Math.log(figure) - Math.log(below.get(block)));
}
