/*
Drawings as PNG.
*/
/** @import { Themes } from "./colours.mjs" */
/** @import { Sheet } from "./compose.mjs" */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Resvg, initWasm } from "@resvg/resvg-wasm";
import { lightDocument } from "./compose.mjs";
import { palettedPngs } from "./png.mjs";

const { resolve } = createRequire(import.meta.url);
// Letters are those of a font that is locked like every other package: a machine's own change nothing.
const FONTS = join(dirname(resolve("dejavu-fonts-ttf/package.json")), "ttf");
const FAMILY = "DejaVu Sans Condensed";
const FONT = {
  fontBuffers: ["DejaVuSansCondensed.ttf", "DejaVuSansCondensed-Bold.ttf"].map((name) => readFileSync(join(FONTS, name))),
  loadSystemFonts: false, defaultFontFamily: FAMILY, sansSerifFamily: FAMILY,
};

await initWasm(readFileSync(resolve("@resvg/resvg-wasm/index_bg.wasm")));

/**
 * A sheet as PNG in light and in dark colours: one picture with two palettes.
 * @param {Sheet} sheet
 * @param {Themes} themes
 */
export function inBothThemes(sheet, themes) {
  const { svg, colours } = lightDocument(sheet, themes);
  const drawing = new Resvg(svg, { font: FONT });
  const picture = drawing.render();
  const pngs = palettedPngs(picture, colours);
  // The memory of WebAssembly is not collected.
  for (const made of [picture, drawing]) made.free();
  return pngs;
}
