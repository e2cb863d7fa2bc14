/* The headline contrasts: the few thread counts a verdict rests on, named before any figure. */

/** Thread count to role, ascending; `cpus` is null where nobody recorded the processors. */
export function rolesOf(counts, cpus, policy) {
  const ordered = [...counts].sort((a, b) => a - b);
  if (!ordered.length) return new Map();
  const found = new Map();
  for (const [role, threads] of cpus ? byCpus(ordered, cpus, policy) : byGrid(ordered)) {
    if (threads !== null && !found.has(threads)) found.set(threads, role);
  }
  return new Map([...found].sort(([a], [b]) => a - b));
}

function byCpus(counts, cpus, { near, over: [wanted, least] }) {
  const [lowest, highest] = [counts[0], counts.at(-1)];
  const about = nearest(counts, Math.log(cpus));
  const last = highest >= least * cpus ? highest : null;
  return [
    ["one", lowest === 1 || lowest < cpus ? lowest : null],
    ["cores", about / cpus >= 1 / near && about / cpus <= near ? about : null],
    ["over", counts.find((count) => count >= wanted * cpus) ?? last],
  ];
}

function byGrid(counts) {
  const [lowest, highest, inner] = [counts[0], counts.at(-1), counts.slice(1, -1)];
  const middle = (Math.log(lowest) + Math.log(highest)) / 2;
  return [
    [lowest === 1 ? "one" : "lowest", lowest],
    ["middle", inner.length ? nearest(inner, middle) : null],
    ["highest", highest],
  ];
}

// The lower of two that are as near: counts ascend.
function nearest(counts, log) {
  const away = (count) => Math.abs(Math.log(count) - log);
  return counts.reduce((best, count) => (away(count) < away(best) ? count : best));
}
