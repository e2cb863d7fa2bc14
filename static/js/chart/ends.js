/*
Direct labels at the ends of lines: moved apart until none covers another, each joined to its line
by a leader where it had to move. Works in pixels of the plot.
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
    leaders: boxes.filter(needsLeader).map((box) => leaderOf(box, width)),
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
  return { x: width + 10, y: y + 0.5, symbol_y: y, text: lines.join("\n"), colour: end.colour, shape: end.shape };
}

/** @param {Box} box */
function needsLeader({ end, top }) {
  return Math.abs(top + LINE_HEIGHT / 2 - end.y) > 2;
}

/** @param {Box} box @param {number} width */
function leaderOf({ end, top }, width) {
  return { x: end.x, y: end.y, x2: width + 4, y2: top + LINE_HEIGHT / 2 };
}
