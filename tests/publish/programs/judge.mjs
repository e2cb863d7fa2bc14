/*
Judges sides as /compare/ does, outside of a browser. Takes {policy, records: {site-relative path:
JSON}, asked: [search part of an address]}; answers with a result for each address.
*/
/** @import { PolicyRecord } from "../../../static/js/records.js" */
import { readAddress } from "../../../static/js/compare/address.js";
import { judgeSides } from "../../../static/js/compare/judged.js";
import { labelSides, loadSides } from "../../../static/js/compare/sides.js";

/** @param {{policy: PolicyRecord, records: Partial<Record<string, unknown>>, asked: string[]}} given */
export default async function answer({ policy, records, asked }) {
  const results = [];
  for (const search of asked) {
    const wanted = readAddress(search);
    const { sides, complaints } = await loadSides(wanted.sides, (path) => Promise.resolve(records[path] ?? null));
    const labelled = labelSides(sides);
    const result = labelled.length ? judgeSides(labelled, policy) : null;
    results.push({ complaints: [...wanted.complaints, ...complaints], labels: labelled.map(({ label }) => label), ...result });
  }
  return results;
}
