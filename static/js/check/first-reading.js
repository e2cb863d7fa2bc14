/*
Reads the common reports of sysbench, 0.4 to 1.1, whole or not at all: what a reader sees at once, until the archive's
own program has read the same. Only lines spelled as sysbench spells them are understood. Where anything else stands
inside of a report, or looks like one, nothing of the file is read, and `unsure` says why; the program judges it then.
`sysbench/report/` decides what a line means, and a test holds every figure here to its answer.
*/

/**
 * A report; names and units are those of `parse`.
 * @typedef {object} FirstReport
 * @property {number} first_line Line of its banner, from 1.
 * @property {string} sysbench_version
 * @property {string | null} test What 0.4 prints; since 0.5 it is not printed.
 * @property {Record<string, number>} figures By name; of latencies in milliseconds.
 * @property {{t: number, tps: number}[]} intervals
 */

const BANNER = /^sysbench v?([0-9][\w.+~-]{0,40})(?::  ?multi-threaded system evaluation benchmark| \(using [^()]{1,60}\))$/;
const COUNT = "([0-9]{1,15})";
const RATE = String.raw`([0-9]{1,14}\.[0-9]{2})`;
const RATED = String.raw` *${COUNT} +\(${RATE} per sec\.\)`;
const MS = String.raw` *([0-9]{1,9}\.[0-9]{2})`;
const ANY = "";

/** @type {[section: string, line: string, figures: string[]][]} Under which heading a line stands, and what it prints. */
const PRINTED = [
  [ANY, `Number of threads: ${COUNT}`, ["threads"]],
  [ANY, String.raw`Target transaction rate: ${COUNT}/sec`, ["target_rate"]],
  [ANY, `Warmup time: ${COUNT}s`, ["warmup_s"]],
  ["queries performed", `read: +${COUNT}`, ["reads"]],
  ["queries performed", `write: +${COUNT}`, ["writes"]],
  ["queries performed", `other: +${COUNT}`, ["others"]],
  ["queries performed", `total: +${COUNT}`, ["queries"]],
  [ANY, `transactions:${RATED}`, ["transactions", "tps"]],
  [ANY, `queries:${RATED}`, ["queries", "qps"]],
  [ANY, `read/write requests:${RATED}`, ["rw_requests", "rw_requests_per_s"]],
  [ANY, `deadlocks:${RATED}`, ["deadlocks", ""]],
  [ANY, `ignored errors:${RATED}`, ["ignored_errors", ""]],
  [ANY, `reconnects:${RATED}`, ["reconnects", ""]],
  [ANY, String.raw`(?:total time|time elapsed): +([0-9]{1,9}\.[0-9]{4})s`, ["duration_s"]],
  [ANY, `total number of events: +${COUNT}`, ["total_events"]],
  [ANY, String.raw`events/s \(eps\): +([0-9]{1,14}\.[0-9]{4})`, ["events_per_s"]],
  ...[["latency", ""], ["response time", "ms"]].flatMap(([section, unit]) => /** @type {[string, string, string[]][]} */ ([
    ...["min", "avg", "max", "sum"].map((name) => [section, `${name}:${MS}${unit}`, [`latency_${name}`]]),
    [section, `(?:approx\\. {1,3})?([0-9]{1,3})(?:th)? percentile:${MS}${unit}`, ["latency_percentile", "latency_percentile_value"]],
  ])),
  [ANY, String.raw`events \(avg/stddev\): +([0-9]{1,15}\.[0-9]{4})/[0-9.]+`, ["fairness_events"]],
];
const FIGURES = PRINTED.map(([section, line, names]) => ({ section, form: new RegExp(`^${line}$`), names }));
const LAST = /^execution time \(avg\/stddev\): +[0-9]{1,15}\.[0-9]{4}\/[0-9]{1,15}\.[0-9]{2}$/;

/** @type {Record<string, string>} What stands below a heading; each stands in a report once. */
const HEADINGS = {
  "Running the test with following options:": "options",
  "queries performed:": "queries performed",
  "Latency (ms):": "latency",
  "response time:": "response time",
  "per-request statistics:": "response time",
  "SQL statistics:": "statistics",
  "OLTP test statistics:": "statistics",
  "General statistics:": "general",
  "Test execution summary:": "general",
  "Throughput:": "general",
  "Threads fairness:": "fairness",
  "Latency histogram (values are in milliseconds)": "histogram",
};
const WORDS = new RegExp(`^(?:${[
  "Report intermediate results every [0-9]+ second", "Initializing random number generator", "Additional request validation enabled",
  String.raw`Initializing worker threads\.\.\.$`, "Threads started!$", "Warming up for ", "Time limit exceeded, exiting", "Forcing shutdown in ", String.raw`\(last message repeated `, String.raw`Done\.$`,
  "No DB drivers specified, using mysql$", "Running (?:mixed|simple) OLTP test$", "Doing read-only test$", "Using ", "Not using auto_inc", "Skipping BEGIN/COMMIT",
  "Maximum number of requests for OLTP test is limited", "Random number generator seed is 0", "other operations:", "total time taken by event execution:", "WARNING: ",
].join("|")})`);
const BUCKET = /^[0-9]{1,15}\.[0-9]{3} \|\*{0,40} +[0-9]{1,15}$|^value {2}-+ distribution -+ count$/;
const INTERVAL = new RegExp(String.raw`^\[ {0,12}([0-9]{1,9})s {0,2}\] +(?:`
  + String.raw`thds: [0-9]{1,9} tps: ${RATE} qps: ${RATE} \(r/w/o: [0-9./]{1,80}\) lat \(ms, ?[0-9]{1,3}%\): ${RATE} err/s:? ${RATE} reconn/s: ${RATE}`
  + String.raw`|threads: [0-9]{1,9}, tps: ${RATE}, reads(?:/s)?: ${RATE}, writes(?:/s)?: ${RATE},? response time: ${RATE}(?:us|ms) \([0-9]{1,2}%\)(?:, errors(?:/s)?: ${RATE}, reconnects(?:/s)?: +${RATE})?)$`);
/** Below it, with a rate. */
const QUEUE = /^\[ {0,12}[0-9]{1,9}s {0,2}\] queue length: [0-9]{1,12}, concurrency: [0-9]{1,9}$/;

/** What a report prints, whatever its version; and further what only some do. */
const ALWAYS = [
  "threads", "reads", "writes", "others", "queries", "transactions", "tps", "duration_s", "total_events", "fairness_events",
  ...["min", "avg", "max", "percentile", "percentile_value"].map((name) => `latency_${name}`),
];
/** @type {Record<string, string[]>} */
const SINCE = { "SQL statistics:": ["qps", "ignored_errors", "reconnects", "latency_sum"], "OLTP test statistics:": ["rw_requests", "rw_requests_per_s"] };
const RATES = { tps: "transactions", qps: "queries", rw_requests_per_s: "rw_requests" };

/** What might be a line of a report, or say that it is of another database, wherever in a line it stands. */
const SUSPECT = /sysbench v?[0-9][^ ]*(?:: | +\(using)|statistics:|summary:|following options|^\W*\[ *[0-9]+s|\] th|\btps:|qps|per sec|percentile|Threads (?:started|fairness)|Number of threads|FATAL|TotalTime|"time"|total time|(?:CPU speed|File operations|Throughput|Operations performed|Total operations):/;
const OTHER_DATABASE = /pgsql|mongo|write concern|PostgreSQL|psql|PQ(?:exec|prepare|connect)|db[-_]driver(?!["' =:]+mysql)/;
/** What the program makes plain before it reads: other blanks, escapes, entities. */
const NOT_PLAIN = /[^\t\n -~]|\\+["'/a-z]|&(?:#|nbsp|quot|gt|lt|amp)|<br/i;
const LEAST_MS = 0.005;
const LAST_BUCKET_MS = 100_000;

/**
 * The reports of a log, all of them, or why they are left to the program: then there are none.
 * @param {string} text
 * @returns {{reports: FirstReport[], unsure: string}}
 */
export function readReports(text) {
  const plain = text.replaceAll("\r\n", "\n");
  /** @param {string} unsure */
  const left = (unsure) => ({ reports: [], unsure });
  if (NOT_PLAIN.test(plain)) return left("it has signs that are no plain text");
  if (OTHER_DATABASE.test(plain)) return left("it may be of another database");
  /** @type {FirstReport[]} */
  const reports = [];
  /** @type {Reader | null} */
  let open = null;
  for (const [place, raw] of plain.split("\n").entries()) {
    const line = raw.trim();
    const banner = BANNER.exec(line);
    if (banner) {
      if (open) return left(`a report ends before its summary, at line ${place + 1}`);
      open = new Reader(banner[1], place + 1);
    } else if (!open) {
      if (SUSPECT.test(raw)) return left(`line ${place + 1} may belong to a report without a banner`);
    } else if (LAST.test(line)) {
      const lacking = open.lacks();
      if (lacking) return left(lacking);
      reports.push(open.report);
      open = null;
    } else if (line && !open.read(line)) return left(`line ${place + 1} is no common line of a report`);
  }
  return open ? left("the last report ends before its summary") : { reports, unsure: "" };
}

/** Reads the lines of one report. */
class Reader {
  /** @param {string} version @param {number} line */
  constructor(version, line) {
    /** @type {FirstReport} */
    this.report = { first_line: line, sysbench_version: version, test: null, figures: {}, intervals: [] };
    /** @type {Map<string, number>} */
    this.figures = new Map();
    /** @type {Set<string>} */
    this.headings = new Set();
    this.section = "";
  }

  /**
   * Tell whether a line was understood.
   * @param {string} line
   */
  read(line) {
    if (Object.hasOwn(HEADINGS, line)) {
      this.section = HEADINGS[line];
      return this.headings.size < this.headings.add(line).size;
    }
    if (line === "Doing OLTP test.") {
      this.report.test = "oltp";
      return true;
    }
    if (QUEUE.test(line)) return true;
    if (line.startsWith("[")) return this.readInterval(line);
    if (this.section === "histogram" && BUCKET.test(line)) return true;
    for (const { section, form, names } of FIGURES) {
      const found = !section || section === this.section ? form.exec(line) : null;
      if (found) return names.every((name, place) => !name || this.keep(name, Number(found[place + 1])));
    }
    return WORDS.test(line);
  }

  /**
   * Keep a figure; tell whether it is the only one of its name. Queries are printed as a sum and beside their rate.
   * @param {string} name
   * @param {number} value
   */
  keep(name, value) {
    if (this.figures.has(name) && (name !== "queries" || this.figures.get(name) !== value)) return false;
    this.figures.set(name, value);
    return true;
  }

  /** @param {string} line */
  readInterval(line) {
    const found = INTERVAL.exec(line);
    const { intervals } = this.report;
    if (!found || this.figures.has("duration_s") || Number(found[1]) <= (intervals.at(-1)?.t ?? 0)) return false;
    intervals.push({ t: Number(found[1]), tps: Number(found[2] || found[7]) });
    return true;
  }

  /** Keep the figures; tell why the report does not count as it stands, or nothing where it does. */
  lacks() {
    const { figures } = this;
    const statistics = Object.keys(SINCE).filter((heading) => this.headings.has(heading));
    const errors = figures.has("deadlocks") ? [] : ["ignored_errors", "reconnects"];
    const lacking = [...ALWAYS, ...errors, ...statistics.flatMap((heading) => SINCE[heading])].find((name) => !figures.has(name));
    if (lacking ?? statistics.length !== 1) return `a report does not print ${lacking ?? "its statistics"}`;
    this.report.figures = Object.fromEntries(figures);
    /** @param {string} name */
    const isZero = (name) => figures.get(name) === 0;
    if (Object.entries(RATES).some(([rate, count]) => isZero(rate) && !isZero(count))) return "a rate is printed as 0";
    const { latency_avg: mean, latency_percentile: rank, latency_percentile_value: value } = this.report.figures;
    return !rank || value >= LAST_BUCKET_MS || (!value && mean > LEAST_MS) ? "a percentile does not count" : "";
  }
}
