/**
 * Pixels as a small PNG: a palette of at most 256 colours, found by rounding every channel to as
 * many bits as leave no more. Charts have few colours; only the edges of letters are touched.
 */
import { deflateSync } from "node:zlib";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const BITS = [8, 6, 5, 4, 3, 2];
const MOST = 256;

/** PNG of {width, height, pixels}: four bytes a pixel, opaque. */
export function palettePng({ width, height, pixels }) {
  const { palette, indices } = indexed(pixels);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) rows.set(indices.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const data = deflateSync(rows, { level: 9, memLevel: 9 });
  return Buffer.concat([SIGNATURE, chunk("IHDR", header), chunk("PLTE", Buffer.from(palette.flat())), chunk("IDAT", data), chunk("IEND", Buffer.alloc(0))]);
}

function indexed(pixels) {
  for (const bits of BITS) {
    const found = withBits(pixels, bits);
    if (found) return found;
  }
  throw new Error("has more colours than a palette holds");
}

// White stays white and black black at any number of bits.
function withBits(pixels, bits) {
  const most = 2 ** bits - 1;
  const rounded = Uint8Array.from({ length: 256 }, (_, value) => Math.round((Math.round((value * most) / 255) * 255) / most));
  const places = new Map();
  const indices = new Uint8Array(pixels.length / 4);
  let [last, place] = [-1, 0];
  for (let at = 0; at < indices.length; at += 1) {
    const colour = (rounded[pixels[4 * at]] << 16) | (rounded[pixels[4 * at + 1]] << 8) | rounded[pixels[4 * at + 2]];
    if (colour !== last) {
      if (!places.has(colour)) places.set(colour, places.size);
      if (places.size > MOST) return null;
      [last, place] = [colour, places.get(colour)];
    }
    indices[at] = place;
  }
  const palette = [...places.keys()].map((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]);
  return { palette, indices };
}

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

function checksum(bytes) {
  let rest = 0xffffffff;
  for (const byte of bytes) rest = REMAINDERS[(rest ^ byte) & 255] ^ (rest >>> 8);
  return (rest ^ 0xffffffff) >>> 0;
}
