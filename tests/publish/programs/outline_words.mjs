/* Tells of a document, named as the first word, how its words look as outlines. */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { readFileSync } from "node:fs";
import { Resvg } from "@resvg/resvg-js";
import { Letters } from "../../../scripts/charts/pictures/outlines.mjs";

const FONTS = join(dirname(createRequire(import.meta.url).resolve("dejavu-fonts-ttf/package.json")), "ttf");
const FAMILY = "DejaVu Sans Condensed";
const FONT = {
  fontFiles: ["DejaVuSansCondensed.ttf", "DejaVuSansCondensed-Bold.ttf"].map((name) => join(FONTS, name)),
  loadSystemFonts: false, defaultFontFamily: FAMILY, sansSerifFamily: FAMILY,
};

/** @param {string} svg */
function inkOf(svg) {
  return new Resvg(svg, { font: FONT, background: "#ffffff" }).render().pixels.filter((_, at) => at % 4 === 0);
}

const svg = readFileSync(process.argv[2], "utf8");
const outlined = new Letters(FONT).outlined(svg);
const [one, other] = [inkOf(svg), inkOf(outlined)];
const apart = one.reduce((sum, value, at) => sum + Math.abs(value - other[at]), 0);
const ink = one.reduce((sum, value) => sum + 255 - value, 0);
console.log(JSON.stringify({ texts: outlined.match(/<text/g)?.length ?? 0, apart: apart / ink }));
