/*
Prints references as programs that keep them do: CSL's processor with CSL's own styles. Takes items of
CSL-JSON; answers with the line of each, by style.
*/
import { createRequire } from "node:module";
import CSL from "citeproc";

const require = createRequire(import.meta.url);
/** @type {Record<string, string>} */
const STYLES = require("@citation-js/plugin-csl/lib/styles.json");
/** @type {Record<string, string>} */
const LOCALES = require("@citation-js/plugin-csl/lib/locales.json");
const LANGUAGE = "en-US";

/**
 * @param {string} style
 * @param {{id: string}} item
 */
function printed(style, item) {
  const asked = { retrieveLocale: () => LOCALES[LANGUAGE], retrieveItem: () => item };
  const engine = new CSL.Engine(asked, style, LANGUAGE);
  engine.setOutputFormat("text");
  engine.updateItems([item.id]);
  return engine.makeBibliography()[1].join("").trim();
}

/** @param {{id: string}[]} items */
export default function print(items) {
  return Object.fromEntries(
    Object.entries(STYLES).map(([name, style]) => [name, items.map((item) => printed(style, item))]),
  );
}
