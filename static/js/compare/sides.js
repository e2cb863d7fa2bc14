/*
Sides with their figures and conditions, out of the compare.json of their results. What cannot be
had is said in a sentence, and the other sides are shown without it.
*/
/** @import { AskedSide } from "./address.js" */
/** @import { Sample } from "./contrasts.js" */
/** @import { CompareBundle, CompareCell, CompareRecord, CompareServer, CompareSlices, CompareWorkload, MetricRecord, CompareResidual } from "../records.js" */

/**
 * A side with its figures.
 * @typedef {object} Side
 * @property {string} id Its key in the address.
 * @property {string} [run] Its run, where it is a single one.
 * @property {CompareBundle} bundle
 * @property {string} order Order of its campaign's runs; empty where nobody recorded it.
 * @property {Record<string, number[]>} [quantiles] Of Student's t, in place of the policy's.
 * @property {Map<number, CompareResidual>} residuals Noise pooled over servers, by thread count.
 * @property {CompareServer} server
 * @property {CompareWorkload} workload
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
 * @param {(path: string) => Promise<CompareRecord | null>} fetchFile Reads a site-relative path; null where there is no file.
 */
export async function loadSides(asked, fetchFile) {
  const names = [...new Set(asked.map(({ bundle }) => bundle))];
  /** @type {Map<string, CompareRecord>} */
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
 * @param {CompareRecord} file
 * @param {Side[]} sides
 * @returns {OtherSide[]}
 */
function othersOf(file, sides) {
  const ran = new Set(sides.filter(({ bundle }) => bundle.id === file.bundle.id).map(({ workload }) => workload.id));
  return [...ran].flatMap((workload) => file.servers
    .filter(({ id }) => file.cells.some((cell) => cell.server === id && cell.workload === workload && isPositive(cell)))
    .map(({ id, label }) => ({ id: `s=${file.bundle.id}/${id}/${workload}`, label }))
    .filter(({ id }) => !sides.some((side) => side.id === id)));
}

/**
 * What is on file about a result, or a sentence that says why nothing is.
 * @param {string} name
 * @param {(path: string) => Promise<CompareRecord | null>} fetchFile
 */
async function readBundle(name, fetchFile) {
  try {
    const file = await fetchFile(`results/${name}/compare.json`);
    if (file) return file;
    // A withdrawn result has no figures, and a history in place of them.
    const left = /** @type {{withdrawn?: boolean, notices?: string[]} | null} */ (
      /** @type {unknown} */ (await fetchFile(`results/${name}/index.json`))
    );
    if (left?.withdrawn) return left.notices?.at(-1) ?? `The result ${name} was withdrawn.`;
    return `No result is called ${name}. The address may be mistyped.`;
  } catch {
    return `The result ${name} could not be loaded. Try again later.`;
  }
}

/**
 * A side, or a sentence that says what is missing.
 * @param {AskedSide} asked
 * @param {CompareRecord} file
 * @returns {Side | string}
 */
function sideOf(asked, file) {
  const cells = cellsOf(asked, file);
  const first = cells.at(0);
  const server = file.servers.find(({ id }) => id === first?.server);
  const workload = file.workloads.find(({ id }) => id === first?.workload);
  const metric = file.metrics.find(({ name }) => name === first?.metric);
  if (!server || !workload || !metric) {
    const missing = asked.kind === "r" ? `no run ${asked.run} with figures` : `no figures of ${asked.server} under ${asked.workload}`;
    return `The result ${asked.bundle} has ${missing}.`;
  }
  return {
    id: asked.key, bundle: file.bundle, order: file.order, server, workload, metric,
    ...(file.quantiles ? { quantiles: file.quantiles } : {}),
    residuals: new Map(file.residuals.filter((residual) => residual.workload === workload.id).map((residual) => [residual.threads, residual])),
    ...(asked.kind === "r" ? { run: asked.run } : {}),
    cells: new Map(cells.map(({ threads, values, blocks, loads, sessions, turns, runs, failed, bottleneck, slices }) => [threads, {
      sample: slices ? slicesOf(slices) : values.map((figure, at) => ({ figure, block: blocks[at], load: loads[at], session: sessions[at], turn: turns[at] })),
      values, runs, failed, bottleneck,
    }])),
  };
}

/**
 * The slices of a run as verdicts see them: rounds are what blocks are of other runs.
 * @param {CompareSlices} slices
 */
function slicesOf({ values, rounds, loads, sessions, turns }) {
  return values.map((figure, at) => ({
    figure, block: String(rounds[at]), load: loads[at], session: sessions[at], turn: turns[at], sliced: true,
  }));
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
  return {
    ...cell, values: [cell.values[at]], blocks: [cell.blocks[at]], loads: [cell.loads[at]],
    sessions: [cell.sessions[at]], turns: [cell.turns[at]], runs: [cell.runs[at]], failed: [cell.failed[at]],
  };
}

/** @param {CompareCell} cell */
function isPositive({ values }) {
  return values.length > 0 && Math.min(...values) > 0;
}

/**
 * The sides with a label for each: what tells them apart, and no more.
 * @param {Side[]} sides
 * @returns {LabelledSide[]}
 */
export function labelSides(sides) {
  const workloadsDiffer = new Set(sides.map(({ workload }) => workload.id)).size > 1;
  const parts = sides.map((side) => [side.server.label, ...(workloadsDiffer ? [side.workload.label] : [])]);
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
