/**
 * A Vega scene as a small inline SVG that fills its column at any width.
 *
 * Across, a place inside the plot becomes a percentage and a place beside it stays in pixels from
 * the plot's edge; down, everything is in pixels. So text, markers and strokes keep their size on
 * a phone. The margins are the SVG's padding, which the stylesheet sets. Lines, rules and areas are
 * paths in boxes that stretch; their strokes do not (vector-effect, in the stylesheet).
 * What many marks share is written once, around them.
 */
import { Marks } from "vega-scenegraph";

const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Text that no reader of markup takes for markup. */
export function inert(text) {
  return String(text ?? "").replace(/[&<>"]/g, (character) => ESCAPES[character]);
}

/** A number with at most `decimals` decimals, without a leading zero. */
export function short(value, decimals = 1) {
  const factor = 10 ** decimals;
  const rounded = Math.round(value * factor) / factor || 0;
  return String(rounded).replace(/^(-?)0\./, "$1.");
}

/**
 * The inside of an SVG. root: the scene's root mark; size: {width, height} of the plot; options:
 * {id: prefix of ids, link: item → {href, text} or null, rank: item → class or ""}. What stretches
 * lies under the markers, texts lie over both. Returns {svg, shapes: Map of shape → {id, d}}.
 */
export function sceneToSvg(root, size, options) {
  const pen = { ...size, ...options, shapes: new Map() };
  const layers = { under: [], lines: [], marks: [], texts: [] };
  draw(root, 0, 0, pen, layers);
  const shapes = [...pen.shapes.values()].map(({ id, d }) => `<path id="${id}" d="${d}"/>`).join("");
  const lines = layers.lines.length ? `<g class="mark-line">${layers.lines.join("")}</g>` : "";
  const under = `<svg viewBox="0 0 ${pen.width} ${pen.height}" preserveAspectRatio="none" height="${pen.height}">${layers.under.join("")}${lines}</svg>`;
  const inside = `<g aria-hidden="true">${under}${layers.marks.join("")}${layers.texts.join("")}</g>`;
  return { svg: (shapes && `<defs>${shapes}</defs>`) + inside, shapes: pen.shapes };
}

function draw(mark, left, top, pen, layers) {
  if (mark.marktype === "group") {
    for (const item of mark.items) for (const inner of item.items) draw(inner, left + (item.x || 0), top + (item.y || 0), pen, layers);
    return;
  }
  const [layer, write] = WRITERS[mark.marktype] ?? [];
  if (!write) throw new Error(`has a mark that is not known: ${mark.marktype}`);
  if (mark.items.length) layers[layer].push(write(mark.items, left, top, pen));
}

const WRITERS = {
  area: ["under", area], rule: ["under", rules], line: ["lines", line], rect: ["marks", rects], symbol: ["marks", symbols], text: ["texts", texts],
};

// Neighbours that look the same share a group with their attributes.
function grouped(items, look, write) {
  const runs = [];
  for (const item of items) {
    const key = look(item);
    if (runs.at(-1)?.key === key) runs.at(-1).parts.push(write(item));
    else runs.push({ key, parts: [write(item)] });
  }
  return runs.map(({ key, parts }) => (key ? `<g${key}>${parts.join("")}</g>` : parts.join(""))).join("");
}

// The stylesheet gives lines their width, as it gives texts their font.
const LINE_WIDTH = 2;

function strokeLook(item, usual = 1) {
  const dash = item.strokeDash?.length ? ` stroke-dasharray="${item.strokeDash.join(" ")}"` : "";
  const opacity = (item.opacity ?? 1) === 1 ? "" : ` opacity="${short(item.opacity, 2)}"`;
  const wide = (item.strokeWidth ?? 1) === usual ? "" : ` stroke-width="${short(item.strokeWidth, 2)}"`;
  return ` stroke="${inert(item.stroke)}"${wide}${dash}${opacity}`;
}

function named(rank) {
  return rank ? ` class="${rank}"` : "";
}

function rules(items, left, top, pen) {
  const looks = new Map();
  for (const item of items) {
    const [x, y] = [item.x + left, item.y + top];
    const d = segment(x, y, (item.x2 ?? item.x) + left, (item.y2 ?? item.y) + top);
    const look = named(pen.rank(item)) + strokeLook(item);
    looks.set(look, (looks.get(look) ?? "") + d);
  }
  return [...looks].map(([look, d]) => `<path${look} d="${d}"/>`).join("");
}

function segment(x, y, x2, y2) {
  const start = `M${short(x)} ${short(y)}`;
  if (x === x2) return `${start}V${short(y2)}`;
  return y === y2 ? `${start}H${short(x2)}` : `${start}L${short(x2)} ${short(y2)}`;
}

function line(items, left, top) {
  const places = items.map((item) => `${short(item.x + left)} ${short(item.y + top)}`);
  const look = strokeLook(items[0], LINE_WIDTH);
  return `<path${look} d="M${places.join(" ")}"/>`;
}

// Out along one edge and back along the other.
function area(items, left, top) {
  const edge = (side) => (item) => `${short(item.x + left)} ${short(item[side] + top)}`;
  const places = [...items.map(edge("y")), ...items.map(edge("y2")).reverse()];
  const { fill, fillOpacity } = items[0];
  return `<path fill="${inert(fill)}" fill-opacity="${short(fillOpacity ?? 1, 2)}" d="M${places.join(" ")}Z"/>`;
}

function rects(items, left, top, pen) {
  const place = (item) => {
    const x = across(item.x + left, pen);
    const wide = `${short((item.width / pen.width) * 100, 2)}%`;
    const from = x.value === "0" ? "" : ` x="${x.value}"`;
    return linked(item, pen, `<rect${from} y="${short(item.y + top)}" width="${wide}" height="${short(item.height)}"`);
  };
  return grouped(items, fillLook, place);
}

function fillLook(item) {
  return ` fill="${inert(item.fill)}"`;
}

function symbols(items, left, top, pen) {
  const look = (item) => `${named(pen.rank(item))}${fillLook(item)}${shift(across(item.x + left, pen))}`;
  const place = (item) => {
    const shape = shapeId(item, pen);
    const x = across(item.x + left, pen);
    return linked(item, pen, `<use href="#${shape}" x="${x.value}" y="${short(item.y + top)}"`);
  };
  return grouped(items, look, place);
}

function shapeId(item, pen) {
  if (pen.shapes.has(item.shape)) return pen.shapes.get(item.shape).id;
  const found = {};
  Marks.symbol.attr((name, value) => (found[name] = value), { ...item, x: 0, y: 0 });
  const d = String(found.d).replace(/-?\d*\.?\d+(e-?\d+)?/g, (number) => short(Number(number), 2));
  const id = `${pen.id}${pen.shapes.size}`;
  pen.shapes.set(item.shape, { id, d });
  return id;
}

function linked(item, pen, open) {
  const link = pen.link(item);
  if (!link) return `${open}/>`;
  return `<a href="${inert(link.href)}" tabindex="-1"><title>${inert(link.text)}</title>${open}/></a>`;
}

function shift({ beside }) {
  return beside ? ` transform="translate(${short(beside)})"` : "";
}

/** {value: percentage or pixels, beside: pixels from the plot's right edge}. */
function across(x, { width }) {
  if (x > width) return { value: "100%", beside: x - width };
  return { value: x <= 0 ? short(x) : `${short((x / width) * 100)}%`, beside: 0 };
}

const ANCHORS = { center: "middle", right: "end" };
const DROPS = { middle: 0.32, top: 0.8, "line-top": 0.8, bottom: -0.2 };

function texts(items, left, top, pen) {
  const look = (item) => {
    const anchor = ANCHORS[item.align] ? ` text-anchor="${ANCHORS[item.align]}"` : "";
    return `${named(pen.rank(item))}${anchor}${shift(across(textLeft(item) + left, pen))}`;
  };
  const place = (item) => {
    const x = across(textLeft(item) + left, pen);
    const down = item.y + top + (item.dy || 0) + (DROPS[item.baseline] ?? 0) * item.fontSize;
    return `<text x="${x.value}" y="${short(down)}">${textLines(item, x.value)}</text>`;
  };
  return grouped(items.filter((item) => (item.opacity ?? 1) > 0 && item.text !== ""), look, place);
}

function textLeft(item) {
  return item.x + (item.dx || 0);
}

function textLines(item, x) {
  const all = Array.isArray(item.text) ? item.text : String(item.text).split(item.lineBreak ?? "\n");
  return all.map((text, index) => (index ? `<tspan x="${x}" dy="${item.lineHeight}">${inert(text)}</tspan>` : inert(text))).join("");
}
