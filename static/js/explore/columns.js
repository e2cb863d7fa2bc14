/*
Rows as columns: texts as codes of their distinct values, numbers as numbers. Every row has its
place from the start; pieces are added as they arrive, in any order. Knows nothing of a page.
*/
/** @import { Piece } from "../records.js" */

/**
 * Texts as codes: a code a row, the distinct texts in the order of their codes, and their codes by text.
 * @typedef {object} TextColumn
 * @property {Int32Array} codes
 * @property {string[]} values
 * @property {Map<string, number>} known
 */

export class Columns {
  /**
   * Empty columns for so many rows.
   * @param {number} size
   */
  constructor(size) {
    this.size = size;
    /** How many rows are there. */
    this.length = 0;
    /** @type {[number, number][]} The rows that are there: from, and up to but without, in order. */
    this.ranges = [];
    /** @type {Map<string, TextColumn>} */
    this.texts = new Map();
    /** @type {Map<string, Float64Array>} */
    this.numbers = new Map();
  }

  /**
   * Add the piece that begins with row `from`.
   * @param {Piece} piece
   * @param {number} from
   */
  add({ rows, columns }, from) {
    if (from + rows > this.size) throw new RangeError("a piece has more rows than the index says");
    for (const [name, column] of Object.entries(columns)) {
      if (!Array.isArray(column)) this.addTexts(name, from, column.values, column.codes);
      else if (isNumeric(column)) this.addNumbers(name, from, column);
      else this.addTexts(name, from, column, column.keys());
    }
    this.length += rows;
    this.ranges = [...this.ranges, /** @type {[number, number]} */ ([from, from + rows])].sort(([one], [other]) => one - other);
  }

  /** @param {string} name @param {number} from @param {number[]} column */
  addNumbers(name, from, column) {
    const numbers = this.numbers.get(name) ?? new Float64Array(this.size);
    numbers.set(column, from);
    this.numbers.set(name, numbers);
  }

  /**
   * @param {string} name
   * @param {number} from
   * @param {string[]} values
   * @param {Iterable<number>} codes For each row the place of its text among the values.
   */
  addTexts(name, from, values, codes) {
    const text = this.texts.get(name) ?? { codes: new Int32Array(this.size), values: [], known: new Map() };
    this.texts.set(name, text);
    const own = values.map((value) => codeOf(text, value));
    let row = from;
    for (const code of codes) {
      text.codes[row] = own[code];
      row += 1;
    }
  }

  /**
   * The text in a row; empty where there is no such column.
   * @param {string} name
   * @param {number} row
   */
  text(name, row) {
    const text = this.texts.get(name);
    return text ? text.values[text.codes[row]] : "";
  }

  /**
   * The number in a row.
   * @param {string} name
   * @param {number} row
   */
  number(name, row) {
    return this.numbersOf(name)[row];
  }

  /**
   * A column of texts; one of empty texts where there is no such column.
   * @param {string} name
   * @returns {TextColumn}
   */
  textsOf(name) {
    return this.texts.get(name) ?? { codes: new Int32Array(this.size), values: [""], known: new Map([["", 0]]) };
  }

  /**
   * A column of numbers.
   * @param {string} name
   */
  numbersOf(name) {
    const numbers = this.numbers.get(name);
    if (!numbers) throw new Error(`there is no column of numbers ${name}`);
    return numbers;
  }
}

/**
 * @param {number[] | string[]} column
 * @returns {column is number[]}
 */
function isNumeric(column) {
  return typeof column[0] === "number";
}

/** @param {TextColumn} text @param {string} value */
function codeOf(text, value) {
  const known = text.known.get(value);
  if (known !== undefined) return known;
  const code = text.values.push(value) - 1;
  text.known.set(value, code);
  return code;
}
