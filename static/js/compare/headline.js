/* The headline contrasts: the few thread counts a verdict rests on, named before any figure. */
/** @import { VerdictPolicy } from "../records.js" */

/**
 * What a thread count stands for: single-thread, about the core count, oversubscribed; its place
 * where nobody recorded the processors.
 * @typedef {"one" | "below" | "cores" | "over" | "lowest" | "middle" | "highest"} Role
 */

/**
 * Thread count to role, ascending.
 * @param {number[]} counts
 * @param {number | null} cpus Null where nobody recorded the processors.
 * @param {VerdictPolicy} policy
 * @returns {Map<number, Role>}
 */
export function rolesOf(counts, cpus, policy) {
  const ordered = [...counts].sort((a, b) => a - b);
  /** @type {Map<number, Role>} */
  const found = new Map();
  if (!ordered.length) return found;
  for (const [role, threads] of cpus ? rolesByCpus(ordered, cpus, policy) : rolesByPlace(ordered)) {
    if (threads !== null && !found.has(threads)) found.set(threads, role);
  }
  return new Map([...found].sort(([a], [b]) => a - b));
}

/**
 * @param {number[]} counts Ascending, at least one.
 * @param {number} cpus
 * @param {VerdictPolicy} policy
 * @returns {[Role, number | null][]}
 */
function rolesByCpus(counts, cpus, { near, over: [wanted, least] }) {
  const [lowest, highest] = [counts[0], counts[counts.length - 1]];
  const about = nearest(counts, Math.log(cpus));
  const last = highest >= least * cpus ? highest : null;
  return [
    [lowest === 1 ? "one" : "below", lowest === 1 || lowest < cpus ? lowest : null],
    ["cores", about / cpus >= 1 / near && about / cpus <= near ? about : null],
    ["over", counts.find((count) => count >= wanted * cpus) ?? last],
  ];
}

/**
 * @param {number[]} counts Ascending, at least one.
 * @returns {[Role, number | null][]}
 */
function rolesByPlace(counts) {
  const [lowest, highest, inner] = [counts[0], counts[counts.length - 1], counts.slice(1, -1)];
  const middle = (Math.log(lowest) + Math.log(highest)) / 2;
  return [
    [lowest === 1 ? "one" : "lowest", lowest],
    ["middle", inner.length ? nearest(inner, middle) : null],
    ["highest", highest],
  ];
}

/**
 * The count nearest to a logarithm; the lower of two that are as near.
 * @param {number[]} counts Ascending, at least one.
 * @param {number} log
 */
function nearest(counts, log) {
  /** @param {number} count */
  const away = (count) => Math.abs(Math.log(count) - log);
  return counts.reduce((best, count) => (away(count) < away(best) ? count : best));
}
