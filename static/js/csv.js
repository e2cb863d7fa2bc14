/* Rows as CSV that is safe to open in a spreadsheet: no text in it starts like a formula. */

/** Rows of numbers and texts as CSV, each row ended as RFC 4180 has it. */
export function csv(rows) {
  return `${rows.map((row) => row.map(field).join(",")).join("\r\n")}\r\n`;
}

function field(value) {
  if (typeof value === "number") return String(value);
  const text = String(value ?? "");
  const safe = /^[\s]*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
