/* Reads logs as /check/ does before its program is there. Takes texts; answers with {reports, unsure} of each. */
import { readReports } from "../../../static/js/check/first-reading.js";

/** @param {string[]} texts */
export default function answer(texts) {
  return texts.map((text) => readReports(text));
}
