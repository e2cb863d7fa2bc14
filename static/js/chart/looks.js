/*
How a server looks in every chart: hue by product, a step of it by version, and always a marker shape
besides, so that nothing rests on colour alone; where a product has more servers than steps, the dash
tells them apart. The colours are CSS variables (`--s<hue><step>`), one set per theme, in
static/css/palette.css.
*/
/** @import { Side } from "../records.js" */

/**
 * @typedef {object} Look
 * @property {string} colour As CSS writes it.
 * @property {string} shape A symbol of Vega: a name or a path.
 * @property {number[]} dash
 */

/**
 * Hue and number of steps of each product; of any other the last.
 * @type {Record<string, {hue: number, steps: number}>}
 */
const HUES = { mysql: { hue: 1, steps: 8 }, mariadb: { hue: 2, steps: 5 }, "percona-server": { hue: 3, steps: 3 } };
const OTHER = { hue: 4, steps: 1 };
/** Steps of a product that are as far from those of all others; it has more where it is alone. */
const SHARED_STEPS = 5;
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
 * The look of each side, by its id; where each has its name beside it, all of a product have its first colour.
 * @param {Side[]} sides
 * @param {boolean} [named]
 * @returns {(id: string) => Look}
 */
export function looksOf(sides, named = false) {
  const isAlone = new Set(sides.map(({ product }) => product)).size === 1;
  const looks = new Map(sides.map(({ id, product, shade }, position) => {
    const { hue, steps } = Object.hasOwn(HUES, product) ? HUES[product] : OTHER;
    const own = isAlone ? steps : Math.min(steps, SHARED_STEPS);
    return [id, {
      colour: `var(--s${hue}${named ? 0 : shade % own})`,
      shape: SHAPES[position % SHAPES.length],
      dash: DASHES[Math.floor(shade / own) % DASHES.length],
    }];
  }));
  return (id) => {
    const look = looks.get(id);
    if (!look) throw new Error(`a chart has no side ${id}`);
    return look;
  };
}
