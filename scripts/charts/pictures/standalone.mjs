/*
A chart as a picture that stands alone: what pages show of it, as wide as it is told, and a key where its lines carry
no names. Its colours are still names, for `colours.mjs`.
*/
/** @import { DrawnChart } from "../../../static/js/chart/plan.js" */
import { BARS } from "../../../static/js/chart/plan.js";
import { outlineOf } from "../../../static/js/chart/looks.js";
import { sceneOf } from "../chart.mjs";
import { escaped, sceneToSvg } from "../svg.mjs";

/**
 * What a drawing shows, to be placed inside an SVG.
 * @typedef {{markup: string, width: number, height: number}} Picture
 */

/** What a drawing needs of a stylesheet, where there is none: as static/css/chart.css has it. */
export const RULES = "svg{overflow:visible}.mark-line{fill:none;stroke-width:2;stroke-linejoin:round}";
const KEY_ROW = 22;
const KEY_MARK = 34;
const CHARACTER = 6.8;

/**
 * @param {Parameters<typeof sceneOf>[0]} runtimes
 * @param {DrawnChart} chart
 * @param {number} width
 * @returns {Promise<Picture>}
 */
export async function pictureOf(runtimes, chart, width) {
  const { root, size, margins } = await sceneOf(runtimes, chart, width);
  const { svg } = sceneToSvg(root, size, { id: "m", rank: () => "" });
  const height = margins.top + size.height + margins.bottom;
  const key = chart.isList || chart.hasLabels ? { markup: "", height: 0 } : keyOf(chart, width);
  const plot = `<svg x="${margins.left}" y="${margins.top}" width="${size.width}" height="${size.height}" viewBox="0 0 ${size.width} ${size.height}">${svg}</svg>`;
  const markup = `<g font-size="12.5" fill="var(--chart-text)">${plot}${key.markup && `<g transform="translate(0 ${height})">${key.markup}</g>`}</g>`;
  return { markup, width, height: height + key.height };
}

/**
 * The key, in as many columns as the longest name leaves space for.
 * @param {DrawnChart} chart
 * @param {number} width
 */
function keyOf({ sides, lookOf }, width) {
  const widest = KEY_MARK + CHARACTER * Math.max(...sides.map(({ label }) => label.length)) + 14;
  const columns = Math.max(1, Math.floor((width - BARS.right) / widest));
  const markup = sides.map(({ id, label }, at) => {
    const { colour, dash, shape } = lookOf(id);
    const place = `translate(${(at % columns) * widest} ${Math.floor(at / columns) * KEY_ROW})`;
    const dashes = dash.length ? ` stroke-dasharray="${dash.join(" ")}"` : "";
    return `<g transform="${place}"><path${dashes} d="M1 6H25" stroke="${colour}" stroke-width="2"/>`
      + `<path transform="translate(13 6) scale(3.6)" d="${outlineOf(shape)}" fill="${colour}"/>`
      + `<text x="${KEY_MARK}" y="10">${escaped(label)}</text></g>`;
  }).join("");
  return { markup, height: Math.ceil(sides.length / columns) * KEY_ROW };
}
