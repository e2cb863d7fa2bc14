/*
Direct labels at the ends of lines: moved apart until none covers another, each joined to its line
by a leader where it had to move. A leader runs level to the edge of the plot and only then aslant, in
the order of the labels, so that no two cross. Works in pixels of the plot.
*/

/**
 * The end of a line, with what its label says and how it looks.
 * @typedef {object} LineEnd
 * @property {string} label
 * @property {string} colour
 * @property {string} shape
 * @property {number} x
 * @property {number} y
 */

/**
 * A label that is being placed: `top` is the upper edge of its first line.
 * @typedef {object} Box
 * @property {LineEnd} end
 * @property {string[]} lines
 * @property {number} top
 */

const LINE_HEIGHT = 15;
const MOST_LABELS = 17;
const MOST_CHARACTERS = 34;
const CHARACTER_WIDTH = 6.5;
/** Pixels between the plot and the markers of labels, and what leaders have of it; and all that is no text. */
const [GUTTER, LEADER_END] = [20, 13];
export const BESIDE_LABELS = GUTTER + 16;

/**
 * The lines of a server's name beside its line: its variant goes below.
 * @param {string} label
 */
function nameLines(label) {
  const cut = label.length > 20 ? label.indexOf(" (") : -1;
  const lines = cut > 0 ? [label.slice(0, cut), label.slice(cut + 1)] : [label];
  return lines.map((line) => (line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS - 1)}…` : line));
}

/**
 * Pixels the widest label takes.
 * @param {string[]} labels
 */
export function endsWidth(labels) {
  return Math.ceil(CHARACTER_WIDTH * Math.max(...labels.flatMap(nameLines).map((line) => line.length)));
}

/**
 * Labels and leaders for the ends of lines, or none of either where they do not all fit.
 * @param {LineEnd[]} ends
 * @param {number} width
 * @param {number} height
 */
export function placeEnds(ends, width, height) {
  const boxes = ends.map((end) => ({ end, lines: nameLines(end.label), top: end.y - LINE_HEIGHT / 2 }))
    .sort((a, b) => a.end.y - b.end.y);
  const needed = boxes.reduce((sum, box) => sum + box.lines.length * LINE_HEIGHT, 0);
  if (boxes.length > MOST_LABELS || needed > height + 2 * LINE_HEIGHT) return { labels: [], leaders: [] };
  pushDown(boxes);
  pushUp(boxes, height + LINE_HEIGHT);
  return {
    labels: boxes.map((box) => labelOf(box, width)),
    leaders: boxes.filter(needsLeader).flatMap((box) => leadersOf(box, width)),
  };
}

/** @param {Box[]} boxes From top to bottom. */
function pushDown(boxes) {
  let free = -LINE_HEIGHT;
  for (const box of boxes) {
    box.top = Math.max(box.top, free);
    free = box.top + box.lines.length * LINE_HEIGHT;
  }
}

/** @param {Box[]} boxes From top to bottom. @param {number} floor */
function pushUp(boxes, floor) {
  let free = floor;
  for (const box of [...boxes].reverse()) {
    box.top = Math.min(box.top, free - box.lines.length * LINE_HEIGHT);
    free = box.top;
  }
}

/** @param {Box} box @param {number} width */
function labelOf({ end, lines, top }, width) {
  const y = top + LINE_HEIGHT / 2;
  return { x: width + GUTTER, y: y + 0.5, symbol_y: y, text: lines.join("\n"), colour: end.colour, shape: end.shape };
}

/** @param {Box} box */
function needsLeader({ end, top }) {
  return Math.abs(top + LINE_HEIGHT / 2 - end.y) > 2;
}

/** @param {Box} box @param {number} width */
function leadersOf({ end, top }, width) {
  const edge = width + 1;
  const aslant = { x: edge, y: end.y, x2: width + LEADER_END, y2: top + LINE_HEIGHT / 2 };
  return [{ x: end.x, y: end.y, x2: edge, y2: end.y }, aslant];
}
