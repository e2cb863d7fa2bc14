/*
What this browser keeps of a reader's machine, and nothing else: a class, or the few values that
were read from a text. What is stored is checked like any input. A browser may refuse to store.
*/
/** @import { Machine } from "./machine.js" */
import { powerOfTwo } from "./nearness.js";

const NAME = "sysbench-archive.machine";
const SCALES = ["year", "generation", "cores", "cpus", "sockets", "memory", "platform", "storage"];
/** Kinds of storage as bundles state them, for readers. */
export const STORAGE = {
  nvme: "NVMe",
  ssd: "SSD",
  hdd: "hard disk",
  san: "SAN",
  "network-block": "network volume",
  memory: "memory",
  other: "other storage",
};
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
    ...(isObject(size) ? { size: checkedSize(size) } : {}),
  };
}

/** @param {Record<string, unknown>} size */
function checkedSize({ cores, memory, storage }) {
  const kind = typeof storage === "string" && Object.hasOwn(STORAGE, storage) ? storage : "";
  return { cores: Number(cores) || 0, memory: Number(memory) || 0, storage: kind };
}

/**
 * Keep the size of the reader's machine; a class or a text that Explore was given stays as it is.
 * @param {string} cores
 * @param {string} memory In GiB.
 * @param {string} storage Its kind.
 */
export function keepSize(cores, memory, storage) {
  const size = checkedSize({ cores, memory, storage });
  const before = loadMachine();
  if (JSON.stringify(before?.size) === JSON.stringify(size)) return;
  if (!size.cores && !size.memory && !size.storage) {
    if (before?.size) keepMachine(null);
    return;
  }
  const values = { ...Object.fromEntries(SCALES.map((name) => [name, null])), cores: powerOfTwo(size.cores), memory: powerOfTwo(size.memory) };
  const kinds = new Map(Object.entries(STORAGE));
  const label = [size.cores && `${size.cores} ${size.cores === 1 ? "core" : "cores"}`, size.memory && `${size.memory} GiB`, kinds.get(size.storage)].filter(Boolean).join(", ");
  keepMachine({ values, label, size });
}

/**
 * Cores, memory and storage of the reader's machine, as forms have them; what is not known is not there.
 * @returns {Record<string, string>}
 */
export function ownSize() {
  const { size } = loadMachine() ?? {};
  return Object.fromEntries(Object.entries(size ?? {}).filter(([, value]) => value).map(([name, value]) => [name, String(value)]));
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
