/*
Pictures as PNG with a palette of few colours: a quarter of the bytes that one with all colours takes.
*/
import { crc32, deflateSync } from "node:zlib";

/** @typedef {[number, number, number]} Colour Red, green and blue. */
/** @typedef {{of: number, share: number}} Mix So much of the colour at a place in a list, on the ground. */

const SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");
const INDEXED = 3;
/** Colours of a picture, as long as it has no more of its own: four bits a pixel. */
const MOST = 16;
/** Colours between one and the ground, that one included, of which those are taken that most pixels need. */
const STEPS = 6;
/** With so few colours a picture is words with hard edges. */
const FEW = 4;

/**
 * A picture in few colours, each pixel in the nearest: a PNG for each list of colours. The first list has the picture's own.
 * @param {{width: number, height: number, pixels: Uint8Array}} picture Four bytes a pixel, none of it transparent.
 * @param {string[][]} lists Colours as `#rrggbb`, the ground first; those at a place stand for one another.
 */
export function palettedPngs({ width, height, pixels }, lists) {
  const [own, ...others] = lists.map((list) => list.map(rgbOf));
  const counts = countsOf(new Uint32Array(pixels.buffer, pixels.byteOffset, width * height));
  const mixes = mixesFor(own, counts);
  const palettes = [own, ...others].map((list) => mixes.map((mix) => mixed(list, mix)));
  const places = new Map([...counts.keys()].map((word) => [word, nearest(palettes[0], word)]));
  const depth = /** @type {number} */ ([1, 2, 4, 8].find((bits) => 2 ** bits >= mixes.length));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, INDEXED], 8);
  const data = chunk("IDAT", deflateSync(linesOf({ width, height, pixels }, places, depth), { level: 8, memLevel: 9 }));
  return palettes.map((palette) => {
    const colours = chunk("PLTE", Buffer.from(palette.flat()));
    return Buffer.concat([SIGNATURE, chunk("IHDR", header), colours, data, chunk("IEND", Buffer.alloc(0))]);
  });
}

/** @param {Uint32Array} words Pixels to how many there are of each. */
function countsOf(words) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (let at = 0, start = 0; at < words.length; start = at) {
    while (at < words.length && words[at] === words[start]) at += 1;
    counts.set(words[start], (counts.get(words[start]) ?? 0) + at - start);
  }
  return counts;
}

/**
 * The ground, each other colour, and the steps between them that most pixels are nearest to.
 * @param {Colour[]} colours
 * @param {Map<number, number>} counts
 * @returns {Mix[]}
 */
function mixesFor(colours, counts) {
  const full = colours.map((_, of) => ({ of, share: 1 }));
  if (colours.length <= FEW || colours.length >= MOST) return full;
  const between = full.slice(1).flatMap(({ of }) => Array.from({ length: STEPS - 1 }, (_, step) => ({ of, share: (step + 1) / STEPS })));
  const all = [...full, ...between];
  const palette = all.map((mix) => mixed(colours, mix));
  const needed = all.map(() => 0);
  for (const [word, count] of counts) needed[nearest(palette, word)] += count;
  const most = between.map((mix, at) => ({ mix, count: needed[full.length + at] })).sort((one, other) => other.count - one.count);
  return [...full, ...most.slice(0, MOST - full.length).map(({ mix }) => mix)];
}

/** @param {Colour[]} colours @param {Mix} mix */
function mixed(colours, { of, share }) {
  return /** @type {Colour} */ (colours[0].map((value, part) => Math.round(value + share * (colours[of][part] - value))));
}

/**
 * Where in a palette the colour nearest to a pixel is.
 * @param {Colour[]} palette
 * @param {number} word
 */
function nearest(palette, word) {
  let [best, place] = [Infinity, 0];
  for (const [at, [red, green, blue]] of palette.entries()) {
    const distance = (red - (word & 255)) ** 2 + (green - ((word >> 8) & 255)) ** 2 + (blue - ((word >> 16) & 255)) ** 2;
    if (distance < best) [best, place] = [distance, at];
  }
  return place;
}

/**
 * The lines of a picture, none of them filtered.
 * @param {{width: number, height: number, pixels: Uint8Array}} picture
 * @param {Map<number, number>} places
 * @param {number} depth
 */
function linesOf({ width, height, pixels }, places, depth) {
  const words = new Uint32Array(pixels.buffer, pixels.byteOffset, width * height);
  const line = 1 + Math.ceil((width * depth) / 8);
  const lines = Buffer.alloc(line * height);
  let [last, place] = [words[0], places.get(words[0]) ?? 0];
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let bit = 0; bit < width * depth; bit += depth, at += 1) {
      if (words[at] !== last) [last, place] = [words[at], places.get(words[at]) ?? 0];
      if (place) lines[line * y + 1 + (bit >> 3)] |= place << (8 - depth - (bit & 7));
    }
  }
  return lines;
}

/** @param {string} colour */
function rgbOf(colour) {
  return /** @type {Colour} */ ([1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16)));
}

/** @param {string} type @param {Buffer} body */
function chunk(type, body) {
  const named = Buffer.concat([Buffer.from(type, "latin1"), body]);
  const [size, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(body.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([size, named, check]);
}
