/*
A Vega scene as a small inline SVG that fills its column at any width.

Across, a place inside the plot becomes a percentage and a place beside it stays in pixels from
the plot's edge; down, everything is in pixels. So text, markers and strokes keep their size on
a phone. The margins are the SVG's padding, which the stylesheet sets. Lines, rules and areas are
paths in boxes that stretch; their strokes do not (vector-effect, in the stylesheet).
What many marks share is written once, around them. Marks carry neither words nor links: the
table beside a drawing has both, and a program that makes it interactive reads them from its data.
*/
/** @import { ChartMark } from "../../static/js/records.js" */
import { Marks } from "vega-scenegraph";

/**
 * What Vega draws: many items that are drawn alike. `group` is what a mark of an axis belongs to.
 * @typedef {object} SceneMark
 * @property {"group" | keyof typeof WRITERS} marktype
 * @property {string} role
 * @property {SceneItem[]} items
 * @property {{orient?: string}} [group]
 */

/**
 * One item of a mark. Vega sets no property that an item of its kind does not have.
 * @typedef {object} SceneItem
 * @property {number} x
 * @property {number} y
 * @property {number} [x2]
 * @property {number} [y2]
 * @property {number} width
 * @property {number} height
 * @property {string} fill
 * @property {number} [fillOpacity]
 * @property {string} stroke
 * @property {number} [strokeWidth]
 * @property {number[]} [strokeDash]
 * @property {number} [opacity]
 * @property {string} shape
 * @property {string | number | string[]} text
 * @property {string} [align]
 * @property {string} [baseline]
 * @property {number} [dx]
 * @property {number} [dy]
 * @property {number} fontSize
 * @property {number} lineHeight
 * @property {string} [lineBreak]
 * @property {{row?: ChartMark, value?: number}} [datum]
 * @property {SceneMark} mark The mark it is of.
 * @property {SceneMark[]} items The marks in a group.
 */

/**
 * A marker that is drawn once and used often.
 * @typedef {{id: string, d: string}} Shape
 */

/**
 * What every part of a drawing needs: the size of the plot, what ids begin with, the class of an
 * item, the markers so far.
 * @typedef {object} Pen
 * @property {number} width
 * @property {number} height
 * @property {string} id
 * @property {(item: SceneItem) => string} rank
 * @property {Map<string, Shape>} shapes
 */

/**
 * Makes the markup of the items of a mark. `left` and `top` are where the mark's group lies.
 * @typedef {(items: SceneItem[], left: number, top: number, pen: Pen) => string} Writer
 */

/** @type {Record<string, string>} */
const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/**
 * Text that no reader of markup takes for markup.
 * @param {string} text
 */
export function escaped(text) {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character]);
}

/**
 * A number with at most `decimals` decimals, without a leading zero.
 * @param {number} value
 * @param {number} [decimals]
 */
function shortNumber(value, decimals = 1) {
  const factor = 10 ** decimals;
  const rounded = Math.round(value * factor) / factor || 0;
  return String(rounded).replace(/^(-?)0\./, "$1.");
}

/**
 * The inside of an SVG, and the markers in it by shape. What stretches lies under the markers, texts
 * lie over both.
 * @param {SceneMark} root
 * @param {{width: number, height: number}} size Of the plot.
 * @param {Pick<Pen, "id" | "rank">} options
 */
export function sceneToSvg(root, size, options) {
  /** @type {Pen} */
  const pen = { ...size, ...options, shapes: new Map() };
  /** @type {Layers} */
  const layers = { under: [], lines: [], marks: [], texts: [] };
  draw(root, 0, 0, pen, layers);
  const shapes = [...pen.shapes.values()].map(({ id, d }) => `<path id="${id}" d="${d}"/>`).join("");
  const lines = layers.lines.length ? `<g class="mark-line">${layers.lines.join("")}</g>` : "";
  const under = `<svg viewBox="0 0 ${pen.width} ${pen.height}" preserveAspectRatio="none" height="${pen.height}">${layers.under.join("")}${lines}</svg>`;
  const inside = `<g aria-hidden="true">${under}${layers.marks.join("")}${layers.texts.join("")}</g>`;
  return { svg: (shapes && `<defs>${shapes}</defs>`) + inside, shapes: pen.shapes };
}

/** @typedef {Record<"under" | "lines" | "marks" | "texts", string[]>} Layers */

/** @param {SceneMark} mark @param {number} left @param {number} top @param {Pen} pen @param {Layers} layers */
function draw(mark, left, top, pen, layers) {
  if (mark.marktype === "group") {
    for (const item of mark.items) for (const inner of item.items) draw(inner, left + (item.x || 0), top + (item.y || 0), pen, layers);
    return;
  }
  if (!Object.hasOwn(WRITERS, mark.marktype)) throw new Error(`has a mark that is not known: ${mark.marktype}`);
  const { layer, write } = WRITERS[mark.marktype];
  if (mark.items.length) layers[layer].push(write(mark.items, left, top, pen));
}

/** @type {Record<"area" | "rule" | "line" | "rect" | "symbol" | "text", {layer: keyof Layers, write: Writer}>} */
const WRITERS = {
  area: { layer: "under", write: areaMarkup },
  rule: { layer: "under", write: ruleMarkup },
  line: { layer: "lines", write: lineMarkup },
  rect: { layer: "marks", write: rectMarkup },
  symbol: { layer: "marks", write: symbolMarkup },
  text: { layer: "texts", write: textMarkup },
};

/**
 * Items one after the other; neighbours that look the same share a group with their attributes.
 * @param {SceneItem[]} items
 * @param {(item: SceneItem) => string} look
 * @param {(item: SceneItem) => string} write
 */
function grouped(items, look, write) {
  /** @type {{key: string, parts: string[]}[]} */
  const runs = [];
  for (const item of items) {
    const key = look(item);
    const last = runs.at(-1);
    if (last?.key === key) last.parts.push(write(item));
    else runs.push({ key, parts: [write(item)] });
  }
  return runs.map(({ key, parts }) => (key ? `<g${key}>${parts.join("")}</g>` : parts.join(""))).join("");
}

// The stylesheet gives lines their width, as it gives texts their font.
const LINE_WIDTH = 2;

/** @param {SceneItem} item @param {number} [usual] The width that need not be written. */
function strokeLook(item, usual = 1) {
  const { stroke, strokeDash = [], opacity = 1, strokeWidth = 1 } = item;
  const dash = strokeDash.length ? ` stroke-dasharray="${strokeDash.join(" ")}"` : "";
  const faint = opacity === 1 ? "" : ` opacity="${shortNumber(opacity, 2)}"`;
  const wide = strokeWidth === usual ? "" : ` stroke-width="${shortNumber(strokeWidth, 2)}"`;
  return ` stroke="${escaped(stroke)}"${wide}${dash}${faint}`;
}

/** @param {string} rank */
function classLook(rank) {
  return rank ? ` class="${rank}"` : "";
}

/** @type {Writer} */
function ruleMarkup(items, left, top, pen) {
  /** @type {Map<string, string>} */
  const looks = new Map();
  for (const item of items) {
    const { x, y, x2 = x, y2 = y } = item;
    const look = classLook(pen.rank(item)) + strokeLook(item);
    looks.set(look, (looks.get(look) ?? "") + segment(x + left, y + top, x2 + left, y2 + top));
  }
  return [...looks].map(([look, d]) => `<path${look} d="${d}"/>`).join("");
}

/** @param {number} x @param {number} y @param {number} x2 @param {number} y2 */
function segment(x, y, x2, y2) {
  const start = `M${shortNumber(x)} ${shortNumber(y)}`;
  if (x === x2) return `${start}V${shortNumber(y2)}`;
  return y === y2 ? `${start}H${shortNumber(x2)}` : `${start}L${shortNumber(x2)} ${shortNumber(y2)}`;
}

/** @type {Writer} */
function lineMarkup(items, left, top) {
  const places = items.map((item) => `${shortNumber(item.x + left)} ${shortNumber(item.y + top)}`);
  const look = strokeLook(items[0], LINE_WIDTH);
  return `<path${look} d="M${places.join(" ")}"/>`;
}

/**
 * Out along one edge and back along the other.
 * @type {Writer}
 */
function areaMarkup(items, left, top) {
  const out = items.map(({ x, y }) => `${shortNumber(x + left)} ${shortNumber(y + top)}`);
  const back = items.map(({ x, y, y2 = y }) => `${shortNumber(x + left)} ${shortNumber(y2 + top)}`).reverse();
  const { fill, fillOpacity = 1 } = items[0];
  return `<path fill="${escaped(fill)}" fill-opacity="${shortNumber(fillOpacity, 2)}" d="M${[...out, ...back].join(" ")}Z"/>`;
}

/** @type {Writer} */
function rectMarkup(items, left, top, pen) {
  return grouped(items, fillLook, (item) => {
    const x = across(item.x + left, pen.width);
    const wide = `${shortNumber((item.width / pen.width) * 100, 2)}%`;
    const from = x.value === "0" ? "" : ` x="${x.value}"`;
    return `<rect${from} y="${shortNumber(item.y + top)}" width="${wide}" height="${shortNumber(item.height)}"/>`;
  });
}

/** @param {SceneItem} item */
function fillLook(item) {
  return ` fill="${escaped(item.fill)}"`;
}

/** @type {Writer} */
function symbolMarkup(items, left, top, pen) {
  /** @param {SceneItem} item */
  const look = (item) => `${classLook(pen.rank(item))}${fillLook(item)}${shiftLook(across(item.x + left, pen.width).beside)}`;
  return grouped(items, look, (item) => {
    const { id } = shapeOf(item, pen);
    const x = across(item.x + left, pen.width);
    return `<use href="#${id}" x="${x.value}" y="${shortNumber(item.y + top)}"/>`;
  });
}

/** @param {SceneItem} item @param {Pen} pen */
function shapeOf(item, pen) {
  const known = pen.shapes.get(item.shape);
  if (known) return known;
  let path = "";
  Marks.symbol.attr((name, value) => {
    if (name === "d") path = String(value);
  }, { ...item, x: 0, y: 0 });
  const d = path.replace(/-?\d*\.?\d+(e-?\d+)?/g, (number) => shortNumber(Number(number), 2));
  const shape = { id: `${pen.id}${pen.shapes.size}`, d };
  pen.shapes.set(item.shape, shape);
  return shape;
}

/** @param {number} beside */
function shiftLook(beside) {
  return beside ? ` transform="translate(${shortNumber(beside)})"` : "";
}

/**
 * A place across: a percentage or pixels, and how many pixels it lies beside the plot's right edge.
 * @param {number} x
 * @param {number} width
 */
function across(x, width) {
  if (x > width) return { value: "100%", beside: x - width };
  return { value: x <= 0 ? shortNumber(x) : `${shortNumber((x / width) * 100)}%`, beside: 0 };
}

/** @type {Record<string, string>} */
const ANCHORS = { center: "middle", right: "end" };
/** @type {Record<string, number>} */
const DROPS = { middle: 0.32, top: 0.8, "line-top": 0.8, bottom: -0.2 };

/** @type {Writer} */
function textMarkup(items, left, top, pen) {
  /** @param {SceneItem} item */
  const place = ({ x, dx = 0 }) => across(x + dx + left, pen.width);
  /** @param {SceneItem} item */
  const look = (item) => {
    const anchor = item.align && Object.hasOwn(ANCHORS, item.align) ? ` text-anchor="${ANCHORS[item.align]}"` : "";
    return `${classLook(pen.rank(item))}${anchor}${shiftLook(place(item).beside)}`;
  };
  const shown = items.filter((item) => (item.opacity ?? 1) > 0 && item.text !== "");
  return grouped(shown, look, (item) => {
    const { value } = place(item);
    const drop = item.baseline && Object.hasOwn(DROPS, item.baseline) ? DROPS[item.baseline] : 0;
    const down = item.y + top + (item.dy ?? 0) + drop * item.fontSize;
    return `<text x="${value}" y="${shortNumber(down)}">${textLines(item, value)}</text>`;
  });
}

/** @param {SceneItem} item @param {string} x */
function textLines({ text, lineBreak = "\n", lineHeight }, x) {
  const lines = Array.isArray(text) ? text : String(text).split(lineBreak);
  return lines.map((line, index) => (index ? `<tspan x="${x}" dy="${lineHeight}">${escaped(line)}</tspan>` : escaped(line))).join("");
}
