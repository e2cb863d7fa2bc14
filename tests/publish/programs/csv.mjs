/* The text of a CSV file that a page writes of the given rows. */
import { csv } from "../../../static/js/csv.js";

/** @param {(string | number)[][]} rows */
export default function answer(rows) {
  return csv(rows);
}
