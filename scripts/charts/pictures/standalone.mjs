/**
 * A drawing of the chart program as a picture that stands alone: colours, margins and fonts that a
 * page's stylesheet would give are written out, and links are permanent ones.
 *
 * Reads the drawing's own markup, in which texts hold no bare quote and no bare bracket, so that
 * nothing a record says is taken for markup.
 */
import { BARS, ENDS, MARGIN } from "../../../static/js/chart/plan.js";
import { short } from "../svg.mjs";

const OPEN = /^<svg class="chart-drawing ([a-z]+)(?:-([a-z]+))?"[^>]*?aria-label="([^"]*)"[^>]*>/;
const FIELD = /<svg viewBox="0 0 ([\d.]+) ([\d.]+)" preserveAspectRatio="none" height="[\d.]+">/;
const KEY_ENTRY = /<li><svg color="([^"]*)"><path([^>]*?) d="M1 6H25"\/>(?:<use href="(#[^"]*)"[^>]*\/>)?<\/svg>([^<]*)<\/li>/g;
const FONT_SIZE = 12.5;
const KEY_ROW = 22;
const KEY_MARK = 34;
const CHARACTER = 6.8;

/**
 * {markup, width, plot: width of its field, height, title}: what a drawing shows, to be placed inside an SVG. The key is
 * there where the lines carry no names of their own. `stretch` makes the plot so much wider.
 */
export function picture(drawing, theme, base, stretch = 1) {
  const [open, kind, ends, title] = OPEN.exec(drawing) ?? [];
  const field = FIELD.exec(drawing);
  if (!open || !field) throw new Error("is no drawing of this archive");
  const room = margins(kind, ends);
  const high = Number(field[2]);
  const wide = Number(field[1]) * stretch;
  const inside = drawing.slice(open.length, drawing.lastIndexOf("</svg>", drawing.search(/\n<(?:ul class="chart-key"|p class="unseen")>/)));
  const width = room.left + wide + room.right;
  const key = ends === "none" ? keyOf(drawing, theme, width) : { markup: "", height: 0 };
  const plot =
    `<svg x="${room.left}" y="${room.top}" width="${short(wide)}" height="${short(high)}" overflow="visible">` +
    `${standing(inside, field, theme, base, stretch)}</svg>`;
  const bottom = room.top + high + MARGIN.bottom;
  const below = key.markup && `<g transform="translate(0 ${short(bottom)})">${key.markup}</g>`;
  const look = `font-size="${FONT_SIZE}" fill="${theme.get("chart-text")}"`;
  return { markup: `<g ${look}>${plot}${below}</g>`, width, plot: wide, height: bottom + key.height, title };
}

function margins(kind, ends) {
  if (kind === "bars") return BARS;
  return { left: MARGIN.left, top: MARGIN.top, right: ENDS[ends] ?? MARGIN.narrow };
}

function standing(inside, [open, , high], theme, base, stretch) {
  const [before, field, after] = cut(coloured(inside, theme), open);
  const wider = field.replace(/ d="([^"]*)"/g, (_, path) => ` d="${stretched(path, stretch)}"`);
  return [before, `<svg width="100%" height="${high}" overflow="visible">`, wider, after]
    .join("")
    .replaceAll('<g class="mark-line">', '<g fill="none" stroke-width="2" stroke-linejoin="round" stroke-linecap="round">')
    .replace(/ class="[a-z]*"/g, "")
    .replaceAll(' tabindex="-1"', "")
    .replaceAll('href="/', `href="${base}/`);
}

// What lies in the box that stretches on a page, and what is before and behind it.
function cut(markup, open) {
  const start = markup.indexOf(open);
  const end = markup.indexOf("</svg>", start);
  return [markup.slice(0, start), markup.slice(start + open.length, end), markup.slice(end)];
}

/** A path of the commands M, L, H, V and Z, all absolute, so many times as wide. */
export function stretched(path, stretch) {
  let [command, across] = ["", false];
  return path.replace(/[MLHVZ]|-?\d*\.?\d+/g, (token) => {
    if (/[A-Z]/.test(token)) {
      [command, across] = [token, token !== "V"];
      return token;
    }
    const place = across ? short(Number(token) * stretch) : token;
    if (command === "M" || command === "L") across = !across;
    return place;
  });
}

function coloured(markup, theme) {
  return markup.replace(/ (fill|stroke|color)="var\(--([\w-]+)\)"/g, (_, name, variable) => {
    if (!theme.has(variable)) throw new Error(`asks for a colour that no stylesheet has: ${variable}`);
    return ` ${name}="${theme.get(variable)}"`;
  });
}

// As many columns as the longest name leaves room for.
function keyOf(drawing, theme, width) {
  const entries = [...coloured(drawing, theme).matchAll(KEY_ENTRY)];
  const widest = KEY_MARK + CHARACTER * Math.max(...entries.map(([, , , , label]) => plainLength(label))) + 14;
  const columns = Math.max(1, Math.floor(width / widest));
  const place = (index) => ({ x: (index % columns) * widest, y: Math.floor(index / columns) * KEY_ROW });
  const markup = entries.map((entry, index) => keyEntry(entry, place(index))).join("");
  return { markup, height: Math.ceil(entries.length / columns) * KEY_ROW };
}

function keyEntry([, colour, dash, shape, label], { x, y }) {
  const marker = shape ? `<use href="${shape}" x="13" y="6" fill="${colour}"/>` : "";
  return (
    `<g transform="translate(${short(x)} ${short(y)})"><path${dash} d="M1 6H25" stroke="${colour}" stroke-width="2"/>` +
    `${marker}<text x="${KEY_MARK}" y="10">${label}</text></g>`
  );
}

/** Length of a text whose marks are written as references. */
export function plainLength(markup) {
  return markup.replace(/&[a-z#0-9]+;/g, "x").length;
}
