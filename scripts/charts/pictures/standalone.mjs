/*
A drawing of the chart program as a picture that stands alone: colours, margins and fonts that a
page's stylesheet would give are written out.

Reads the drawing's own markup, in which texts hold no bare quote and no bare bracket, so that
nothing a record says is taken for markup.
*/
/** @import { Theme } from "./colours.mjs" */
import { BARS, ENDS, MARGIN } from "../../../static/js/chart/plan.js";
import { shortNumber } from "../svg.mjs";

/**
 * What a drawing shows, to be placed inside an SVG. `plot` is the width of its plot.
 * @typedef {{markup: string, width: number, plot: number, height: number, title: string}} Picture
 */

const OPEN = /^<svg class="chart-drawing ([a-z]+)(?:-([a-z]+))?"[^>]*?aria-label="([^"]*)"[^>]*>/;
const FIELD = /<svg viewBox="0 0 ([\d.]+) ([\d.]+)" preserveAspectRatio="none" height="[\d.]+">/;
const KEY_ENTRY = /<li><svg color="([^"]*)"><path([^>]*?) d="M1 6H25"\/>(?:<use href="(#[^"]*)"[^>]*\/>)?<\/svg>([^<]*)<\/li>/g;
const FONT_SIZE = 12.5;
const KEY_ROW = 22;
const KEY_MARK = 34;
const CHARACTER = 6.8;

/**
 * A drawing as a picture. The key is there where the lines carry no names of their own.
 * @param {string} drawing
 * @param {Theme} theme
 * @param {number} stretch How many times as wide the plot becomes.
 * @returns {Picture}
 */
export function pictureOf(drawing, theme, stretch) {
  const opening = OPEN.exec(drawing);
  const field = FIELD.exec(drawing);
  if (!opening || !field) throw new Error("is no drawing of this archive");
  const [open, kind, ends, title] = opening;
  const [fieldOpen, fieldWidth, fieldHeight] = field;
  const margins = marginsOf(kind, ends);
  const high = Number(fieldHeight);
  const wide = Number(fieldWidth) * stretch;
  const inside = drawing.slice(open.length, drawing.lastIndexOf("</svg>", drawing.search(/\n<(?:ul class="chart-key"|p class="unseen")>/)));
  const width = margins.left + wide + margins.right;
  const key = ends === "none" ? keyOf(drawing, theme, width) : { markup: "", height: 0 };
  const plot =
    `<svg x="${margins.left}" y="${margins.top}" width="${shortNumber(wide)}" height="${shortNumber(high)}" overflow="visible">` +
    `${standalone(inside, { open: fieldOpen, high: fieldHeight }, theme, stretch)}</svg>`;
  const bottom = margins.top + high + MARGIN.bottom;
  const below = key.markup && `<g transform="translate(0 ${shortNumber(bottom)})">${key.markup}</g>`;
  const look = `font-size="${FONT_SIZE}" fill="${theme("chart-text")}"`;
  return { markup: `<g ${look}>${plot}${below}</g>`, width, plot: wide, height: bottom + key.height, title };
}

/** @param {string} kind @param {string | undefined} ends */
function marginsOf(kind, ends) {
  if (kind === "bars") return BARS;
  const right = ends === "s" || ends === "m" || ends === "l" ? ENDS[ends] : MARGIN.narrow;
  return { left: MARGIN.left, top: MARGIN.top, right };
}

/**
 * The inside of a drawing with everything that a page's stylesheet would give.
 * @param {string} inside
 * @param {{open: string, high: string}} field The opening tag of the part that stretches, and its height.
 * @param {Theme} theme
 * @param {number} stretch
 */
function standalone(inside, { open, high }, theme, stretch) {
  const [before, field, after] = cutOut(withColours(inside, theme), open);
  const wider = field.replace(/ d="([^"]*)"/g, (_, /** @type {string} */ path) => ` d="${stretchedPath(path, stretch)}"`);
  return [before, `<svg width="100%" height="${high}" overflow="visible">`, wider, after]
    .join("")
    .replaceAll('<g class="mark-line">', '<g fill="none" stroke-width="2" stroke-linejoin="round" stroke-linecap="round">')
    .replace(/ class="[a-z]*"/g, "");
}

/**
 * What is before the part that stretches on a page, what lies in it, and what is behind it.
 * @param {string} markup
 * @param {string} open
 */
function cutOut(markup, open) {
  const start = markup.indexOf(open);
  const end = markup.indexOf("</svg>", start);
  return [markup.slice(0, start), markup.slice(start + open.length, end), markup.slice(end)];
}

/**
 * A path of the commands M, L, H, V and Z, all absolute, so many times as wide.
 * @param {string} path
 * @param {number} stretch
 */
function stretchedPath(path, stretch) {
  let command = "";
  let across = false;
  return path.replace(/[MLHVZ]|-?\d*\.?\d+/g, (token) => {
    if (/[A-Z]/.test(token)) {
      [command, across] = [token, token !== "V"];
      return token;
    }
    const place = across ? shortNumber(Number(token) * stretch) : token;
    if (command === "M" || command === "L") across = !across;
    return place;
  });
}

/** @param {string} markup @param {Theme} theme */
function withColours(markup, theme) {
  return markup.replace(/ (fill|stroke|color)="var\(--([\w-]+)\)"/g,
    (_, /** @type {string} */ name, /** @type {string} */ variable) => ` ${name}="${theme(variable)}"`);
}

/**
 * The key, in as many columns as the longest name leaves space for.
 * @param {string} drawing
 * @param {Theme} theme
 * @param {number} width
 */
function keyOf(drawing, theme, width) {
  const entries = [...withColours(drawing, theme).matchAll(KEY_ENTRY)];
  const widest = KEY_MARK + CHARACTER * Math.max(...entries.map(([, , , , label]) => textLength(label))) + 14;
  const columns = Math.max(1, Math.floor(width / widest));
  /** @param {number} index */
  const place = (index) => ({ x: (index % columns) * widest, y: Math.floor(index / columns) * KEY_ROW });
  const markup = entries.map((entry, index) => keyEntry(entry, place(index))).join("");
  return { markup, height: Math.ceil(entries.length / columns) * KEY_ROW };
}

/**
 * @param {string[]} entry A match of KEY_ENTRY; the marker may be missing.
 * @param {{x: number, y: number}} place
 */
function keyEntry([, colour, dash, shape, label], { x, y }) {
  const marker = shape ? `<use href="${shape}" x="13" y="6" fill="${colour}"/>` : "";
  return (
    `<g transform="translate(${shortNumber(x)} ${shortNumber(y)})"><path${dash} d="M1 6H25" stroke="${colour}" stroke-width="2"/>` +
    `${marker}<text x="${KEY_MARK}" y="10">${label}</text></g>`
  );
}

/**
 * Length of a text in which some characters are written as references.
 * @param {string} markup
 */
function textLength(markup) {
  return markup.replace(/&[a-z#0-9]+;/g, "x").length;
}
