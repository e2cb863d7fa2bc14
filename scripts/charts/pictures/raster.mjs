/**
 * A document as pixels. Its letters are those of a font that is locked like every other package,
 * so that a machine's own fonts change nothing.
 */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Resvg } from "@resvg/resvg-js";
import { palettePng } from "./png.mjs";

const FONTS = join(dirname(createRequire(import.meta.url).resolve("dejavu-fonts-ttf/package.json")), "ttf");
const FACES = ["DejaVuSansCondensed.ttf", "DejaVuSansCondensed-Bold.ttf"].map((name) => join(FONTS, name));
const FAMILY = "DejaVu Sans Condensed";

/** A document of the size it states, as a PNG. */
export function rasterise(svg) {
  const font = { fontFiles: FACES, loadSystemFonts: false, defaultFontFamily: FAMILY, sansSerifFamily: FAMILY };
  return palettePng(new Resvg(svg, { font, fitTo: { mode: "original" } }).render());
}
