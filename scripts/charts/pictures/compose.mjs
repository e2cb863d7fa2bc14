/**
 * The two pictures of a comparison: its chart with a title and where it is from, and the card
 * that previews of links show, which has the answer as well. Both stand on a light ground.
 */
import { inert } from "../svg.mjs";
import { line, lines } from "./words.mjs";

export const CARD = { width: 1200, height: 630 };
const EDGE = 48;
const AROUND = 16;
const LARGEST = 1.6;
const WIDEST = 2.5;

/** A chart as a document; `drawn` is a picture, `words` its input record. */
export function chartDocument(drawn, words, theme) {
  const width = drawn.width + 2 * AROUND;
  const [ink, muted] = [theme.get("ink"), theme.get("muted")];
  const titles = lines(headed(words), { width: drawn.width / 15, most: 2, bold: true });
  const top = AROUND + 20 * titles.length + 6;
  const height = top + drawn.height + 34;
  const inside = [
    ...titles.map((text, index) => line(text, { x: AROUND, y: AROUND + 15 + 20 * index, size: 15, fill: ink, bold: true })),
    `<g transform="translate(${AROUND} ${top})">${drawn.markup}</g>`,
    ...lines(source(words), { width: drawn.width / 11, most: 1 }).map((text) => line(text, { x: AROUND, y: height - 12, size: 11, fill: muted })),
  ];
  return page({ width, height }, drawn.title, theme, inside);
}

/** The card; `at` draws the chart so much wider than it was. Without one, words have the room. */
export function cardDocument(at, words, theme) {
  const [ink, muted] = [theme.get("ink"), theme.get("muted")];
  const room = CARD.width - 2 * EDGE;
  const titles = lines(words.title, { width: room / 38, most: at ? 2 : 4, bold: true });
  const answers = lines(words.answer, { width: room / 25, most: at ? 3 : 8 });
  const below = EDGE + 22 + 46 * titles.length;
  const captions = lines(words.caption, { width: room / 20, most: 1, bold: true });
  const named = below + 18 + 33 * answers.length;
  const free = named + 30 * captions.length;
  const inside = [
    line(words.publisher, { x: EDGE, y: EDGE + 4, size: 22, fill: theme.get("accent"), bold: true }),
    ...titles.map((text, index) => line(text, { x: EDGE, y: EDGE + 52 + 46 * index, size: 38, fill: ink, bold: true })),
    ...answers.map((text, index) => line(text, { x: EDGE, y: below + 32 + 33 * index, size: 25, fill: muted })),
    ...captions.map((text) => line(text, { x: EDGE, y: named + 26, size: 20, fill: ink, bold: true })),
    ...(at ? [fitted(at, { top: free + 14, height: CARD.height - free - 14 - 16, room })] : []),
  ];
  return page(CARD, inert(words.title), theme, inside);
}

// As high as there is room, then as wide; a chart is not made narrower than it was.
function fitted(at, { top, height, room }) {
  const drawn = at(1);
  const scale = Math.min(room / drawn.width, height / drawn.height, LARGEST);
  const stretch = 1 + (room / scale - drawn.width) / drawn.plot;
  const { markup } = at(Math.max(1, Math.min(WIDEST, stretch)));
  return `<g transform="translate(${EDGE} ${top}) scale(${scale.toFixed(4)})">${markup}</g>`;
}

function headed({ title, caption }) {
  return caption ? `${title}: ${caption}` : title;
}

function source({ publisher, url }) {
  return `${publisher}, ${url}`;
}

// A title is markup already: it comes from a drawing, or was made inert.
function page({ width, height }, title, theme, inside) {
  const fonts = inert(theme.get("sans").replaceAll('"', "'"));
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="${fonts}" role="img"><title>${title}</title>` +
    `<rect width="100%" height="100%" fill="${theme.get("ground")}"/>${inside.join("")}</svg>\n`
  );
}
