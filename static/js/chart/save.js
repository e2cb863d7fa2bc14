/* A chart as a file. Pictures stand alone: colours are written out as they are on the page. */
/** @import { LiveChart } from "./live.js" */
/** @import { PanelChart } from "../records.js" */
import { csv } from "../csv.js";
import { element, saveFile } from "../elements.js";
import { absoluteAddressOf } from "../site.js";

const SHARPNESS = 2;

/** @param {LiveChart} live */
export async function saveSvg(live) {
  saveFile(new Blob([await standaloneSvg(live)], { type: "image/svg+xml" }), `${live.chart.name}.svg`);
}

/** @param {LiveChart} live */
export async function savePng(live) {
  const picture = new Image();
  picture.src = `data:image/svg+xml,${encodeURIComponent(await standaloneSvg(live))}`;
  await picture.decode();
  const canvas = element("canvas");
  canvas.width = picture.naturalWidth * SHARPNESS;
  canvas.height = picture.naturalHeight * SHARPNESS;
  penOf(canvas).drawImage(picture, 0, 0, canvas.width, canvas.height);
  /** @type {Blob | null} */
  const png = await new Promise((resolve) => { canvas.toBlob(resolve); });
  if (!png) throw new Error("the browser makes no picture of this size");
  saveFile(png, `${live.chart.name}.png`);
}

/** @param {LiveChart} live */
export function saveCsv(live) {
  saveFile(new Blob([csvOf(live.chart)], { type: "text/csv" }), `${live.chart.name}.csv`);
}

/** @type {Record<PanelChart["x"], string>} */
const HEADS = { threads: "threads", load: "offered_per_s", pool: "pool_mib" };

/**
 * The chart's data as CSV, a row per point, with the address of its run.
 * @param {PanelChart} chart
 */
function csvOf(chart) {
  const head = ["server", HEADS[chart.x], chart.metric.name, "low", "high", "runs", "run"];
  const rows = chart.values.map((row) => [row.label, row.threads, row.centre, row.low, row.high, row.n, absoluteAddressOf(row.path)]);
  return csv([head, ...rows]);
}

/** Pixels above and below a chart, and of a line of words; characters of each size are at most so wide. */
const [ABOVE, BELOW, EDGE, LINE] = [34, 10, 12, 15];
const WIDTHS = { title: 8.5, note: 6.3 };

/**
 * The chart with the colours of the page, its title, and where it is from: the permanent address of the page, in the
 * state that it is in.
 * @param {LiveChart} live
 */
async function standaloneSvg(live) {
  const style = getComputedStyle(live.figure);
  /** @param {string} name */
  const colourOf = (name) => hexadecimal(style.getPropertyValue(name));
  const { svg, width, height } = await live.export();
  const coloured = svg.replace(/var\((--[a-z0-9-]+)\)/g, (_, /** @type {string} */ name) => colourOf(name));
  const { title } = live.chart;
  const room = Math.floor((width - 2 * EDGE) / WIDTHS.title);
  const head = title.length > room ? `${title.slice(0, room - 1)}…` : title;
  const page = document.querySelector("link[rel=canonical]")?.getAttribute("href") ?? "";
  const source = `Sysbench Archive, ${page}${location.search}${location.hash}`;
  const lines = source.match(new RegExp(`.{1,${Math.floor((width - 2 * EDGE) / WIDTHS.note)}}`, "gu")) ?? [];
  const whole = ABOVE + height + BELOW + LINE * lines.length;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${whole}" viewBox="0 0 ${width} ${whole}" font-family="sans-serif"><title>${escaped(title)}</title>`
    + `<rect width="100%" height="100%" fill="${colourOf("--ground")}"/>`
    + `<text x="${EDGE}" y="22" font-size="15" font-weight="bold" fill="${colourOf("--ink")}">${escaped(head)}</text>${
     coloured.replace(/^<svg/, `<svg y="${ABOVE}"`)
     }${lines.map((line, at) => `<text x="${EDGE}" y="${ABOVE + height + LINE * (at + 1)}" font-size="11" fill="${colourOf("--muted")}">${escaped(line)}</text>`).join("")
     }</svg>\n`;
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/**
 * A colour as programs write it that draw SVG: they know few of the notations that browsers know.
 * @param {string} colour
 */
function hexadecimal(colour) {
  const pen = penOf(element("canvas", { width: 1, height: 1 }), { willReadFrequently: true });
  pen.fillStyle = colour.trim();
  pen.fillRect(0, 0, 1, 1);
  return `#${[...pen.getImageData(0, 0, 1, 1).data].slice(0, 3).map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {CanvasRenderingContext2DSettings} [settings]
 */
function penOf(canvas, settings) {
  const pen = canvas.getContext("2d", settings);
  if (!pen) throw new Error("the browser draws no pictures");
  return pen;
}
