/*
Sides with their figures and conditions, out of the compare.json of their results. What cannot be
had is said in a sentence, and the other sides are shown without it.
*/

/** {sides, complaints}: `fetched` gets a site-relative path as JSON, null where there is none. */
export async function load(asked, fetched) {
  const names = [...new Set(asked.map(({ bundle }) => bundle))];
  const answers = await Promise.all(names.map((name) => answer(name, fetched)));
  const records = new Map(names.map((name, at) => [name, answers[at].record]));
  const complaints = answers.flatMap(({ complaint }) => complaint ?? []);
  const sides = asked.filter(({ bundle }) => records.get(bundle)).map((side) => found(side, records.get(side.bundle)));
  return {
    sides: sides.filter(({ complaint }) => !complaint),
    complaints: [...complaints, ...sides.flatMap(({ complaint }) => complaint ?? [])],
  };
}

async function answer(name, fetched) {
  try {
    const record = await fetched(`results/${name}/compare.json`);
    return record ? { record } : { complaint: `No result is called ${name}. The address may be mistyped.` };
  } catch {
    return { complaint: `The result ${name} could not be loaded. Try again later.` };
  }
}

function found(asked, record) {
  const cells = cellsOf(asked, record);
  if (!cells.length) {
    const missing = asked.kind === "r" ? `no run ${asked.run} with figures` : `no figures of ${asked.server} under ${asked.workload}`;
    return { complaint: `The result ${asked.bundle} has ${missing}.` };
  }
  const [{ server, workload, metric }] = cells;
  const of = (list, id) => list.find((one) => one.id === id);
  return {
    ...asked, bundle: record.bundle, server: of(record.servers, server), workload: of(record.workloads, workload),
    metric: record.metrics.find(({ name }) => name === metric), cells: new Map(cells.map((cell) => [cell.threads, sample(cell)])),
    runs: new Map(cells.map((cell) => [cell.threads, cell.runs])), bounds: cells.map(({ bound }) => bound), id: asked.key,
  };
}

function cellsOf({ kind, server, workload, run }, { cells }) {
  if (kind === "s") return cells.filter((cell) => cell.server === server && cell.workload === workload && isPositive(cell));
  return cells.filter((cell) => cell.runs.includes(run)).map((cell) => only(cell, cell.runs.indexOf(run))).filter(isPositive);
}

function only(cell, at) {
  return { ...cell, values: [cell.values[at]], blocks: [cell.blocks[at]], runs: [cell.runs[at]] };
}

function isPositive({ values }) {
  return Math.min(...values) > 0;
}

function sample({ values, blocks }) {
  return values.map((value, at) => [blocks[at], value]);
}

/** A label for each side: what tells them apart, and no more. */
export function labelled(sides) {
  const differs = (name) => new Set(sides.map((side) => side[name].id)).size > 1;
  const [works, bundles] = ["workload", "bundle"].map(differs);
  return sides.map((side) => ({
    ...side,
    label: [side.server.label, works && side.workload.label, bundles && side.bundle.title, side.kind === "r" && `run ${side.run}`].filter(Boolean).join(", "),
  }));
}
