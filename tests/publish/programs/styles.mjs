/*
Prints references as programs that keep them do: CSL's processor with CSL's own styles. Takes items of
CSL-JSON; answers with the line of each, by style.
*/
import { createRequire } from "node:module";

/**
 * @typedef {object} Item
 * @property {string} id
 */
/**
 * @typedef {object} Engine
 * @property {(format: string) => void} setOutputFormat
 * @property {(ids: string[]) => void} updateItems
 * @property {() => [object, string[]]} makeBibliography
 */
/**
 * @typedef {object} Asked
 * @property {() => string | undefined} retrieveLocale
 * @property {() => Item} retrieveItem
 */
/** @typedef {{Engine: new (asked: Asked, style: string, language: string) => Engine}} Processor */

const require = createRequire(import.meta.url);
/** @type {unknown[]} */
const [processor, styles, locales] = [
  "citeproc",
  "@citation-js/plugin-csl/lib/styles.json",
  "@citation-js/plugin-csl/lib/locales.json",
].map((name) => /** @type {unknown} */ (require(name)));
const { Engine } = /** @type {Processor} */ (processor);
const STYLES = /** @type {Record<string, string>} */ (styles);
const LOCALES = /** @type {Record<string, string>} */ (locales);
const LANGUAGE = "en-US";

/**
 * @param {string} style
 * @param {Item} item
 */
function printed(style, item) {
  const asked = { retrieveLocale: () => LOCALES[LANGUAGE], retrieveItem: () => item };
  const engine = new Engine(asked, style, LANGUAGE);
  engine.setOutputFormat("text");
  engine.updateItems([item.id]);
  return engine.makeBibliography()[1].join("").trim();
}

/** @param {Item[]} items */
export default function print(items) {
  return Object.fromEntries(
    Object.entries(STYLES).map(([name, style]) => [name, items.map((item) => printed(style, item))]),
  );
}
