/*
What this browser keeps of a reader's machine, and nothing else: a class, or the few values that
were read from a text. What is stored is checked like any input. A browser may refuse to store.
*/
/** @import { Machine } from "./machine.js" */

const NAME = "sysbench-archive.machine";
const SCALES = ["year", "generation", "cores", "cpus", "sockets", "memory", "platform", "storage"];
const LONGEST = 200;
const LONGEST_VALUE = 40;

/**
 * The machine that is kept; null where nothing sound is.
 * @returns {Machine | null}
 */
export function loadMachine() {
  try {
    return checkedMachine(JSON.parse(localStorage.getItem(NAME) ?? "null"));
  } catch {
    return null;
  }
}

/**
 * Keep a machine; null forgets it. False where the browser does not let pages store anything.
 * @param {Machine | null} machine
 */
export function keepMachine(machine) {
  try {
    if (machine) localStorage.setItem(NAME, JSON.stringify(machine));
    else localStorage.removeItem(NAME);
    return true;
  } catch {
    return false;
  }
}

/**
 * @param {unknown} stored
 * @returns {Machine | null}
 */
function checkedMachine(stored) {
  if (!isObject(stored) || typeof stored.label !== "string" || !isObject(stored.values)) return null;
  const { label, id, values, size } = stored;
  return {
    values: Object.fromEntries(SCALES.map((name) => [name, checkedValue(values[name])])),
    label: label.slice(0, LONGEST),
    id: typeof id === "string" ? id.slice(0, LONGEST) : "",
    ...(isObject(size) ? { size: { cores: Number(size.cores) || 0, memory: Number(size.memory) || 0 } } : {}),
  };
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isObject(value) {
  return typeof value === "object" && value !== null;
}

/** @param {unknown} value */
function checkedValue(value) {
  if (typeof value === "number" && Number.isFinite(value) && value >= 0) return value;
  return typeof value === "string" ? value.slice(0, LONGEST_VALUE) : null;
}
