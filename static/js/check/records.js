/* The records of sysbench_archive.intake.dropped and .draft, as the worker hands them out. */

/**
 * @typedef {object} DroppedFile
 * @property {string} path
 * @property {number} bytes
 * @property {"log" | "bundle" | "packed" | "other"} kind
 * @property {number} reports
 * @property {string} said Why it was passed over.
 */

/**
 * @typedef {object} DroppedReport
 * @property {string} file
 * @property {number} index
 * @property {number} first_line
 * @property {number} last_line
 * @property {string} test
 * @property {string} sysbench
 * @property {number | null} threads
 * @property {number | null} seconds
 * @property {number | null} tps
 * @property {number} tps_line
 * @property {number | null} percentile
 * @property {number | null} latency_ms
 * @property {number} latency_line
 * @property {number} intervals
 * @property {string} fault Why its figures do not count.
 * @property {string[]} warnings
 */

/**
 * @typedef {object} DroppedProblem
 * @property {string} severity
 * @property {string} code
 * @property {string} path
 * @property {number} line
 * @property {string} pointer
 * @property {string} message
 * @property {string} hint
 */

/**
 * @typedef {object} Reading
 * @property {DroppedFile[]} files
 * @property {DroppedReport[]} reports
 * @property {string} bundle Id of the bundle that was dropped.
 * @property {DroppedProblem[]} problems
 */

/**
 * @typedef {object} AskedField
 * @property {string} id
 * @property {string} heading
 * @property {string} help
 * @property {boolean} required
 * @property {[string, string][]} choices Value and words.
 * @property {number} most
 * @property {string} answer
 */

/**
 * @typedef {object} Draft
 * @property {AskedField[]} fields
 * @property {DroppedProblem[]} problems
 * @property {string} bundle Id of the bundle; empty while it is not complete.
 * @property {string} title
 * @property {number} redactions
 * @property {string[]} tests
 */

export {};
