/* What an error says; JavaScript can throw anything. */

/**
 * The message of an error, or what was thrown as text.
 * @param {unknown} error
 */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}
