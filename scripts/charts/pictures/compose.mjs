/*
The two pictures of a comparison: its chart with a title and where it is from, and the card
that previews of links show, which has the answer as well. Both stand on a light ground.
*/
/** @import { Theme } from "./colours.mjs" */
/** @import { Picture } from "./standalone.mjs" */
import { escaped } from "../svg.mjs";
import { lineMarkup, linesOf } from "./words.mjs";

/**
 * What pictures of a comparison say; `sysbench_archive.publish` writes it.
 * @typedef {object} PictureWords
 * @property {string} name
 * @property {string} chart The chart they show; empty where there is none.
 * @property {boolean} card Whether there is a card.
 * @property {string} title
 * @property {string} caption Which part of the comparison the chart shows; empty where it has one only.
 * @property {string} answer
 * @property {string} publisher
 * @property {string} url Permanent address of the comparison.
 */

const CARD = { width: 1200, height: 630 };
const EDGE = 48;
/** Pixels around a chart that stands alone. */
const PADDING = 16;
/** How much a chart is enlarged at most, and how much wider it is made. */
const LARGEST = 1.6;
const WIDEST = 2.5;
/** Pixels of a chart as pages have it. */
export const CHART_WIDTH = 720;

/**
 * A chart as a document.
 * @param {Picture} drawn
 * @param {string} title
 * @param {PictureWords} words
 * @param {Theme} theme
 */
export function chartDocument(drawn, title, words, theme) {
  const width = drawn.width + 2 * PADDING;
  const [ink, muted] = [theme("ink"), theme("muted")];
  const titles = linesOf(headingOf(words), { width: drawn.width / 15, most: 2, bold: true });
  const top = PADDING + 20 * titles.length + 6;
  const height = top + drawn.height + 34;
  const inside = [
    ...titles.map((text, index) => lineMarkup(text, { x: PADDING, y: PADDING + 15 + 20 * index, size: 15, fill: ink, bold: true })),
    `<g transform="translate(${PADDING} ${top})">${drawn.markup}</g>`,
    ...linesOf(sourceOf(words), { width: drawn.width / 11, most: 1 }).map((text) => lineMarkup(text, { x: PADDING, y: height - 12, size: 11, fill: muted })),
  ];
  return documentOf({ width, height }, escaped(title), theme, inside);
}

/**
 * The card. Without a chart, words have its space.
 * @param {((width: number) => Promise<Picture>) | null} at Draws the chart so wide.
 * @param {PictureWords} words
 * @param {Theme} theme
 */
export async function cardDocument(at, words, theme) {
  const [ink, muted] = [theme("ink"), theme("muted")];
  const width = CARD.width - 2 * EDGE;
  const titles = linesOf(words.title, { width: width / 38, most: at ? 2 : 4, bold: true });
  const answers = linesOf(words.answer, { width: width / 25, most: at ? 3 : 8 });
  const below = EDGE + 22 + 46 * titles.length;
  const captions = linesOf(words.caption, { width: width / 20, most: 1, bold: true });
  const named = below + 18 + 33 * answers.length;
  const free = named + 30 * captions.length;
  const inside = [
    lineMarkup(words.publisher, { x: EDGE, y: EDGE + 4, size: 22, fill: theme("accent"), bold: true }),
    ...titles.map((text, index) => lineMarkup(text, { x: EDGE, y: EDGE + 52 + 46 * index, size: 38, fill: ink, bold: true })),
    ...answers.map((text, index) => lineMarkup(text, { x: EDGE, y: below + 32 + 33 * index, size: 25, fill: muted })),
    ...captions.map((text) => lineMarkup(text, { x: EDGE, y: named + 26, size: 20, fill: ink, bold: true })),
    ...(at ? [await fitted(at, { top: free + 14, height: CARD.height - free - 14 - 16, width })] : []),
  ];
  return documentOf(CARD, escaped(words.title), theme, inside);
}

/**
 * The chart as high as there is space, then as wide; it is not made narrower than its usual width.
 * @param {(width: number) => Promise<Picture>} at
 * @param {{top: number, height: number, width: number}} space
 */
async function fitted(at, { top, height, width }) {
  const scale = Math.min(width / CHART_WIDTH, height / (await at(CHART_WIDTH)).height, LARGEST);
  const { markup } = await at(Math.max(CHART_WIDTH, Math.min(WIDEST * CHART_WIDTH, width / scale)));
  return `<g transform="translate(${EDGE} ${top}) scale(${scale.toFixed(4)})">${markup}</g>`;
}

/** @param {PictureWords} words */
function headingOf({ title, caption }) {
  return caption ? `${title}: ${caption}` : title;
}

/** @param {PictureWords} words */
function sourceOf({ publisher, url }) {
  return `${publisher}, ${url}`;
}

/**
 * @param {{width: number, height: number}} size
 * @param {string} title As markup.
 * @param {Theme} theme
 * @param {string[]} inside
 */
function documentOf({ width, height }, title, theme, inside) {
  const fonts = escaped(theme("sans").replaceAll('"', "'"));
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="${fonts}" role="img"><title>${title}</title>` +
    `<rect width="100%" height="100%" fill="${theme("ground")}"/>${inside.join("")}</svg>\n`
  );
}
