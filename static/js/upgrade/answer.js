/*
Answers a question about an upgrade from the lines of a pair. Like are the lines of the load whose data lie alike
beside the pool and whose clients are within a factor of those asked for. The number is one ratio of the machine
nearest to the reader's, the middle of those that are as near; the range is over every machine that ran both.
Nothing is averaged. Knows nothing of a page.
*/
/** @import { ClassDimension, UpgradeLine, UpgradeLines, UpgradeMachine, UpgradeQuestion } from "../records.js" */
import { formatCount, formatFigure } from "../chart/words.js";
import { Differences, filled } from "../differences.js";
import { termsBetween } from "../explore/nearness.js";

const MOST_NEAREST = 3;
const GIB = 2 ** 30;
const GB = 1e9;
/** Distances that differ by less are the same, whatever the order in which their parts were added. */
const DIGITS = 1e9;
/** @type {Record<string, [string, string]>} */
const APART = { cores: ["more", "fewer"], memory: ["more memory", "less memory"] };

/**
 * What is asked: 0, an empty text or null where nothing was named. Data in GB, memory in GiB; `model` is a part of the
 * names of several processors.
 * @typedef {{load: string, clients: number, data: number, cores: number, memory: number, storage: string, model: string, year: number | null, generation: string | null}} Asked
 */

/**
 * A line with its machine, how far that is from the reader's, and how many doublings its clients are from those asked for.
 * @typedef {{line: UpgradeLine, machine: UpgradeMachine, distance: number, steps: number}} Place
 */

/**
 * A machine with its lines that are most like what is asked.
 * @typedef {{machine: UpgradeMachine, places: Place[], alike: boolean}} Near
 */

/**
 * What was found: `group` are the lines that are like, `number` the ratio of the nearest machine, null where no machine was
 * described; `clients` the band they were sought in where none were named.
 * @typedef {{residency: string, clients: string, group: Place[], number: UpgradeLine | null, nearest: Near[]}} Found
 */

/**
 * @param {UpgradeQuestion} rules
 * @param {UpgradeLines} pair
 * @param {Asked} asked
 * @returns {Found}
 */
export function answerTo(rules, pair, asked) {
  const machines = new Map(pair.machines.map((machine) => [machine.id, machine]));
  const ran = pair.lines.filter(({ load }) => load === asked.load).flatMap((line) => {
    const machine = machines.get(line.machine);
    return machine ? [{ line, machine, distance: distanceTo(rules.dimensions, asked, machine, line), steps: stepsTo(asked, line) }] : [];
  });
  const known = ran.filter(({ line }) => line.speaks);
  const residency = residencyOf(rules, asked);
  /** @param {UpgradeLine} line */
  const hasData = (line) => rules.without_data.includes(line.load) || line.residency === residency;
  const clients = asked.clients ? "" : rules.clients.find(({ id }) => known.some(({ line }) => hasData(line) && line.clients === id))?.id ?? "";
  /** @param {UpgradeLine} line */
  const hasClients = (line) => (asked.clients ? isWithin(line.threads, asked.clients, rules.within) : line.clients === clients);
  const group = known.filter(({ line }) => hasData(line) && hasClients(line));
  const alike = byMachine(group).map((places) => ({ machine: places[0].machine, places, alike: true }));
  const taken = new Set(alike.map(({ machine }) => machine.id));
  // What speaks for no release is better than nothing at all to show.
  const others = byMachine((known.length ? known : ran).filter(({ machine }) => !taken.has(machine.id))).map((places) => {
    const [{ line }] = [...places].sort((a, b) => Number(hasData(b.line)) - Number(hasData(a.line)) || a.steps - b.steps);
    const own = places.filter((place) => place.line.residency === line.residency && place.line.clients === line.clients);
    return { machine: places[0].machine, places: own, alike: false };
  });
  return {
    residency, clients, group,
    number: isDescribed(asked) && alike.length ? middleOf(alike[0].places) : null,
    nearest: [...alike, ...others].slice(0, MOST_NEAREST),
  };
}

/** @param {Asked} asked */
function isDescribed({ cores, memory, storage, model, year, generation }) {
  return Boolean(cores || memory || storage || model || year || generation);
}

/**
 * Where a reader's data lie: beside the pool that their memory is taken to have; in it where no size is named.
 * @param {UpgradeQuestion} rules
 * @param {Asked} asked
 */
function residencyOf({ residencies, pool_share: poolShare }, { data, memory }) {
  const share = data && memory ? (data * GB) / (memory * GIB * poolShare) : 0;
  const last = residencies.filter(({ most }) => most !== null).length;
  return residencies.find(({ most }) => most !== null && share <= most)?.id ?? residencies[last].id;
}

/** @param {number} threads @param {number} asked @param {number} factor */
function isWithin(threads, asked, factor) {
  if (asked === 1 || threads === 1) return threads === asked;
  return threads <= factor * asked && asked <= factor * threads;
}

/** @param {Asked} asked @param {UpgradeLine} line */
function stepsTo({ clients }, { threads }) {
  return clients ? rounded(Math.abs(Math.log2(threads / clients))) : 0;
}

/** @param {ClassDimension[]} dimensions @param {Asked} asked @param {UpgradeMachine} machine @param {UpgradeLine} line */
function distanceTo(dimensions, asked, machine, line) {
  return rounded(termsBetween(dimensions, ownOf(asked), scalesOf(asked, machine, line.storage)).reduce((sum, { cost }) => sum + cost, 0));
}

/** @param {number} value */
function rounded(value) {
  return Math.round(value * DIGITS) / DIGITS;
}

/** @param {Asked} asked */
function ownOf({ cores, memory, storage, model, year, generation }) {
  return { cores: cores || null, memory: memory || null, storage: storage || null, model: model || null, year, generation };
}

/** @param {Asked} asked @param {UpgradeMachine} machine @param {string[]} storage */
function scalesOf(asked, { name, cores, memory_gib: memory, year, generation }, storage) {
  const model = name.toLowerCase().includes(asked.model) ? asked.model : name;
  return { cores, memory, storage: storage.find((kind) => kind === asked.storage) ?? storage.at(0) ?? null, model, year, generation };
}

/**
 * Places by machine, the nearest first; of each machine first what is nearest, then what has most nearly so many clients.
 * @param {Place[]} places
 */
function byMachine(places) {
  /** @type {Map<string, Place[]>} */
  const found = new Map();
  for (const place of [...places].sort(compared)) found.set(place.machine.id, [...found.get(place.machine.id) ?? [], place]);
  return [...found.values()];
}

/** @param {Place} a @param {Place} b */
function compared(a, b) {
  return a.distance - b.distance || a.steps - b.steps || (a.machine.id < b.machine.id ? -1 : Number(a.machine.id > b.machine.id));
}

/**
 * Of lines that are as near as the first, the one whose ratio lies in the middle, by nearest rank.
 * @param {Place[]} places
 */
function middleOf(places) {
  const [{ distance, steps }] = places;
  const equal = places.filter((place) => place.distance === distance && place.steps === steps).map(({ line }) => line);
  return equal.sort((a, b) => a.ratio - b.ratio)[Math.ceil(equal.length / 2) - 1];
}

/** What was found, in words. */
export class Answer extends Differences {
  /**
   * @param {UpgradeQuestion} rules
   * @param {Found} found
   * @param {Asked} asked
   * @param {{older: string, newer: string, storage: Record<string, string>}} labels
   */
  constructor(rules, found, asked, labels) {
    super(rules);
    this.rules = rules;
    this.found = found;
    this.asked = asked;
    this.labels = labels;
  }

  /** Whether the nearest machine is too far to stand for the reader's. */
  get isFar() {
    const { number, nearest } = this.found;
    return number !== null && nearest[0].places[0].distance > this.rules.far;
  }

  /** Whether one number stands for what was found: not where ratios lie clearly on both sides of 1. */
  get hasNumber() {
    const { number, group } = this.found;
    const ratios = group.map(({ line }) => line.ratio);
    return number !== null && !(Math.min(...ratios) < 1 - this.rules.margin && Math.max(...ratios) > 1 + this.rules.margin);
  }

  /** What the sentence begins with. */
  get number() {
    const { number, group } = this.found;
    if (!group.length || this.isFar) return "Nothing like yours.";
    return number && this.hasNumber ? this.difference(number.ratio) : this.rangeOf(group);
  }

  /** What stands of that number; else empty. */
  get sign() {
    return this.hasNumber && !this.isFar ? this.found.number?.sign ?? "" : "";
  }

  get sentence() {
    const { found: { group, number, nearest }, labels: { older, newer } } = this;
    if (!group.length) return `No machine ran ${this.noun} with ${this.like} on both ${older} and ${newer}.`;
    const over = `${this.noun} a second, ${newer} over ${older},`;
    const machines = new Set(group.map(({ machine }) => machine.id)).size;
    const ran = `${machines === 1 ? "the only machine" : `the ${machines} machines`} that ran both with ${this.like}`;
    if (!number) return `${over} on ${ran}.`;
    const own = this.rangeOf(nearest[0].places);
    if (this.isFar) return `On the nearest of ${ran.replace("the only", "the one")}: ${own} ${over.slice(0, -1)}.`;
    if (!this.hasNumber) return machines === 1 ? `${over} on ${ran}, by its tests and settings.` : `${over} on ${ran}; ${own} on the nearest to yours.`;
    const range = group.length > 1 ? this.rangeOf(group) : "";
    if (machines === 1) return `${over} on ${ran}${range && `; ${range} over its ${group.length} ratios`}.`;
    return `${over} on the machine nearest to yours; ${range} on ${ran}.`;
  }

  /** What else a reader has to know of it, in sentences. */
  get notes() {
    const { asked: { data, memory, cores }, rules, found: { residency, group, nearest } } = this;
    const label = rules.residencies.find(({ id }) => id === residency)?.label ?? "";
    const pool = formatFigure(memory * rules.pool_share, 0);
    const isLike = nearest.some((near) => near.alike && near.machine.cores && isWithin(near.machine.cores, cores, rules.within));
    return [
      data && memory ? `${data} GB beside a pool of ${pool} GiB, ${100 * rules.pool_share} % of the memory: ${label}.` : "",
      nearest.length && !nearest[0].places[0].line.speaks ? "What ran stands for no release: one is not general, or a twin disagrees." : "",
      group.length && cores && !isLike ? `Nobody measured it with about ${formatCount(cores, "core")}.` : "",
    ].filter(Boolean);
  }

  get noun() {
    return this.rules.loads.find(({ id }) => id === this.asked.load)?.noun ?? "";
  }

  /** Clients and data that lines have in common. */
  get like() {
    const { rules, found: { residency, clients, group }, asked } = this;
    const data = rules.without_data.some((load) => load === asked.load) ? "" : rules.residencies.find(({ id }) => id === residency)?.label ?? "";
    const band = rules.clients.find(({ id }) => id === clients)?.label;
    const sought = asked.clients === 1 ? "one client" : `about ${formatCount(asked.clients, "client")}`;
    const ran = group.length && asked.clients > 1 ? clientsText(group) : asked.clients ? sought : band;
    return [ran, data].filter(Boolean).join(" and ");
  }

  /** @param {Place[]} places */
  rangeOf(places) {
    const ratios = places.map(({ line }) => line.ratio);
    return this.differenceRange({ low: Math.min(...ratios), high: Math.max(...ratios) });
  }

  /** The nearest machines, each with what separates it from the reader's. */
  get machines() {
    return this.found.nearest.map(({ machine, places, alike }) => {
      const [{ line }] = places;
      const signs = new Set(places.map((place) => place.line.sign));
      const apart = this.apart(machine, line);
      const data = this.rules.residencies.find(({ id }) => id === line.residency)?.label ?? "";
      const further = alike ? [] : [`${clientsText(places)}${line.threads === 1 ? " only" : ""}`, ...(line.residency === this.found.residency ? [] : [data])];
      const clients = alike && line.threads > 1 ? [clientsText(places)] : [];
      const words = [...apart, ...clients, ...further, ...(alike && !apart.length && isDescribed(this.asked) ? ["as asked"] : [])];
      return {
        name: machine.name,
        path: `/comparisons/${line.bundle}--${line.workload}/`,
        text: this.rangeOf(places),
        sign: signs.size === 1 ? line.sign : "",
        words: [...words, machine.author, line.day.slice(0, 4)].filter(Boolean).join(", "),
      };
    });
  }

  /** @param {UpgradeMachine} machine @param {UpgradeLine} line */
  apart(machine, line) {
    const own = ownOf(this.asked);
    const other = scalesOf(this.asked, machine, line.storage);
    return termsBetween(this.rules.dimensions, own, other).flatMap(({ cost, text }, at) => {
      if (!cost) return [];
      const { name } = this.rules.dimensions[at];
      if (name === "storage" && other.storage) return [line.storage.map((kind) => this.labels.storage[kind] ?? kind).join(" and ")];
      const [there, here] = name === "cores" ? [other.cores, own.cores] : [other.memory, own.memory];
      if (!(name in APART) || !there || !here) return text ? [text] : [];
      const count = Math.abs(there - here);
      const [more, less] = APART[name];
      const size = name === "cores" ? formatCount(count, "core") : `${Number(count.toPrecision(2))} GiB`;
      return [`${size} ${there > here ? more : less}`];
    });
  }

  /**
   * The command that would answer it; empty where sysbench has no such test.
   * @param {string} older Name of the server, as in addresses.
   * @param {string} newer
   */
  command(older, newer) {
    const { rules, asked } = this;
    const test = rules.loads.find(({ id }) => id === asked.load)?.test;
    if (!test) return "";
    const rows = asked.data ? Math.max(1, Math.round((asked.data * GB) / rules.row_bytes / rules.tables)) : rules.rows;
    return filled(rules.command, { older, newer, test, threads: asked.clients ? String(asked.clients) : rules.threads, tables: rules.tables, rows });
  }
}

/** @param {Place[]} places */
function clientsText(places) {
  const threads = places.map(({ line }) => line.threads);
  const [least, most] = [Math.min(...threads), Math.max(...threads)];
  return least === most ? formatCount(most, "client") : `${formatFigure(least, 0)} to ${formatCount(most, "client")}`;
}
