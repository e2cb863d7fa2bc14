/*
The files of /explore/: an index, then pieces, each loaded when something of it is shown or looked
through, and once. A piece that could not be had is asked for again the next time.
*/
/** @import { Piece, PieceEntry } from "../records.js" */
import { addressOf, fetchJson } from "../site.js";
import { Columns } from "./columns.js";

export class Pieces {
  /**
   * @param {{rows: number, pieces: PieceEntry[]}} entries
   * @param {string} base
   */
  constructor({ rows, pieces }, base) {
    this.columns = new Columns(rows);
    this.base = base;
    this.pieces = pieces;
    /** The first row of each piece, and the row after the last. */
    this.starts = [0];
    for (const { rows: own } of pieces) this.starts.push((this.starts.at(-1) ?? 0) + own);
    /** @type {Map<number, Promise<void>>} */
    this.asked = new Map();
    /** @type {Set<number>} */
    this.there = new Set();
  }

  /**
   * Whether all of these pieces are there.
   * @param {number[]} numbers
   */
  has(numbers) {
    return numbers.every((number) => this.there.has(number));
  }

  /**
   * @param {number[]} numbers
   * @returns {Promise<void>}
   */
  async load(numbers) {
    await Promise.all(numbers.map((number) => this.asked.get(number) ?? this.ask(number)));
  }

  /** @param {number} number */
  ask(number) {
    const asked = fetchJson(addressOf(this.base, this.pieces[number].path)).then((piece) => {
      this.columns.add(/** @type {Piece} */ (piece), this.starts[number]);
      this.there.add(number);
    }).catch((/** @type {unknown} */ error) => {
      this.asked.delete(number);
      throw error;
    });
    this.asked.set(number, asked);
    return asked;
  }

  /**
   * The pieces some rows are in.
   * @param {Iterable<number>} rows
   */
  of(rows) {
    /** @type {Set<number>} */
    const found = new Set();
    for (const row of rows) found.add(this.starts.findIndex((start) => start > row) - 1);
    return [...found];
  }
}
