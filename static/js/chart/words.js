/* Figures and axis titles in the words readers use. */

const UNITS = { ms: "milliseconds", s: "seconds", us: "microseconds" };

/** A number with thousands apart and a fixed count of decimals: 1234.5 → "1,234.50". */
export function figure(value, decimals) {
  const [whole, fraction] = Math.abs(value).toFixed(decimals).split(".");
  const apart = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return `${value < 0 ? "−" : ""}${apart}${fraction ? `.${fraction}` : ""}`;
}

/** A tick's number, as short as its axis allows: 0, 0.5, 20,000, 1.5M. */
export function tickText(value, step) {
  if (value === 0) return "0";
  if (value >= 1_000_000) return `${+(value / 1_000_000).toFixed(2)}M`;
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  return figure(value, Math.min(decimals + (isQuarter(step, decimals) ? 1 : 0), 6));
}

function isQuarter(step, decimals) {
  const scaled = step * 10 ** decimals;
  return Math.abs(scaled - Math.round(scaled)) > 1e-6;
}

/** A metric and its unit as the title of an axis. */
export function axisTitle({ label, unit }, log) {
  const word = unit === "1/s" || unit === "1" || !unit ? "" : UNITS[unit] ?? unit;
  const notes = [word, log ? "logarithmic" : ""].filter(Boolean).join(", ");
  return notes ? `${label} (${notes})` : label;
}

/** Decimals that the figures of a chart are shown with: none where all are whole. */
export function decimalsOf({ metric, values }) {
  return values.every((row) => Number.isInteger(row.low) && Number.isInteger(row.high)) ? 0 : metric.decimals;
}

/** What a point says: server, threads, value, range, count of runs. */
export function pointText(chart, row) {
  const decimals = decimalsOf(chart);
  const { label, threads, centre, low, high, n } = row;
  const count = `${figure(threads, 0)} thread${threads === 1 ? "" : "s"}`;
  const range = low < high ? `, ${figure(low, decimals)} to ${figure(high, decimals)}` : "";
  return `${label}, ${count}: ${figure(centre, decimals)}${n > 1 ? ` (n ${n}${range})` : ""}`;
}

/** A chart in sentences, one a server: where it starts, where it ends, and its highest between. */
export function summary(chart, rows) {
  if (chart.kind === "forest") return chart.description;
  const decimals = decimalsOf(chart);
  const at = (row) => `${figure(row.centre, decimals)} at ${figure(row.threads, 0)}`;
  const sentences = chart.sides.map(({ id, label }) => {
    const own = rows.filter((row) => row.side === id).sort((a, b) => a.threads - b.threads);
    const [first, last] = [own[0], own.at(-1)];
    if (!first) return "";
    const top = own.reduce((most, row) => (row.centre > most.centre ? row : most), first);
    const ends = first === last ? at(first) : `${at(first)} to ${at(last)}`;
    return `${label}: ${ends}${top === first || top === last ? "" : `, highest ${at(top)}`}.`;
  });
  return `${chart.metric.label} at client threads. ${sentences.filter(Boolean).join(" ")}`;
}
