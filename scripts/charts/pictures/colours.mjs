/*
The light theme's values as a picture needs them, whose readers know neither variables nor
oklch(): each custom property of the stylesheets with its references resolved, colours in
hexadecimal. The stylesheets stay the one place where a colour is chosen.
*/

/**
 * Values of custom properties, by name without dashes. Throws an Error for one that no stylesheet has.
 * @typedef {(name: string) => string} Theme
 */

const ROOT = /:root\s*\{([^}]*)\}/;
const DECLARATION = /--([\w-]+):\s*([^;]+);/g;
const OKLCH = /^oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)$/;

/**
 * The light theme: the first :root of each stylesheet.
 * @param {string[]} sheets
 * @returns {Theme}
 */
export function lightTheme(...sheets) {
  /** @type {Map<string, string>} */
  const declared = new Map();
  for (const sheet of sheets) {
    const block = ROOT.exec(sheet)?.[1] ?? "";
    for (const [, name, value] of block.matchAll(DECLARATION)) declared.set(name, value.trim());
  }
  const values = new Map([...declared].map(([name, value]) => [name, withHexadecimal(resolved(value, declared))]));
  return (name) => {
    const value = values.get(name);
    if (value === undefined) throw new Error(`asks for a colour that no stylesheet has: ${name}`);
    return value;
  };
}

/**
 * A value with the values that it refers to.
 * @param {string} value
 * @param {Map<string, string>} declared
 * @returns {string}
 */
function resolved(value, declared) {
  return value.replace(/var\(--([\w-]+)\)/g, (_, /** @type {string} */ name) => {
    const found = declared.get(name);
    if (found === undefined) throw new Error(`the stylesheets do not say what --${name} is`);
    return resolved(found, declared);
  });
}

/** @param {string} value */
function withHexadecimal(value) {
  const parts = OKLCH.exec(value)?.slice(1).map(Number);
  return parts ? hexadecimal(parts[0] / 100, parts[1], (parts[2] * Math.PI) / 180) : value;
}

// From Oklab to linear sRGB, with the constants of the CSS specification (Color 4, section 10).
const TO_LMS = [[1, 0.3963377774, 0.2158037573], [1, -0.1055613458, -0.0638541728], [1, -0.0894841775, -1.291485548]];
const TO_RGB = [
  [4.0767416621, -3.3077115913, 0.2309699292],
  [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701],
];

/** @param {number} lightness @param {number} chroma @param {number} hue In radians. */
function hexadecimal(lightness, chroma, hue) {
  const lab = [lightness, chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const lms = TO_LMS.map((row) => dot(row, lab) ** 3);
  return `#${TO_RGB.map((row) => channel(dot(row, lms))).join("")}`;
}

/** @param {number[]} row @param {number[]} values */
function dot(row, values) {
  return row.reduce((sum, factor, index) => sum + factor * values[index], 0);
}

/**
 * A channel in hexadecimal. What a screen cannot show is cut off, as browsers do.
 * @param {number} linear
 */
function channel(linear) {
  const light = Math.min(1, Math.max(0, linear));
  const encoded = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255).toString(16).padStart(2, "0");
}
