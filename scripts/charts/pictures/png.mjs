/*
Pixels as a small PNG with a palette: the colours most pixels have, and for the others, which are
those at the edges of letters and lines, the nearest of them.
*/
import { deflateSync } from "node:zlib";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const MOST_COLOURS = 32;

/**
 * Red, green, blue.
 * @typedef {[number, number, number]} Channels
 */

/**
 * @param {{width: number, height: number, pixels: Uint8Array}} image Four bytes a pixel, opaque.
 */
export function palettePng({ width, height, pixels }) {
  const { palette, indices } = indexed(pixels);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) rows.set(indices.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const data = deflateSync(rows, { level: 6, memLevel: 9 });
  return Buffer.concat([SIGNATURE, chunk("IHDR", header), chunk("PLTE", Buffer.from(palette.flat())), chunk("IDAT", data), chunk("IEND", Buffer.alloc(0))]);
}

/**
 * The palette, and for each pixel a place in it.
 * @param {Uint8Array} pixels
 */
function indexed(pixels) {
  const words = new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.length / 4);
  const common = commonest(countColours(words));
  const palette = common.map(channelsOf);
  const places = new Map(common.map((colour, place) => [colour, place]));
  const indices = new Uint8Array(words.length);
  eachRun(words, (word, from, to) => {
    const colour = colourOf(word);
    const place = places.get(colour) ?? nearest(colour, palette);
    places.set(colour, place);
    indices.fill(place, from, to);
  });
  return { palette, indices };
}

/**
 * How many pixels have each colour.
 * @param {Uint32Array} words
 */
function countColours(words) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  eachRun(words, (word, from, to) => {
    const colour = colourOf(word);
    counts.set(colour, (counts.get(colour) ?? 0) + to - from);
  });
  return counts;
}

/**
 * Runs of pixels that are alike, which most are.
 * @param {Uint32Array} words Pixels, four bytes each.
 * @param {(word: number, from: number, to: number) => void} take
 */
function eachRun(words, take) {
  let from = 0;
  while (from < words.length) {
    const word = words[from];
    let to = from + 1;
    while (to < words.length && words[to] === word) to += 1;
    take(word, from, to);
    from = to;
  }
}

/**
 * Red, green and blue in one number, from bytes in the order of the machine, the lowest first.
 * @param {number} word
 */
function colourOf(word) {
  return ((word & 255) << 16) | (word & 0xff00) | ((word >>> 16) & 255);
}

/** @param {Map<number, number>} counts */
function commonest(counts) {
  const ordered = [...counts].sort(([one, many], [other, more]) => more - many || one - other);
  return ordered.slice(0, MOST_COLOURS).map(([colour]) => colour);
}

/**
 * The place of the colour of a palette that is nearest to a colour.
 * @param {number} colour
 * @param {Channels[]} palette
 */
function nearest(colour, palette) {
  const wanted = channelsOf(colour);
  let [best, least] = [0, Infinity];
  for (let place = 0; place < palette.length; place += 1) {
    const distance = squaredDistance(wanted, palette[place]);
    if (distance < least) [best, least] = [place, distance];
  }
  return best;
}

/**
 * @param {number} colour
 * @returns {Channels}
 */
function channelsOf(colour) {
  return [colour >> 16, (colour >> 8) & 255, colour & 255];
}

/** @param {Channels} one @param {Channels} other */
function squaredDistance(one, other) {
  return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 + (one[2] - other[2]) ** 2;
}

/** @param {string} name @param {Buffer} data */
function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(checksum(body), body.length + 4);
  return framed;
}

// The CRC of the PNG specification, a byte at a time.
const REMAINDERS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
  return rest;
});

/** @param {Buffer} bytes */
function checksum(bytes) {
  let rest = 0xffffffff;
  for (const byte of bytes) rest = REMAINDERS[(rest ^ byte) & 255] ^ (rest >>> 8);
  return (rest ^ 0xffffffff) >>> 0;
}
