/*
A chart as a picture that stands alone: what Vega draws on a page, with colours and fonts written out, and a
key where its lines carry no names.
*/
/** @import { DrawnChart } from "../../../static/js/chart/plan.js" */
/** @import { Theme } from "./colours.mjs" */
import { BARS } from "../../../static/js/chart/plan.js";
import { outlineOf } from "../../../static/js/chart/looks.js";
import { svgOf } from "../chart.mjs";
import { escaped } from "../svg.mjs";

/**
 * What a drawing shows, to be placed inside an SVG.
 * @typedef {{markup: string, width: number, height: number}} Picture
 */

const KEY_ROW = 22;
const KEY_MARK = 34;
const CHARACTER = 6.8;

/**
 * @param {Parameters<typeof svgOf>[0]} runtimes
 * @param {DrawnChart} chart
 * @param {Theme} theme
 * @param {number} width
 * @returns {Promise<Picture>}
 */
export async function pictureOf(runtimes, chart, theme, width) {
  const { svg, height } = await svgOf(runtimes, chart, width);
  const key = chart.isList || chart.hasLabels ? { markup: "", height: 0 } : keyOf(chart, width);
  const inside = svg.replace(/^<svg[^>]*>/, "").replace(/<\/svg>$/, "").replace(/ (?:(?:class|font-family|role|aria-[a-z]+|pointer-events)="[^"]*"|opacity="1")/g, "");
  const markup = `<g>${inside}</g>${key.markup && `<g font-size="12.5" transform="translate(0 ${height})">${key.markup}</g>`}`;
  return { markup: markup.replace(/var\(--([\w-]+)\)/g, (_, /** @type {string} */ name) => theme(name)), width, height: height + key.height };
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
      + `<text x="${KEY_MARK}" y="10" fill="var(--chart-text)">${escaped(label)}</text></g>`;
  }).join("");
  return { markup, height: Math.ceil(sides.length / columns) * KEY_ROW };
}
