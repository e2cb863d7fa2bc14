/*
A reader's machine: what `lscpu` prints, as places on the archive's scales. The text may be anything
and of any length: it is cut, and only numbers and a known generation come out of it.
*/
/** @import { MachineValues } from "./nearness.js" */
/** @import { HardwareTables, ProcessorGeneration } from "../records.js" */
import { formatCount } from "../chart/words.js";
import { powerOfTwo } from "./nearness.js";

/**
 * A machine: a class on file has an id, one that was read from a text has none.
 * @typedef {object} Machine
 * @property {MachineValues} values
 * @property {string} label
 * @property {string} [id]
 * @property {{cores: number, memory: number, storage: string}} [size] As typed, memory in GiB; 0 or empty where nothing was.
 */

/**
 * What lines of `lscpu` tell.
 * @typedef {Partial<Record<"model" | "hypervisor", string> & Record<"cpus" | "threads_per_core" | "cores_per_socket" | "sockets", number>>} LscpuFacts
 */

const MOST_TEXT = 20_000;
const MOST_LINES = 400;
const MOST_COUNT = 100_000;
const NUMBER = /^\d{1,6}$/;

/**
 * The machine that a text tells of; null where it names neither a processor nor a count.
 * @param {string} text
 * @param {HardwareTables} tables
 * @param {number} [memory] In GiB; 0 where it is not known.
 * @returns {Machine | null}
 */
export function parseMachine(text, tables, memory = 0) {
  const facts = readFacts(text, tables.lscpu);
  const generation = generationOf(facts.model ?? "", tables);
  const virtual = facts.hypervisor !== undefined;
  const cores = powerOfTwo((facts.cores_per_socket ?? 0) * (facts.sockets ?? 1));
  if (!generation && !cores && !facts.cpus) return null;
  const platform = virtual ? "vm" : "bare-metal";
  const ceiling = powerOfTwo(memory);
  return {
    values: {
      year: generation?.year ?? null,
      generation: generation?.id ?? null,
      cores,
      cpus: cpusOf(facts, cores, virtual),
      sockets: virtual ? null : facts.sockets ?? null,
      memory: ceiling,
      platform,
      storage: null,
    },
    label: labelOf(facts, generation, tables.platforms[platform], ceiling),
  };
}

/**
 * Hardware threads, as the build counts them: a virtual processor is a core and a thread.
 * @param {LscpuFacts} facts
 * @param {number | null} cores
 * @param {boolean} virtual
 */
function cpusOf(facts, cores, virtual) {
  if (!cores) return powerOfTwo(facts.cpus);
  if (virtual) return cores;
  return facts.threads_per_core ? cores * (facts.threads_per_core > 1 ? 2 : 1) : null;
}

/**
 * The first line that tells of each fact counts.
 * @param {string} text
 * @param {HardwareTables["lscpu"]} names
 * @returns {LscpuFacts}
 */
function readFacts(text, names) {
  /** @type {Record<string, string | number>} */
  const found = {};
  for (const line of text.slice(0, MOST_TEXT).split(/\r?\n/, MOST_LINES)) {
    const cut = line.indexOf(":");
    const label = line.slice(0, Math.max(0, cut)).trim();
    const name = Object.hasOwn(names, label) ? names[label] : "";
    const value = line.slice(cut + 1).trim();
    if (!name || Object.hasOwn(found, name) || !value) continue;
    if (name === "model" || name === "hypervisor") found[name] = value;
    else if (NUMBER.test(value) && Number(value) > 0) found[name] = Math.min(MOST_COUNT, Number(value));
  }
  return found;
}

/**
 * @param {string} model
 * @param {HardwareTables} tables
 */
function generationOf(model, { processors, generations, longest_model: longest }) {
  const text = model.slice(0, longest);
  const match = Object.keys(processors).find((pattern) => new RegExp(pattern, "i").test(text)) ?? "";
  return generations.find(({ id }) => id === processors[match]);
}

/**
 * @param {LscpuFacts} facts
 * @param {ProcessorGeneration | undefined} generation
 * @param {string} platform
 * @param {number | null} memory In GiB.
 */
function labelOf(facts, generation, platform, memory) {
  const cores = facts.cores_per_socket ? facts.cores_per_socket * (facts.sockets ?? 1) : 0;
  return [
    generation?.label ?? "processor not known here",
    platform,
    cores ? formatCount(cores, "core") : facts.cpus && formatCount(facts.cpus, "CPU"),
    memory ? `up to ${memory} GiB` : "",
  ].filter(Boolean).join(", ");
}
