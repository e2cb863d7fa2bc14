/*
Rows as columns: texts as codes of their distinct values, numbers as numbers. Pieces are added as
they arrive, in their order. Knows nothing of a page.
*/

export class Columns {
  /** Room for `size` rows. */
  constructor(size) {
    this.size = size;
    this.length = 0;
    this.texts = new Map();
    this.numbers = new Map();
  }

  /** Add a piece: {rows, columns: {name: numbers, texts, or {values, codes}}}. */
  add({ rows, columns }) {
    if (this.length + rows > this.size) throw new RangeError("a piece has more rows than the index says");
    for (const [name, column] of Object.entries(columns)) {
      if (Array.isArray(column) && typeof column[0] === "number") this.addNumbers(name, column);
      else this.addTexts(name, Array.isArray(column) ? { values: column } : column);
    }
    this.length += rows;
  }

  addNumbers(name, column) {
    if (!this.numbers.has(name)) this.numbers.set(name, new Float64Array(this.size));
    this.numbers.get(name).set(column, this.length);
  }

  addTexts(name, { values, codes }) {
    if (!this.texts.has(name)) this.texts.set(name, { codes: new Int32Array(this.size), values: [], known: new Map() });
    const text = this.texts.get(name);
    const own = values.map((value) => codeOf(text, value));
    const given = codes ?? own.keys();
    let at = this.length;
    for (const code of given) text.codes[at++] = own[code];
  }

  /** The text in a row; "" where there is no such column. */
  text(name, row) {
    const text = this.texts.get(name);
    return text ? text.values[text.codes[row]] : "";
  }

  /** The number in a row. */
  number(name, row) {
    return this.numbers.get(name)[row];
  }
}

function codeOf(text, value) {
  if (!text.known.has(value)) {
    text.known.set(value, text.values.length);
    text.values.push(value);
  }
  return text.known.get(value);
}
