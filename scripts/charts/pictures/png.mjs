/*
Pictures as PNG with a palette: a third of the bytes that one with all colours takes.
*/
import { crc32, deflateSync } from "node:zlib";

/** @typedef {[number, number, number]} Colour Red, green and blue. */

const SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");
const INDEXED = 3;
const MOST = 256;
/** Colours between one and the ground, that one included, where edges are smooth. */
const STEPS = 6;
/** With so few colours a picture is words with hard edges. */
const FEW = 4;

/**
 * A picture in few colours; each pixel gets the nearest.
 * @param {{width: number, height: number, pixels: Uint8Array}} picture Four bytes a pixel, none of it transparent.
 * @param {string[]} colours As `#rrggbb`, the ground first.
 */
export function palettedPng({ width, height, pixels }, colours) {
  const palette = paletteOf(colours.map(rgbOf));
  const depth = /** @type {number} */ ([1, 2, 4, 8].find((bits) => 2 ** bits >= palette.length));
  const line = 1 + Math.ceil((width * depth) / 8);
  const lines = Buffer.alloc(line * height);
  const words = new Uint32Array(pixels.buffer, pixels.byteOffset, width * height);
  /** @type {Map<number, number>} */
  const known = new Map();
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      let index = known.get(words[at]);
      if (index === undefined) {
        index = nearest(palette, pixels.subarray(4 * at, 4 * at + 3));
        known.set(words[at], index);
      }
      const bit = x * depth;
      if (index) lines[line * y + 1 + (bit >> 3)] |= index << (8 - depth - (bit & 7));
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, INDEXED], 8);
  const parts = [chunk("IHDR", header), chunk("PLTE", Buffer.from(palette.flat())), chunk("IDAT", deflateSync(lines, { level: 9, memLevel: 9 }))];
  return Buffer.concat([SIGNATURE, ...parts, chunk("IEND", Buffer.alloc(0))]);
}

/**
 * The ground, and each other colour with its steps towards it.
 * @param {Colour[]} colours
 */
function paletteOf([ground, ...others]) {
  const steps = others.length < FEW ? 1 : Math.max(1, Math.min(STEPS, Math.floor((MOST - 1) / others.length)));
  const mixed = others.flatMap((colour) => Array.from({ length: steps }, (_, step) => mix(ground, colour, (step + 1) / steps)));
  return [ground, ...mixed].slice(0, MOST);
}

/** @param {Colour} from @param {Colour} to @param {number} share */
function mix(from, to, share) {
  return /** @type {Colour} */ (from.map((value, part) => Math.round(value + share * (to[part] - value))));
}

/** @param {string} colour */
function rgbOf(colour) {
  return /** @type {Colour} */ ([1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16)));
}

/** @param {Colour[]} palette @param {Uint8Array} pixel */
function nearest(palette, pixel) {
  const distances = palette.map((colour) => colour.reduce((sum, value, part) => sum + (value - pixel[part]) ** 2, 0));
  return distances.indexOf(Math.min(...distances));
}

/** @param {string} type @param {Buffer} body */
function chunk(type, body) {
  const named = Buffer.concat([Buffer.from(type, "latin1"), body]);
  const [size, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(body.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([size, named, check]);
}
