/* Rows as CSV that is safe to open in a spreadsheet: no text in it is run as a formula. */

/** As in csv_files.py. */
const FORMULA = /^'*[=+\-@\t\r\n]/;
const SIGNED_NUMBER = /^[+-](?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;

/**
 * Rows of numbers and texts as CSV, each row ended as RFC 4180 has it.
 * @param {readonly (readonly (string | number)[])[]} rows
 */
export function csv(rows) {
  return `${rows.map((row) => row.map(fieldOf).join(",")).join("\r\n")}\r\n`;
}

/** @param {string | number} value */
function fieldOf(value) {
  if (typeof value === "number") return String(value);
  const safe = FORMULA.test(value) && !SIGNED_NUMBER.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
