/*
The pictures of a page: each chart with a title and where it is from, and the card that previews of links show,
which has the answer as well. Their colours are still names, for `colours.mjs`.
*/
/** @import { Theme, Themes } from "./colours.mjs" */
/** @import { Picture } from "./standalone.mjs" */
import { escaped } from "../svg.mjs";
import { coloured, coloursOf, darkColours, darkRules } from "./colours.mjs";
import { RULES } from "./standalone.mjs";
import { lineMarkup, linesOf } from "./words.mjs";

/**
 * A chart that is drawn: its name, the address of its picture, and which part of the page it shows, empty where there
 * is one only.
 * @typedef {{name: string, path: string, caption: string}} PicturedChart
 */

/**
 * What pictures of a page say; `sysbench_archive.publish` writes it.
 * @typedef {object} PictureWords
 * @property {PicturedChart[]} charts Its charts; the card shows the first.
 * @property {string} card Address of the card; empty where there is none.
 * @property {string} title
 * @property {string} finding A number or a range; may be empty.
 * @property {string} answer
 * @property {string} basis What it rests on; may be empty.
 * @property {string} publisher
 * @property {string} url Permanent address of the page.
 * @property {string[]} gone Addresses of charts that are no longer drawn.
 * @property {string[]} notices What is shown in their place, a sentence each.
 */

/**
 * A picture before it has colours, in pixels.
 * @typedef {{width: number, height: number, title: string, inside: string}} Sheet
 */

const CARD = { width: 1200, height: 630 };
const EDGE = 48;
/** Pixels around a chart that stands alone. */
const PADDING = 16;
/** Letters of titles and of answers in pixels, and how many lines of them there are at most. */
const LOOKS = { charted: { title: 38, titles: 2, answer: 25, answers: 3 }, words: { title: 42, titles: 3, answer: 28, answers: 7 } };
const FINDING = 76;
const SMALL = 22;
/** Pixels between parts. */
const GAP = 14;
/** How much a chart is enlarged at most, and how much wider it is made. */
const LARGEST = 1.6;
const WIDEST = 2.5;
const INK = "var(--ink)";
const MUTED = "var(--muted)";
/** Pixels of a chart as pages have it. */
export const CHART_WIDTH = 720;
/** Lines of a notice in place of a chart. */
const NOTICE_LINES = 13;

/**
 * A chart with its title and where it is from.
 * @param {Picture} drawn
 * @param {string} title
 * @param {string} caption
 * @param {PictureWords} words
 * @returns {Sheet}
 */
export function chartSheet(drawn, title, caption, words) {
  const width = drawn.width + 2 * PADDING;
  const titles = linesOf(caption ? `${words.title}: ${caption}` : words.title, { width: drawn.width / 15, most: 2, bold: true });
  const top = PADDING + 20 * titles.length + 6;
  const height = top + drawn.height + 34;
  const inside = [
    ...titles.map((text, index) => lineMarkup(text, { x: PADDING, y: PADDING + 15 + 20 * index, size: 15, fill: INK, bold: true })),
    `<g transform="translate(${PADDING} ${top})">${drawn.markup}</g>`,
    ...linesOf(`${words.publisher}, ${words.url}`, { width: drawn.width / 11, most: 1 }).map((text) => lineMarkup(text, { x: PADDING, y: height - 12, size: 11, fill: MUTED })),
  ];
  return { width, height, title, inside: inside.join("") };
}

/**
 * What is shown in place of a chart that is no longer drawn.
 * @param {PictureWords} words
 * @returns {Sheet}
 */
export function noticeSheet({ title, notices }) {
  const inside = [title, ...notices].flatMap((text, index) => linesOf(text, { width: CHART_WIDTH / 16, most: 4, bold: !index }).map((line) => ({ line, bold: !index })));
  const markup = inside.slice(0, NOTICE_LINES).map(({ line, bold }, index) => lineMarkup(line, { x: PADDING, y: 34 + 28 * index, size: 16, fill: INK, bold }));
  return { width: CHART_WIDTH + 2 * PADDING, height: 405, title, inside: markup.join("") };
}

/**
 * The card. Without a chart, words have its space, and hard edges: previews show it at half its size.
 * @param {((width: number) => Promise<Picture>) | null} at Draws the chart so wide.
 * @param {PictureWords} words
 * @returns {Promise<Sheet>}
 */
export async function cardSheet(at, words) {
  const width = CARD.width - 2 * EDGE;
  const look = at ? LOOKS.charted : LOOKS.words;
  const titles = linesOf(words.title, { width: width / look.title, most: look.titles, bold: true });
  const findings = linesOf(words.finding, { width: width / FINDING, most: 2, bold: true });
  const foot = CARD.height - EDGE;
  const heads = [1.2 * look.title * titles.length, findings.length && 1.2 * FINDING * findings.length + GAP];
  // What is left above the publisher's name, where words have the whole card.
  const space = foot - SMALL - 2 * GAP - EDGE - heads[0] - heads[1];
  const fitting = at ? look.answers : Math.min(look.answers, Math.floor((space - GAP) / 1.32 / look.answer));
  const answers = linesOf(words.answer, { width: width / look.answer, most: fitting });
  const captions = linesOf(words.charts[0]?.caption ?? "", { width: width / 20, most: 1, bold: true });
  const named = linesOf(words.basis, { width: width / 2 / SMALL, most: 1 });
  const told = 1.32 * look.answer * answers.length + GAP;
  const top = at ? EDGE + SMALL - 6 : EDGE + (space - told) / 2;
  const [below, behind] = [top + heads[0] + GAP, top + heads[0] + heads[1] + GAP];
  const free = behind - GAP + told;
  const chart = free + 30 * captions.length + 24;
  const small = { y: at ? EDGE + 4 : foot, size: SMALL };
  const inside = [
    lineMarkup(words.publisher, { ...small, x: EDGE, fill: "var(--accent)", bold: true }),
    ...named.map((text) => lineMarkup(text, { ...small, x: CARD.width - EDGE, fill: INK, anchor: "end" })),
    ...titles.map((text, index) => lineMarkup(text, { x: EDGE, y: top + look.title * (0.95 + 1.2 * index), size: look.title, fill: INK, bold: true })),
    ...findings.map((text, index) => lineMarkup(text, { x: EDGE, y: below + FINDING * (0.95 + 1.2 * index), size: FINDING, fill: INK, bold: true })),
    ...answers.map((text, index) => lineMarkup(text, { x: EDGE, y: behind + look.answer * (0.95 + 1.32 * index), size: look.answer, fill: MUTED })),
    ...captions.map((text) => lineMarkup(text, { x: EDGE, y: free + 27, size: 20, fill: INK, bold: true })),
    ...(at ? [await fitted(at, { top: chart, height: CARD.height - chart - 16, width })] : []),
  ].join("");
  return { ...CARD, title: words.title, inside: at ? inside : `<g text-rendering="optimizeSpeed">${inside}</g>` };
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

/**
 * A sheet in light colours, and lists of these and of the dark ones that stand for them.
 * @param {Sheet} sheet
 * @param {Themes} themes
 */
export function lightDocument(sheet, themes) {
  const plain = documentOf(sheet, themes.light, RULES);
  const dark = darkColours(plain, themes);
  const svg = coloured(plain, themes.light);
  const colours = coloursOf(svg);
  return { svg, colours: [colours, colours.map((light) => dark.get(light) ?? light)] };
}

/**
 * A sheet that is dark where its reader prefers that. At the address with `#light` it is always light, for pages that are.
 * @param {Sheet} sheet
 * @param {Themes} themes
 */
export function adaptiveDocument(sheet, themes) {
  const dark = darkRules(documentOf(sheet, themes.light, ""), themes);
  return coloured(documentOf(sheet, themes.light, `${RULES}@media(prefers-color-scheme:dark){#light:not(:target){${dark}}}`), themes.light);
}

/**
 * @param {Sheet} sheet
 * @param {Theme} theme That fonts are from.
 * @param {string} rules
 */
function documentOf({ width, height, title, inside }, theme, rules) {
  const fonts = escaped(theme("sans").replaceAll('"', "'"));
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" id="light" ${size} font-family="${fonts}" role="img"><title>${escaped(title)}</title><style>${rules}</style>` +
    `<rect width="100%" height="100%" fill="var(--ground)"/>${inside}</svg>\n`
  );
}
