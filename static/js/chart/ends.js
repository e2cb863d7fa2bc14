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
/** Characters up to which a name with its variant stays in a line. */
const SHORT = 20;
const CHARACTER_WIDTH = 6.5;
/** Pixels between the plot and the markers of labels, and what leaders have of it; and all that is no text. */
const [GUTTER, LEADER_END] = [20, 13];
export const BESIDE_LABELS = GUTTER + 16;

/**
 * The variants alone, where all names are variants of one release; else nothing.
 * @param {string[]} labels
 */
export function variantsOf(labels) {
  const cuts = labels.map((label) => label.indexOf(" ("));
  const isOne = labels.length > 1 && cuts[0] > 0 && new Set(labels.map((label, at) => label.slice(0, cuts[at]))).size === 1;
  return isOne && cuts.every((cut) => cut > 0) ? labels.map((label, at) => label.slice(cuts[at] + 2, -1)) : undefined;
}

/**
 * The lines of each server's name beside its line: its variant goes below, and alone where all are variants of
 * one release.
 * @param {string[]} labels
 * @returns {string[][]}
 */
function namesOf(labels) {
  return variantsOf(labels)?.map(wrapped) ?? labels.map((label) => {
    const cut = label.indexOf(" (");
    return cut > 0 && label.length > SHORT ? [label.slice(0, cut), ...wrapped(label.slice(cut + 1))] : wrapped(label);
  });
}

/**
 * A name in lines that end behind a blank, a dash or a comma where they can; of a very long one the first two.
 * @param {string} name
 */
function wrapped(name) {
  if (name.length <= MOST_CHARACTERS) return [name];
  const start = name.slice(0, MOST_CHARACTERS);
  const cut = Math.max(start.lastIndexOf(" "), start.lastIndexOf("-"), start.lastIndexOf(",")) + 1 || MOST_CHARACTERS;
  const rest = name.slice(cut);
  return [name.slice(0, cut), rest.length > MOST_CHARACTERS ? `${rest.slice(0, MOST_CHARACTERS - 1)}…` : rest];
}

/**
 * Pixels the widest label takes.
 * @param {string[]} labels
 */
export function endsWidth(labels) {
  return Math.ceil(CHARACTER_WIDTH * Math.max(...namesOf(labels).flat().map((line) => line.length)));
}

/**
 * Pixels that labels take below each other, less the space above and below the plot that they may use; without
 * end where they are too many.
 * @param {string[]} labels
 */
export function endsHeight(labels) {
  return labels.length > MOST_LABELS ? Infinity : LINE_HEIGHT * (namesOf(labels).flat().length - 2);
}

/**
 * Labels and leaders for the ends of lines, or none of either where they do not all fit.
 * @param {LineEnd[]} ends
 * @param {number} width
 * @param {number} height
 */
export function placeEnds(ends, width, height) {
  if (endsHeight(ends.map(({ label }) => label)) > height) return { labels: [], leaders: [] };
  const names = namesOf(ends.map(({ label }) => label));
  const boxes = ends.map((end, at) => ({ end, lines: names[at], top: end.y - LINE_HEIGHT / 2 }))
    .sort((a, b) => a.end.y - b.end.y);
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
