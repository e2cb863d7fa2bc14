/*
What this browser keeps of a reader's machine, and nothing else: a class, or the few values that
were read from a text. What is stored is checked like any input. A browser may refuse to store.
*/
const NAME = "sysbench-archive.machine";
const SCALES = ["year", "generation", "cores", "cpus", "sockets", "memory", "platform", "storage"];

/** {values, label}, or null where nothing sound is kept. */
export function load() {
  try {
    return sound(JSON.parse(localStorage.getItem(NAME)));
  } catch {
    return null;
  }
}

/** Keep a machine; null forgets it. False where the browser does not let pages store anything. */
export function keep(machine) {
  try {
    if (machine) localStorage.setItem(NAME, JSON.stringify(machine));
    else localStorage.removeItem(NAME);
    return true;
  } catch {
    return false;
  }
}

function sound(machine) {
  if (typeof machine?.label !== "string" || typeof machine.values !== "object" || !machine.values) return null;
  const values = Object.fromEntries(SCALES.map((name) => [name, scalar(machine.values[name])]));
  return { values, label: machine.label.slice(0, 200), id: typeof machine.id === "string" ? machine.id.slice(0, 200) : "" };
}

function scalar(value) {
  if (typeof value === "number" && Number.isFinite(value) && value >= 0) return value;
  return typeof value === "string" ? value.slice(0, 40) : null;
}
