/*
How a server looks in every chart: hue by product, lightness by version, and always a marker shape
and a dash besides, so that nothing rests on colour alone. The colours are CSS variables
(`--s<hue><step>`), one set per theme, in static/css/palette.css.
*/
/** @import { Side } from "../records.js" */

/**
 * @typedef {object} Look
 * @property {string} colour As CSS writes it.
 * @property {string} shape A symbol of Vega: a name or a path.
 * @property {number[]} dash
 */

/** @type {Record<string, number>} */
const HUES = { mysql: 1, mariadb: 2, "percona-server": 3 };
const OTHER_HUES = [4, 5, 6];
const LAST_STEP = 8;
const LONE_STEP = 4;
const STAR = "M0,-1L0.34,-0.34L1,0L0.34,0.34L0,1L-0.34,0.34L-1,0L-0.34,-0.34Z";
const BAR = "M-1,-0.35H1V0.35H-1Z";
const SHAPES = [
  "circle", "square", "triangle-up", "diamond", "triangle-down", "cross",
  "triangle-right", STAR, "triangle-left", BAR,
];
const DASHES = [[], [6, 3], [2, 2], [8, 3, 2, 3]];

/**
 * Outlines of the shapes that have a name, about as wide as their box from -1 to 1.
 * @type {Record<string, string>}
 */
const OUTLINES = {
  circle: "M1,0A1,1,0,1,1,-1,0A1,1,0,1,1,1,0", square: "M-1,-1H1V1H-1Z", diamond: "M-1,0L0,-1L1,0L0,1Z",
  cross: "M-1,-0.4H-0.4V-1H0.4V-0.4H1V0.4H0.4V1H-0.4V0.4H-1Z", "triangle-up": "M0,-0.87L-1,0.87H1Z",
  "triangle-down": "M0,0.87L-1,-0.87H1Z", "triangle-right": "M0.87,0L-0.87,-1V1Z", "triangle-left": "M-0.87,0L0.87,-1V1Z",
};

/**
 * The outline of a shape, as an SVG path from -1 to 1.
 * @param {string} shape
 */
export function outlineOf(shape) {
  return OUTLINES[shape] ?? shape;
}

/**
 * The look of each side, by its id.
 * @param {Side[]} sides
 * @returns {(id: string) => Look}
 */
export function looksOf(sides) {
  const hues = huesOf(sides);
  const newest = newestShades(sides);
  const looks = new Map(sides.map(({ id, product, shade }, position) => [id, {
    colour: `var(--s${hues.get(product) ?? 0}${stepOf(shade, newest.get(product) ?? 0)})`,
    shape: SHAPES[position % SHAPES.length],
    dash: DASHES[Math.floor(position / SHAPES.length) % DASHES.length],
  }]));
  return (id) => {
    const look = looks.get(id);
    if (!look) throw new Error(`a chart has no side ${id}`);
    return look;
  };
}

/**
 * The step of a shade: versions stand as far apart as there are steps; a lone one is neither pale nor
 * dark, nor are two.
 * @param {number} shade
 * @param {number} newest
 */
function stepOf(shade, newest) {
  if (newest === 0) return LONE_STEP;
  const edge = newest === 1 ? 1 : 0;
  return edge + Math.round((shade * (LAST_STEP - 2 * edge)) / newest);
}

/** @param {Side[]} sides */
function huesOf(sides) {
  /** @type {Map<string, number>} */
  const hues = new Map();
  let others = 0;
  for (const { product } of sides) {
    if (hues.has(product)) continue;
    if (Object.hasOwn(HUES, product)) {
      hues.set(product, HUES[product]);
    } else {
      hues.set(product, OTHER_HUES[others % OTHER_HUES.length]);
      others += 1;
    }
  }
  return hues;
}

/**
 * The largest shade of each product.
 * @param {Side[]} sides
 */
function newestShades(sides) {
  /** @type {Map<string, number>} */
  const newest = new Map();
  for (const { product, shade } of sides) newest.set(product, Math.max(shade, newest.get(product) ?? 0));
  return newest;
}
