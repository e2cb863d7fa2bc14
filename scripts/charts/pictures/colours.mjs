/*
The values of both themes as a picture needs them, whose readers know no variables: each custom property of the
stylesheets with its references resolved. The stylesheets stay the one place where a colour is chosen.
*/

/**
 * Values of custom properties, by name without dashes. Throws an Error for one that no stylesheet has.
 * @typedef {(name: string) => string} Theme
 */

/** @typedef {Record<"light" | "dark", Theme>} Themes */

const ROOT = /:root\s*\{([^}]*)\}/;
const DARK_ROOT = /@media[^{]*\(prefers-color-scheme: dark\)\s*\{\s*:root\s*\{([^}]*)\}/;
const DECLARATION = /--([\w-]+):\s*([^;]+);/g;
// A quote in a text is written as an entity, so that this is never part of one.
const PLAIN = /(?:fill|stroke)="(#[0-9a-f]{6})"/g;
const COLOUR = /(fill|stroke)="var\(--([\w-]+)\)"/g;

/**
 * The light theme, which is the first :root of each stylesheet, and the dark one, which changes some of it.
 * @param {string[]} sheets
 * @returns {Themes}
 */
export function themesOf(...sheets) {
  const light = sheets.flatMap((sheet) => declarations(sheet, ROOT));
  const dark = sheets.flatMap((sheet) => declarations(sheet, DARK_ROOT));
  return { light: themeOf(new Map(light)), dark: themeOf(new Map([...light, ...dark])) };
}

/**
 * @param {string} sheet
 * @param {RegExp} root
 * @returns {[string, string][]}
 */
function declarations(sheet, root) {
  return [...(root.exec(sheet)?.[1] ?? "").matchAll(DECLARATION)].map(([, name, value]) => [name, value.trim()]);
}

/**
 * @param {Map<string, string>} declared
 * @returns {Theme}
 */
function themeOf(declared) {
  const values = new Map([...declared].map(([name, value]) => [name, resolved(value, declared)]));
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

/**
 * A picture in the colours of a theme.
 * @param {string} svg
 * @param {Theme} theme
 */
export function coloured(svg, theme) {
  return svg.replace(COLOUR, (_, /** @type {string} */ attribute, /** @type {string} */ name) => `${attribute}="${theme(name)}"`);
}

/**
 * The colours of a coloured picture, its ground first.
 * @param {string} svg
 */
export function coloursOf(svg) {
  return [...new Set([...svg.matchAll(PLAIN)].map(([, colour]) => colour))];
}

/**
 * Which dark colour stands for each light one of a picture. Throws an Error where that would be two.
 * @param {string} svg Before it was coloured.
 * @param {Themes} themes
 */
export function darkColours(svg, { light, dark }) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const [, , name] of svg.matchAll(COLOUR)) {
    const [from, to] = [light(name), dark(name)];
    if ((found.get(from) ?? to) !== to) throw new Error(`has two colours that are ${from} on paper and differ in the dark, one of them --${name}`);
    found.set(from, to);
  }
  return found;
}

/**
 * Rules that give a picture in light colours the dark ones; what knows no rules shows the light ones.
 * @param {string} svg Before it was coloured.
 * @param {Themes} themes
 */
export function darkRules(svg, themes) {
  const dark = darkColours(svg, themes);
  const used = [...svg.matchAll(COLOUR)].map(([, attribute, name]) => ({ attribute, light: themes.light(name) }));
  return [...new Set(used.map(({ attribute, light }) => `[${attribute}="${light}"]{${attribute}:${dark.get(light)}}`))].join("");
}
