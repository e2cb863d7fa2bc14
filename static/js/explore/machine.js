/*
A reader's machine: what `lscpu` prints, as places on the archive's scales. The text may be anything
and of any length: it is cut, and only numbers and a known generation come out of it.
*/
const MOST_TEXT = 20_000;
const MOST_LINES = 400;
const MOST_COUNT = 100_000;
const NUMBER = /^\d{1,6}$/;

/** {values, label} of a machine, or null where the text names neither a processor nor a count. */
export function parse(text, tables, memory = 0) {
  const found = facts(text, tables.lscpu);
  const generation = generationOf(found.model ?? "", tables);
  const virtual = "hypervisor" in found;
  const sockets = found.sockets ?? 1;
  const cores = found.cores_per_socket ? doubling(found.cores_per_socket * sockets) : null;
  if (!generation && !cores && !found.cpus) return null;
  const values = {
    year: generation?.year ?? null,
    generation: generation?.id ?? null,
    cores,
    cpus: cpusOf(found, cores, virtual),
    sockets: virtual ? null : found.sockets ?? null,
    memory: memory > 0 ? doubling(memory) : null,
    platform: virtual ? "vm" : "bare-metal",
    storage: null,
  };
  return { values, label: label(values, generation, found, tables) };
}

// Hardware threads, as the build counts them: a virtual processor is a core and a thread.
function cpusOf(found, cores, virtual) {
  if (!cores) return found.cpus ? doubling(found.cpus) : null;
  if (virtual) return cores;
  return found.threads_per_core ? cores * (found.threads_per_core > 1 ? 2 : 1) : null;
}

/** What lines of `lscpu` tell, by name: counts are numbers, the model is a text. */
function facts(text, names) {
  const found = {};
  for (const line of String(text).slice(0, MOST_TEXT).split(/\r?\n/, MOST_LINES)) {
    const cut = line.indexOf(":");
    const name = cut > 0 && Object.hasOwn(names, line.slice(0, cut).trim()) ? names[line.slice(0, cut).trim()] : "";
    const value = line.slice(cut + 1).trim();
    if (!name || Object.hasOwn(found, name) || !value) continue;
    if (name === "model" || name === "hypervisor") found[name] = value;
    else if (NUMBER.test(value) && Number(value) > 0) found[name] = Math.min(MOST_COUNT, Number(value));
  }
  return found;
}

function generationOf(model, { processors, generations, longest_model: longest }) {
  const text = model.slice(0, longest);
  const told = processors.find(({ pattern }) => new RegExp(pattern, "i").test(text));
  return told ? generations.find(({ id }) => id === told.generation) : null;
}

/** The smallest power of two that holds a count. */
export function doubling(count) {
  return 2 ** Math.max(0, Math.ceil(Math.log2(count)));
}

function label(values, generation, found, { platforms }) {
  const cores = found.cores_per_socket ? found.cores_per_socket * (found.sockets ?? 1) : 0;
  const counted = (count, unit) => (count ? `${count} ${unit}${count === 1 ? "" : "s"}` : "");
  return [
    generation?.label ?? "processor not known here",
    platforms[values.platform],
    cores ? counted(cores, "core") : counted(found.cpus ?? 0, "CPU"),
    values.memory ? `up to ${values.memory} GiB` : "",
  ].filter(Boolean).join(", ");
}
