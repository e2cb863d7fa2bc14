/*
How far series are from a run, by the rule: a distance with its words for each pair of answers and series.
*/
/** @import { ExploreRow } from "../../../static/js/explore/pieces.js" */
/** @import { NearnessRule } from "../../../static/js/records.js" */
import { apart } from "../../../static/js/explore/nearness.js";

/** @param {{rule: NearnessRule, year: string, pairs: [Record<string, string>, ExploreRow][]}} given */
export default function answer({ rule, year, pairs }) {
  return pairs.map(([own, row]) => apart(rule, own, row, year));
}
