/* A chart as a file. Pictures stand alone: colours are written out as they are on the page. */
import { csv } from "../csv.js";
import { element } from "../elements.js";

const SHARPNESS = 2;

export async function saveSvg(live) {
  offer(live, "svg", new Blob([await standing(live)], { type: "image/svg+xml" }));
}

export async function savePng(live) {
  const picture = new Image();
  picture.src = `data:image/svg+xml,${encodeURIComponent(await standing(live))}`;
  await picture.decode();
  const canvas = element("canvas");
  canvas.width = picture.naturalWidth * SHARPNESS;
  canvas.height = picture.naturalHeight * SHARPNESS;
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  offer(live, "png", await new Promise((done) => canvas.toBlob(done)));
}

export function saveCsv(live) {
  offer(live, "csv", new Blob([csvOf(live.chart, live.base)], { type: "text/csv" }));
}

/** The chart's data as CSV, a row per point, with the address of its run. */
export function csvOf(chart, base) {
  const head = ["server", "threads", chart.metric.name, "low", "high", "runs", "run"];
  const root = new URL(base, location.href).href.replace(/\/$/, "");
  const rows = chart.values.map((row) => [row.label, row.threads, row.centre, row.low, row.high, row.n, root + row.path]);
  return csv([head, ...rows]);
}

async function standing(live) {
  const style = getComputedStyle(live.figure);
  const resolved = (await live.export()).replace(/var\((--[a-z0-9-]+)\)/g, (_, name) => written(style.getPropertyValue(name)));
  const ground = `<rect width="100%" height="100%" fill="${written(style.getPropertyValue("--ground"))}"/>`;
  const title = `<title>${inert(live.chart.title)}</title>`;
  return resolved.replace(/^<svg[^>]*>/, (open) => open + title + ground);
}

function inert(text) {
  return text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}

// Programs that draw SVG know few of the colour notations that browsers know.
function written(colour) {
  const pen = element("canvas", { width: "1", height: "1" }).getContext("2d", { willReadFrequently: true });
  pen.fillStyle = colour.trim();
  pen.fillRect(0, 0, 1, 1);
  return `#${[...pen.getImageData(0, 0, 1, 1).data].slice(0, 3).map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

function offer(live, ending, blob) {
  const address = URL.createObjectURL(blob);
  element("a", { href: address, download: `${live.chart.name}.${ending}` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
