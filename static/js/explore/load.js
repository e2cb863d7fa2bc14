/* The files of /explore/: an index, then pieces that are added in their order as they arrive. */
import { Columns } from "./columns.js";

/** A file as JSON. */
export async function fetched(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}`);
  return answer.json();
}

/** All rows of a kind {rows, pieces}; `some` is called when the first piece is there. */
export async function columnsOf({ rows, pieces }, base, some = () => {}) {
  const columns = new Columns(rows);
  const asked = pieces.map((path) => fetched(`${base.replace(/\/*$/, "/")}${path}`));
  // A later piece that fails is reported when its turn comes, not as an error nobody handles.
  for (const piece of asked) piece.catch(() => {});
  for (const [at, piece] of asked.entries()) {
    columns.add(await piece);
    if (!at) some(columns);
  }
  return columns;
}
