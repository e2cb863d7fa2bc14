/*
Sides out of the index.json of their results, with the figures and conditions in compare.json beside
it. What cannot be had is said in a sentence, and the other sides are shown without it.
*/
/** @import { AskedSide } from "./address.js" */
/** @import { Conditions } from "./comparability.js" */
/** @import { Sample } from "./contrasts.js" */
/** @import { CompareCell, CompareRecord, MetricRecord, Noise, PublishedResult, Replication, Residual, ServerRecord, WorkloadRecord } from "../records.js" */

/** @typedef {(path: string) => Promise<unknown>} FetchFile Reads a site-relative path; null where there is no file. */

/** @typedef {{result: PublishedResult, figures: CompareRecord}} Files */

/**
 * A side with its figures.
 * @typedef {object} Side
 * @property {string} id Its key in the address.
 * @property {string} [run] Its run, where it is a single one.
 * @property {PublishedResult} bundle
 * @property {string} order Order of its campaign's runs; empty where nobody recorded it.
 * @property {Record<string, number[]>} [quantiles] Of Student's t, in place of the policy's.
 * @property {Partial<Record<string, Residual>>} residuals Noise pooled over servers, by thread count.
 * @property {Replication[]} replications What other campaigns on its machine, or what may be it, say of the workload's contrasts.
 * @property {ServerRecord} server
 * @property {WorkloadRecord} workload
 * @property {number | null} cpus Hardware threads of its machine.
 * @property {string} origin The same for servers of one source on machines described alike; empty where not known.
 * @property {Noise} noise Of its machine.
 * @property {Conditions} conditions Its own word counts before what its workload says.
 * @property {MetricRecord} metric
 * @property {Map<number, Cell>} cells By thread count.
 */

/**
 * The runs of a side at one thread count.
 * @typedef {object} Cell
 * @property {Sample} sample Runs, or the slices of one.
 * @property {number[]} values Figures of the runs.
 * @property {string[]} runs Ids, in the same order.
 * @property {(number | null)[]} failed Failed statements a transaction of each; null where not known.
 * @property {CompareCell["bottleneck"]} bottleneck Outside of the server; empty where nothing tells.
 */

/**
 * @typedef {Side & {label: string}} LabelledSide
 */

/**
 * A side that could be added: its key in the address, and its server.
 * @typedef {{id: string, label: string}} OtherSide
 */

/**
 * The sides that can be had, and a sentence for each thing that is missing.
 * @param {AskedSide[]} asked
 * @param {FetchFile} fetchFile
 */
export async function loadSides(asked, fetchFile) {
  const names = [...new Set(asked.map(({ bundle }) => bundle))];
  /** @type {Map<string, Files>} */
  const files = new Map();
  /** @type {string[]} */
  const complaints = [];
  const answers = await Promise.all(names.map((name) => readBundle(name, fetchFile)));
  for (const [at, answer] of answers.entries()) {
    if (typeof answer === "string") complaints.push(answer);
    else files.set(names[at], answer);
  }
  /** @type {Side[]} */
  const sides = [];
  for (const one of asked) {
    const file = files.get(one.bundle);
    const side = file && sideOf(one, file);
    if (typeof side === "string") complaints.push(side);
    else if (side) sides.push(side);
  }
  return { sides, others: [...files.values()].flatMap((file) => othersOf(file, sides)), complaints };
}

/**
 * Servers of a result that ran what its sides ran, and are none of them.
 * @param {Files} files
 * @param {Side[]} sides
 * @returns {OtherSide[]}
 */
function othersOf({ result, figures }, sides) {
  const ran = new Set(sides.filter(({ bundle }) => bundle.id === result.id).map(({ workload }) => workload.id));
  return [...ran].flatMap((workload) => result.servers
    .filter(({ id }) => figures.cells.some((cell) => cell.server === id && cell.workload === workload && isPositive(cell)))
    .map(({ id, label }) => ({ id: `s=${result.id}/${id}/${workload}`, label }))
    .filter(({ id }) => !sides.some((side) => side.id === id)));
}

/**
 * What is on file about a result, or a sentence that says why nothing is.
 * @param {string} name
 * @param {FetchFile} fetchFile
 */
async function readBundle(name, fetchFile) {
  try {
    const [result, figures] = await Promise.all(["index", "compare"].map((file) => fetchFile(`results/${name}/${file}.json`)));
    if (figures) return /** @type {Files} */ ({ result, figures });
    // A withdrawn result has no figures, and a history in place of them.
    const left = /** @type {{withdrawn?: boolean, notices?: string[]} | null} */ (result);
    if (left?.withdrawn) return left.notices?.at(-1) ?? `The result ${name} was withdrawn.`;
    return `No result is called ${name}. The address may be mistyped.`;
  } catch {
    return `The result ${name} could not be loaded. Try again later.`;
  }
}

/**
 * A side, or a sentence that says what is missing.
 * @param {AskedSide} asked
 * @param {Files} files
 * @returns {Side | string}
 */
function sideOf(asked, { result, figures }) {
  const cells = cellsOf(asked, figures);
  const first = cells.at(0);
  const server = result.servers.find(({ id }) => id === first?.server);
  const workload = result.workloads.find(({ id }) => id === first?.workload);
  const metric = figures.metrics.find(({ name }) => name === first?.metric);
  if (!server || !workload || !metric) {
    const missing = asked.kind === "r" ? `no run ${asked.run} with figures` : `no figures of ${asked.server} under ${asked.workload}`;
    return `The result ${asked.bundle} has ${missing}.`;
  }
  return {
    id: asked.key, bundle: result, order: figures.order, server, workload, metric,
    cpus: result.hosts.find(({ id }) => id === server.host)?.cpus ?? null,
    origin: figures.origins[server.id], noise: figures.noise[server.id][workload.id],
    conditions: { ...figures.conditions.workloads[workload.id], ...figures.conditions.servers[server.id] },
    ...(figures.quantiles ? { quantiles: figures.quantiles } : {}),
    residuals: figures.residuals[workload.id],
    // Of a single run no other campaign says anything.
    replications: asked.kind === "r" ? [] : figures.replications.filter((each) => each.workload === workload.id),
    ...(asked.kind === "r" ? { run: asked.run } : {}),
    cells: new Map(cells.map((cell) => [cell.threads, {
      sample: cell.values.map((figure, at) => ({
        figure, block: cell.blocks[at], load: cell.loads[at], session: cell.sessions[at], turn: cell.turns[at], sliced: cell.whole !== undefined, held: Boolean(cell.held),
        settled: cell.settled?.[at] ?? null, later: cell.later?.[at] ?? null,
      })),
      values: figuresOf(cell), runs: cell.runs, failed: cell.failed, bottleneck: cell.bottleneck,
    }])),
  };
}

/**
 * The figures of the runs of a cell.
 * @param {CompareCell} cell
 */
function figuresOf({ values, whole }) {
  return whole === undefined ? values : [whole];
}

/**
 * The cells of a series, or the one that holds a run, with nothing but that run.
 * @param {AskedSide} asked
 * @param {CompareRecord} file
 */
function cellsOf(asked, { cells }) {
  if (asked.kind === "s") {
    return cells.filter((cell) => cell.server === asked.server && cell.workload === asked.workload && isPositive(cell));
  }
  return cells.filter(({ runs }) => runs.includes(asked.run)).map((cell) => singleRun(cell, cell.runs.indexOf(asked.run))).filter(isPositive);
}

/**
 * @param {CompareCell} cell
 * @param {number} at
 * @returns {CompareCell}
 */
function singleRun(cell, at) {
  return cell.whole !== undefined ? cell : {
    ...cell, values: [cell.values[at]], blocks: [cell.blocks[at]], loads: [cell.loads[at]],
    sessions: [cell.sessions[at]], turns: [cell.turns[at]], runs: [cell.runs[at]], failed: [cell.failed[at]],
    ...(cell.settled ? { settled: [cell.settled[at]] } : {}), ...(cell.later ? { later: [cell.later[at]] } : {}),
  };
}

/** @param {CompareCell} cell */
function isPositive(cell) {
  return Math.min(...figuresOf(cell)) > 0;
}

/**
 * The sides with a label for each: what tells them apart, and no more.
 * @param {Side[]} sides
 * @returns {LabelledSide[]}
 */
export function labelSides(sides) {
  const workloadsDiffer = new Set(sides.map(({ workload }) => workload.id)).size > 1;
  const parts = sides.map((side) => [side.server.label, ...(workloadsDiffer ? [side.workload.title] : [])]);
  const names = parts.map((part) => part.join(", "));
  const titles = whatDiffers(sides.map(({ bundle }) => bundle.title));
  return sides.map((side, at) => {
    const alike = sides.some(({ bundle }, other) => names[other] === names[at] && bundle.id !== side.bundle.id);
    const label = [...parts[at], ...(alike ? [titles[at]] : []), ...(side.run === undefined ? [] : [`run ${side.run}`])];
    return { ...side, label: label.join(", ") };
  });
}

/**
 * Titles without the words that all begin and end with; one that has no others stays whole.
 * @param {string[]} titles
 */
function whatDiffers(titles) {
  if (titles.length < 2) return titles;
  const split = titles.map((title) => title.split(" "));
  const shortest = Math.min(...split.map(({ length }) => length));
  /** @param {(words: string[], at: number) => string} wordOf */
  const shared = (wordOf) => {
    const first = Array.from({ length: shortest }, (_, at) => at).find((at) => new Set(split.map((words) => wordOf(words, at))).size > 1);
    return first ?? shortest;
  };
  const before = shared((words, at) => words[at]);
  const behind = shared((words, at) => words[words.length - 1 - at]);
  return split.map((words, at) => words.slice(before, Math.max(before, words.length - behind)).join(" ").replace(/[,:]$/u, "") || titles[at]);
}
