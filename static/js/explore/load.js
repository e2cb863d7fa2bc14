/* The files of /explore/: an index, then pieces that are added in their order as they arrive. */
/** @import { Piece, Pieces } from "../records.js" */
import { addressOf, fetchJson } from "../site.js";
import { Columns } from "./columns.js";

/**
 * All rows of a kind; `some` is called when the first piece is there.
 * @param {Pieces} file
 * @param {string} base
 * @param {(columns: Columns) => void} [some]
 */
export async function loadColumns({ rows, pieces }, base, some = () => {}) {
  const columns = new Columns(rows);
  const asked = pieces.map((path) => fetchJson(addressOf(base, path)));
  // A later piece that fails is reported when its turn comes, not as an error nobody handles.
  for (const piece of asked) piece.catch(() => {});
  for (const [at, piece] of asked.entries()) {
    columns.add(/** @type {Piece} */ (await piece));
    if (!at) some(columns);
  }
  return columns;
}
