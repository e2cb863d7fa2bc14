/*
The words of a document as the outlines of their letters. The rasteriser maps the font's file
anew for every letter that it draws, which takes longer than all the rest of a picture; here each
letter is asked of it once. What takes more than a letter after the other stays text: scripts
that join or reorder letters, and texts of several lines.
*/
import { Resvg } from "@resvg/resvg-js";

/**
 * A letter in thousandths of its size: how far the next one is, and its outline, each part as the
 * point where it begins and the way from there.
 * @typedef {{advance: number, parts: {x: number, y: number, way: string}[]}} Letter
 */

/**
 * What is inherited by words.
 * @typedef {{size: number, anchor: string}} Look
 */

const EM = 1000;
// Where a document states none.
const USUAL_SIZE = 12;
const MOVES_TOGETHER = /\p{L}[\p{L}.,:;-]|[.,:;-]\p{L}/u;
const TAGS = /<text( [^>]*)>([^<]*)<\/text>|<(\/?)(?:g|svg|a)\b([^>]*?)(\/?)>/g;
const ONE_BY_ONE = /^[\x20-\x7e\u00a0-\u024f\u0370-\u0373\u0386-\u0481\u048a-\u052f\u2010-\u2027\u202f-\u205e\u20a0-\u20bf\u2100-\u22ff]*$/;
/** @type {Record<string, string>} */
const REFERENCES = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", apos: "'" };

/** Letters that the rasteriser has given, by weight and character, and how near pairs of them stand. */
export class Letters {
  /** @param {{fontFiles: string[], defaultFontFamily: string}} font */
  constructor(font) {
    this.font = font;
    /** @type {Map<string, Letter>} */
    this.known = new Map();
    /** @type {Map<string, number>} */
    this.near = new Map();
  }

  /**
   * A document whose words are outlines.
   * @param {string} svg
   */
  outlined(svg) {
    /** @type {Look[]} */
    const looks = [{ size: USUAL_SIZE, anchor: "start" }];
    return svg.replace(TAGS, (tag, /** @type {string | undefined} */ attributes, /** @type {string} */ words,
      /** @type {string} */ closing, /** @type {string} */ group, /** @type {string} */ alone) => {
      const last = looks[looks.length - 1];
      if (attributes !== undefined) return this.textOutlines(attributes, words, lookOf(attributes, last)) ?? tag;
      if (closing) looks.pop();
      else if (!alone) looks.push(lookOf(group, last));
      return tag;
    });
  }

  /**
   * The outlines of a text; null where it has to stay one.
   * @param {string} attributes
   * @param {string} words As markup.
   * @param {Look} look
   */
  textOutlines(attributes, words, { size, anchor }) {
    const text = plainText(words);
    if (text === null || / (?:dx|dy|transform|style)=/.test(attributes)) return null;
    const bold = attributes.includes(' font-weight="bold"');
    let [way, width, before] = ["", 0, ""];
    for (const character of text) {
      const { parts, advance } = this.letter(character, bold);
      width += this.nearness(before + character, bold);
      before = character;
      for (const part of parts) way += `M${shortened(part.x + width)} ${part.y}${part.way}`;
      width += advance;
    }
    const [x, y] = [valueOf(attributes, "x") ?? "0", valueOf(attributes, "y") ?? "0"];
    const scale = size / EM;
    const shift = -width * scale * (anchor === "end" ? 1 : anchor === "middle" ? 0.5 : 0);
    const fill = valueOf(attributes, "fill");
    const look = `${fill ? ` fill="${fill}"` : ""} d="${way}"`;
    if (x.endsWith("%")) {
      return `<svg x="${x}" y="${y}" overflow="visible"><path transform="translate(${shortened(shift)} 0) scale(${scale})"${look}/></svg>`;
    }
    return `<path transform="translate(${shortened(Number(x) + shift)} ${y}) scale(${scale})"${look}/>`;
  }

  /**
   * A letter as it stands between two others.
   * @param {string} character
   * @param {boolean} bold
   * @returns {Letter}
   */
  letter(character, bold) {
    const key = `${bold ? "bold" : "plain"} ${character}`;
    const known = this.known.get(key);
    if (known) return known;
    const [first, second] = this.parts("HH", bold);
    const parts = this.parts(`H${character}H`, bold);
    const [begin, end] = [second.x - first.x, parts[parts.length - 1].x - first.x];
    const own = parts.slice(1, -1).map(({ x, y, way }) => ({ x: x - begin, y, way }));
    const letter = { advance: end - begin, parts: own };
    this.known.set(key, letter);
    return letter;
  }

  /**
   * How much farther two letters are apart than others, in thousandths of their size.
   * @param {string} pair
   * @param {boolean} bold
   */
  nearness(pair, bold) {
    if (!MOVES_TOGETHER.test(pair)) return 0;
    const key = `${bold ? "bold" : "plain"} ${pair}`;
    const known = this.near.get(key);
    if (known !== undefined) return known;
    const parts = this.parts(`H${pair}H`, bold);
    const [first, ...others] = Array.from(pair, (character) => this.letter(character, bold).advance);
    const [begin, end] = [this.letter("H", bold).advance, parts[parts.length - 1].x - parts[0].x];
    const near = others.reduce((rest, advance) => rest - advance, end - begin - first);
    this.near.set(key, near);
    return near;
  }

  /**
   * The parts of a text's outline, from left to right as they are written.
   * @param {string} text
   * @param {boolean} bold
   */
  parts(text, bold) {
    const words = text.replace(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`);
    const weight = bold ? ' font-weight="bold"' : "";
    const family = ` font-family="${this.font.defaultFontFamily}"`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg"><text xml:space="preserve" font-size="${EM}"${family}${weight}>${words}</text></svg>`;
    const drawn = new Resvg(svg, { font: { ...this.font, loadSystemFonts: false } }).toString();
    return [...drawn.matchAll(/ d="([^"]*)"/g)].flatMap(([, path]) => path.split(/(?=M )/).map(partOf));
  }
}

/**
 * A part of a path, which begins with M and goes on with L, Q, C and Z, all absolute.
 * @param {string} path
 */
function partOf(path) {
  /** @type {[number, number]} */
  let last = [0, 0];
  let [start, way] = [last, ""];
  for (const [, command, listed] of path.matchAll(/([MLQCZ])([^MLQCZ]*)/g)) {
    const numbers = listed.trim().split(/\s+/).filter(Boolean).map(Number);
    const moved = numbers.map((number, index) => shortened(number - last[index % 2]));
    if (numbers.length) last = [numbers[numbers.length - 2], numbers[numbers.length - 1]];
    if (command === "M") start = last;
    else way += `${command.toLowerCase()}${moved.join(" ")}`;
  }
  return { x: start[0], y: shortened(start[1]), way };
}

/** @param {string} attributes @param {Look} last */
function lookOf(attributes, last) {
  const [size, anchor] = [valueOf(attributes, "font-size"), valueOf(attributes, "text-anchor")];
  return { size: size === undefined ? last.size : Number(size), anchor: anchor ?? last.anchor };
}

/** @param {string} attributes @param {string} name */
function valueOf(attributes, name) {
  return new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1];
}

/**
 * Words without references; null where letters do not stand one by one.
 * @param {string} markup
 */
function plainText(markup) {
  const names = Array.from(markup.matchAll(/&([^;]*);/g), ([, name]) => name);
  if (!names.every((name) => Object.hasOwn(REFERENCES, name))) return null;
  const text = markup.replace(/&([^;]*);/g, (_, /** @type {string} */ name) => REFERENCES[name]);
  return ONE_BY_ONE.test(text) ? text.trim().replace(/ +/g, " ") : null;
}

/** @param {number} number */
function shortened(number) {
  return Math.round(number * 100) / 100;
}
