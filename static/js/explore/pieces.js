/*
The rows of /explore/ in pieces: which are needed for what a reader asks, and the counts the index
knows by itself.
*/
/** @import { ExplorePieceEntry, Facet } from "../records.js" */
/** @import { ExploreState } from "./state.js" */

/**
 * A run of a series, and a series: columns of the tables; what is not known is not there.
 * @typedef {{run: string, threads: number, value: number, repetition?: number, p95?: number, p99?: number}} ExploreRun
 * @typedef {Record<"bundle" | "title" | "evidence" | "submitted" | "server" | "server_label" | "product" | "workload" | "workload_label" | "hardware_class" | "hardware_class_label" | "throughput_metric" | "series" | "year", string>
 *   & Partial<Record<"submitter" | "test" | "machine_label" | "kind" | "placement" | "regime" | "variant", string>> & {cpu_threads?: number}
 *   & Record<"lowest_threads" | "highest_threads" | "thread_counts" | "run_count", number>
 *   & {peak?: number, peak_threads?: number, peak_p95?: number, peak_p99?: number, runs: ExploreRun[]}} ExploreRow
 */

/**
 * An entry of the list: a series, or one of its runs.
 * @typedef {{row: ExploreRow, run?: ExploreRun}} Entry
 */

export class Pieces {
  /**
   * @param {ExplorePieceEntry[]} pieces
   * @param {(path: string) => Promise<unknown>} fetched What lies at a path of the site.
   */
  constructor(pieces, fetched) {
    this.pieces = pieces;
    this.fetched = fetched;
    /** @type {(ExploreRow[] | undefined)[]} */
    this.rows = pieces.map(() => undefined);
  }

  /**
   * The rows that are there, of some pieces or of all.
   * @param {number[]} numbers
   */
  loaded(numbers = [...this.pieces.keys()]) {
    return numbers.flatMap((number) => this.rows[number] ?? []);
  }

  /**
   * Whether all of these pieces are there.
   * @param {number[]} numbers
   */
  has(numbers) {
    return numbers.every((number) => this.rows[number]);
  }

  /** @param {number[]} numbers */
  async load(numbers = [...this.pieces.keys()]) {
    await Promise.all(numbers.map(async (number) => {
      this.rows[number] ??= /** @type {{rows: ExploreRow[]}} */ (await this.fetched(this.pieces[number].path)).rows;
    }));
  }

  /**
   * The pieces that some entries of the whole list are in, and how many entries come before theirs.
   * @param {ExploreState["show"]} show
   * @param {{from: number, to: number}} part
   */
  at(show, { from, to }) {
    /** @type {number[]} */
    const numbers = [];
    let [at, before] = [0, 0];
    for (const [number, { [show]: count }] of this.pieces.entries()) {
      if (at + count <= from) before += count;
      else if (at < to) numbers.push(number);
      at += count;
    }
    return { numbers, before };
  }

  /**
   * The numbers of the pieces that hold what fits, or counts for a further choice.
   * @param {Facet[]} facets
   * @param {ExploreState} state
   */
  fitting(facets, { q, chosen }) {
    const narrowing = facets.filter(({ name }) => chosen.get(name)?.size);
    const most = narrowing.length === 1 && !q.trim() ? 0 : 1;
    return [...this.pieces.keys()].filter((number) => {
      const { values } = this.pieces[number];
      const failed = narrowing.filter(({ name, values: all }) => !values[name].some((place) => chosen.get(name)?.has(all[place].value)));
      return failed.length <= most;
    });
  }
}

/**
 * Ways to sort by figures; runs without one come last.
 * @type {Partial<Record<ExploreState["sort"], (one: ExploreRun, other: ExploreRun) => number>>}
 */
const RUN_ORDERS = {
  peak: (one, other) => other.value - one.value,
  p99: ({ p99 = Number.MAX_VALUE }, { p99: other = Number.MAX_VALUE }) => p99 - other,
};

/**
 * Series, or their runs, as entries; runs by a figure of theirs where that is asked.
 * @param {ExploreRow[]} rows
 * @param {ExploreState} state
 * @returns {Entry[]}
 */
export function entriesOf(rows, { show, sort }) {
  if (show === "series") return rows.map((row) => ({ row }));
  const entries = rows.flatMap((row) => row.runs.map((run) => ({ row, run })));
  const order = RUN_ORDERS[sort];
  return order ? entries.sort((one, other) => order(one.run, other.run)) : entries;
}

/**
 * The counts as the rows that are there give them, completed with those of the whole archive: where
 * nothing else narrows the list, they are what each value of a facet would leave.
 * @param {Map<string, Map<string, number>>} counts By facet and value.
 * @param {Facet[]} facets
 * @param {ExploreState} state
 */
export function completed(counts, facets, { q, chosen, show }) {
  const narrowing = facets.filter(({ name }) => chosen.get(name)?.size);
  if (q.trim() || narrowing.length > 1) return counts;
  const whole = narrowing.length ? narrowing : facets;
  return new Map([...counts, ...whole.map(({ name, values }) => /** @type {const} */ (
    [name, new Map(values.map((value) => [value.value, value[show]]))]))]);
}
