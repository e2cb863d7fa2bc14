/*
How near two classes of machines are: the table of dimensions that Python exports, applied. A sum of
weighted steps, each said in words. The table is in /hardware/classes.json.
*/

const UNKNOWN = { cost: 0, text: "" };

/** {total, words}: from one machine's values to another's; `words` holds what differs, largest first. */
export function distance(dimensions, own, other) {
  const terms = dimensions.map((dimension) => term(dimension, own[dimension.name] ?? null, other[dimension.name] ?? null));
  const differing = terms.filter(({ cost, text }) => cost && text).sort((a, b) => b.cost - a.cost);
  return {
    total: terms.reduce((sum, { cost }) => sum + cost, 0),
    words: differing.map(({ text }) => text),
    same: terms.filter(({ cost, text }) => !cost && text).map(({ text }) => text),
  };
}

function term(dimension, own, other) {
  if (own === null || other === null) return own === other ? UNKNOWN : { cost: dimension.unknown, text: dimension.missing };
  if (own === other) return { cost: 0, text: dimension.same };
  if (dimension.scale === "choice") return { cost: dimension.weight, text: dimension.more };
  const log = dimension.scale === "log2";
  const apart = log ? Math.log2(other / own) : other - own;
  const factor = Number((log ? 2 ** Math.abs(apart) : Math.abs(apart)).toPrecision(6));
  const text = apart > 0 ? dimension.more : dimension.less;
  return { cost: dimension.weight * Math.abs(apart), text: text.replace("{n}", String(factor)) };
}

/** A distance as a sentence without its full stop. */
export function said({ total, words, same }) {
  if (!total) return "A machine of the same class as yours";
  const text = [...same.slice(0, 1), ...words].join(", ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
