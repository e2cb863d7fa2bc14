/* How far every row's class of machine is from the reader's: as numbers to sort by, and in words. */
import { distance, said } from "./nearness.js";

/** {distances: a number for each row, words: (class) → sentence or ""}; null without a machine. */
export function ranking(tables, machine, { codes, values }) {
  if (!machine) return null;
  const known = new Map(tables.classes.map((one) => [one.id, one.values]));
  const apart = values.map((id) => (known.has(id) ? distance(tables.dimensions, machine.values, known.get(id)) : null));
  const total = Float64Array.from(apart, (found) => found?.total ?? Infinity);
  const words = new Map(values.map((id, code) => [id, apart[code] ? said(apart[code]) : ""]));
  return { distances: Float64Array.from(codes, (code) => total[code]), words: (id) => words.get(id) ?? "" };
}
