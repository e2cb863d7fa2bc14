/*
Single runs of series: a run is a row of its own columns that names its series by number. The runs
of a series stand together, in the order of the series.
*/

/** Where the runs of each series begin; one entry more than there are series. */
export function starts(runs, count) {
  const found = new Int32Array(count + 1);
  const series = runs.numbers.get("series");
  for (let row = 0; row < runs.length; row += 1) found[series[row] + 1] += 1;
  for (let at = 0; at < count; at += 1) found[at + 1] += found[at];
  return found;
}

/** The runs of some series, in their order; the highest first where `sort` is "peak". */
export function runsOf(rows, runs, from, sort) {
  const found = rows.flatMap((row) => Array.from({ length: from[row + 1] - from[row] }, (_, at) => from[row] + at));
  if (sort !== "peak") return found;
  const value = runs.numbers.get("value");
  return found.sort((one, other) => value[other] - value[one] || one - other);
}
