/*
The light theme's values as a picture needs them, whose readers know no variables: each custom
property of the stylesheets with its references resolved. The stylesheets stay the one place where a
colour is chosen.
*/

/**
 * Values of custom properties, by name without dashes. Throws an Error for one that no stylesheet has.
 * @typedef {(name: string) => string} Theme
 */

const ROOT = /:root\s*\{([^}]*)\}/;
const DECLARATION = /--([\w-]+):\s*([^;]+);/g;

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
