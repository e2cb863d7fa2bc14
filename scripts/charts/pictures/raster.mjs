/*
A document as pixels. Its letters are those of a font that is locked like every other package,
so that a machine's own fonts change nothing.

Pixels lie outside the memory that V8 counts: it would let many pictures pile up before it
looks, so it is asked to look now and then.
*/
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Resvg } from "@resvg/resvg-js";
import { Letters } from "./outlines.mjs";
import { palettePng } from "./png.mjs";

const FONTS = join(dirname(createRequire(import.meta.url).resolve("dejavu-fonts-ttf/package.json")), "ttf");
const FACES = ["DejaVuSansCondensed.ttf", "DejaVuSansCondensed-Bold.ttf"].map((name) => join(FONTS, name));
const FAMILY = "DejaVu Sans Condensed";
const COLLECT_EVERY = 32;
// The least that previews show large; a picture costs about what its edges are long.
const WIDTH = 600;
const FONT = { fontFiles: FACES, loadSystemFonts: false, defaultFontFamily: FAMILY, sansSerifFamily: FAMILY };
const LETTERS = new Letters(FONT);

setFlagsFromString("--expose-gc");
/** @type {unknown} */
const gc = runInNewContext("gc");
const collectGarbage = /** @type {() => void} */ (gc);
let made = 0;

/**
 * A document as a PNG, smaller than the size it states.
 * @param {string} svg
 */
export function rasterise(svg) {
  made += 1;
  if (made % COLLECT_EVERY === 0) collectGarbage();
  return palettePng(new Resvg(LETTERS.outlined(svg), { font: FONT, fitTo: { mode: "width", value: WIDTH } }).render());
}
