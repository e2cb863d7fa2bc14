/*
Prints references as programs that keep them do: CSL's processor with CSL's own styles. Takes items of
CSL-JSON, and styles by name; answers with the line of each item, by style. Notes of a style that has
them stand behind the line.
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
 * @property {(items: {id: string}[]) => string} makeCitationCluster
 */
/**
 * @typedef {object} Asked
 * @property {(language: string) => string | undefined} retrieveLocale
 * @property {(id: string) => Item | undefined} retrieveItem
 */
/** @typedef {{Engine: new (asked: Asked, style: string) => Engine}} Processor */

const require = createRequire(import.meta.url);
/** @type {unknown[]} */
const [processor, locales] = ["citeproc", "@citation-js/plugin-csl/lib/locales.json"].map((name) => /** @type {unknown} */ (require(name)));
const { Engine } = /** @type {Processor} */ (processor);
const LOCALES = /** @type {Record<string, string>} */ (locales);
const FALLBACK = "en-US";

/**
 * @param {string} style
 * @param {Item[]} items
 */
function printed(style, items) {
  const byId = Object.fromEntries(items.map((item) => [item.id, item]));
  /** @param {string} language */
  const retrieveLocale = (language) => LOCALES[language] ?? LOCALES[FALLBACK];
  /** @param {string} id */
  const retrieveItem = (id) => byId[id];
  const engine = new Engine({ retrieveLocale, retrieveItem }, style);
  engine.setOutputFormat("text");
  return items.map(({ id }) => {
    engine.updateItems([id]);
    const line = engine.makeBibliography()[1].join("").trim();
    return style.includes('citation-format="note"')
      ? [line, engine.makeCitationCluster([{ id }])]
      : [line];
  });
}

/** @param {{items: Item[], styles: Record<string, string>}} given */
export default function print({ items, styles }) {
  return Object.fromEntries(
    Object.entries(styles).map(([name, style]) => [name, printed(style, items)]),
  );
}
