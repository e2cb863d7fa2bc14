/*
Comparability of sides given as conditions, the baseline first: what differs besides what is
compared, and what nobody recorded. The steps of the Python package `sysbench_archive.comparability`,
with every row, weight and word from /policy.json.
*/
/** @import { CompareRecord, Field, PolicyRecord } from "../records.js" */
import { filled } from "../differences.js";

/** @typedef {CompareRecord["conditions"]["servers"][string]} Conditions By name; those that begin with "identity." say what several sides may share. */
/** @typedef {Field["severity"][string]} Severity */
/** @typedef {"same" | "intended" | "differs" | "unrecorded"} FindingStatus */
/** @typedef {"not-comparable" | "controlled-except" | "as-intended" | "controlled"} Summary */

/**
 * What is found of a row, for one pair of sides. `note` names a sentence of the policy.
 * @typedef {{status: FindingStatus, severity: Severity, note: string}} Finding
 * @typedef {[Field, Finding]} FoundRow
 */

/**
 * Two sides as conditions, looked at once.
 * @typedef {object} Pair
 * @property {[ComparedSide, ComparedSide]} both
 * @property {string} besides What is compared: "product", "version", "variant" or nothing of these.
 * @property {boolean} defaults Whether both run with default settings.
 * @property {Set<string>} shared What both share: "host", "client" and the like.
 * @property {string[]} blocking Rows that are blockers between these two, whatever the workload.
 */

/**
 * A side: its conditions, and its failed statements a transaction by thread count, those that are known.
 * @typedef {{id: string, conditions: Conditions, failures: Map<number, number>}} ComparedSide
 */

/**
 * A row as a page shows it: a value a side, empty where it does not apply; `effect` is what is known of a
 * variable's effect, and `reference` where from.
 * @typedef {{status: FindingStatus, severity: Severity, note: string, values: string[]}
 *   & Pick<Field, "field" | "label" | "why" | "effect" | "reference">} ComparabilityRow
 */

/**
 * A candidate beside the baseline, with the labels of what is in the way.
 * @typedef {{id: string, summary: Summary, sentence: string, blockers: string[], warnings: string[], unrecorded: string[]}} CandidateComparability
 */

/**
 * Comparability as the record that pages of the build show.
 * @typedef {object} Comparability
 * @property {Summary} summary
 * @property {string} sentence
 * @property {ComparabilityRow[]} rows What differs or was not recorded, the worst first.
 * @property {string[]} details Labels of what was not recorded and weighs little.
 * @property {string[]} left Labels of settings left to versions, whose defaults are not known.
 * @property {string[]} same Labels of what is the same on all sides.
 * @property {CandidateComparability[]} candidates
 */

/**
 * @param {ComparedSide[]} sides The baseline first.
 * @param {string} family Of the workload.
 * @param {string[][]} blocking Of each candidate.
 * @param {PolicyRecord} policy
 * @returns {Comparability}
 */
export function comparabilityOf(sides, family, blocking, policy) {
  const table = new ConditionTable(sides, family, policy);
  const [baseline, ...candidates] = sides;
  const pairs = (candidates.length ? candidates : sides).map((side, at) => table.pairOf(baseline, side, blocking.at(at) ?? []));
  const columns = pairs.map((pair) => table.findings(pair));
  const found = table.worst(columns);
  const worst = table.ordered(found);
  const ranked = columns.map((column) => table.ordered(column));
  const blocked = ranked.every((rows) => differing(rows, "blocker").length > 0);
  const kinds = pairs.map(({ besides }) => besides);
  return {
    summary: summaryOf(worst),
    sentence: table.sentence(table.rules.besides.find((kind) => kinds.includes(kind)) ?? "", worst, blocked),
    rows: worst.filter(([, one]) => one.status !== "same" && one.note !== "left" && !isDetail(one)).map((row) => table.shown(row, sides)),
    details: labelsWhere(worst, isDetail),
    left: labelsWhere(worst, ({ note }) => note === "left"),
    same: labelsWhere(found, ({ status }) => status === "same"),
    candidates: candidates.map(({ id }, at) => ({
      id,
      summary: summaryOf(ranked[at]),
      sentence: table.sentence(pairs[at].besides, ranked[at], true),
      blockers: differing(ranked[at], "blocker"),
      warnings: differing(ranked[at], "warning"),
      unrecorded: [...unrecorded(ranked[at]), ...labelsWhere(ranked[at], ({ note, severity }) => note === "one-sided" && severity !== "info")],
    })),
  };
}

/**
 * What a side says of a row: empty where it does not apply, the name of a state where it is not known.
 * @param {ComparedSide} side
 * @param {string} name
 */
function textOf({ conditions }, name) {
  if (!Object.hasOwn(conditions, name)) return "";
  const condition = conditions[name];
  return typeof condition === "string" ? condition : condition.value ?? condition.state ?? "";
}

/**
 * Whether nobody set a row: of a setting, nothing recorded is as good as the default.
 * @param {ComparedSide} side
 * @param {Field} field
 */
function isDefault({ conditions }, { field, subject }) {
  if (!Object.hasOwn(conditions, field)) return subject === "setting";
  const condition = conditions[field];
  return typeof condition === "object" && condition.origin === "default";
}

/** The table of conditions for a family of workloads, with rows for the variables that sides state beyond it. */
class ConditionTable {
  /** @param {ComparedSide[]} sides @param {string} family @param {PolicyRecord} policy */
  constructor(sides, family, { conditions, variables: { prefix, any, known, unknown }, comparability_rules: rules, comparability_words: words }) {
    const names = new Set(sides.flatMap((side) => Object.keys(side.conditions)).filter((name) => name.startsWith(prefix)));
    this.fields = [...conditions, ...[...names].sort().map((field) => {
      const label = field.slice(prefix.length);
      const rule = known.find(({ label: name }) => (name.endsWith(any) ? label.startsWith(name.slice(0, -any.length)) : name === label));
      return { ...(rule ?? unknown), field, label };
    })];
    this.family = family;
    this.rules = rules;
    this.words = words;
  }

  /**
   * @param {ComparedSide} baseline
   * @param {ComparedSide} candidate
   * @param {string[]} blocking
   * @returns {Pair}
   */
  pairOf(baseline, candidate, blocking) {
    const { besides, identity, identities } = this.rules;
    /** @param {string} name */
    const isShared = (name) => Object.hasOwn(baseline.conditions, identity + name)
      && baseline.conditions[identity + name] === candidate.conditions[identity + name];
    return {
      both: [baseline, candidate],
      besides: besides.find((name) => textOf(baseline, name) !== textOf(candidate, name)) ?? "",
      defaults: [baseline, candidate].every((side) => textOf(side, "regime") === "defaults"),
      shared: new Set(identities.filter(isShared)),
      blocking,
    };
  }

  /**
   * Every row that applies to a pair.
   * @param {Pair} pair
   * @returns {FoundRow[]}
   */
  findings(pair) {
    return this.fields.flatMap((field) => {
      const severity = pair.blocking.includes(field.field) ? "blocker" : field.severity[this.family];
      const found = field.subject === "figures" ? this.failureFinding(pair, severity) : this.finding(field, pair, severity);
      return found ? [/** @type {FoundRow} */ ([field, found])] : [];
    });
  }

  /**
   * What is found of failed and ignored statements, the one row that is about figures; null where they are not
   * known of both sides at any thread count.
   * @param {Pair} pair
   * @param {Severity} severity
   * @returns {Finding | null}
   */
  failureFinding({ both: [baseline, candidate] }, severity) {
    const apart = [...baseline.failures].flatMap(([threads, rate]) => {
      const other = candidate.failures.get(threads);
      return other === undefined ? [] : [Math.abs(other - rate)];
    });
    if (!apart.length) return null;
    return { status: Math.max(...apart) >= this.rules.notable_failures ? "differs" : "same", severity, note: "" };
  }

  /**
   * What is found of a row; null where it applies to neither side, or another counts in its place.
   * @param {Field} field
   * @param {Pair} pair
   * @param {Severity} severity What the row weighs for the family of workloads.
   * @returns {Finding | null}
   */
  finding(field, pair, severity) {
    const { unknowns } = this.rules;
    const texts = pair.both.map((side) => textOf(side, field.field));
    const unknown = texts.some((text) => unknowns.includes(text));
    if (texts[0] === texts[1] && !unknown) return texts[0] ? { status: "same", severity, note: "" } : null;
    const deciders = pair.both.map((side) => textOf(side, field.decided_by));
    if (deciders.every((text) => text && !unknowns.includes(text))) return null;
    return unknown ? this.unknownFinding(field, pair, severity, texts) : this.differenceFinding(field, pair, severity, texts);
  }

  /**
   * @param {Field} field
   * @param {Pair} pair
   * @param {Severity} severity
   * @param {string[]} texts
   * @returns {Finding}
   */
  unknownFinding(field, { both, shared }, severity, texts) {
    const weight = field.needed ? severity : "info";
    // A variable that only one side names may have been changed while the server ran.
    const oneSided = field.subject === "setting" && texts.some((text) => !this.rules.unknowns.includes(text));
    if (this.rules.shared_by[field.subject].every((name) => shared.has(name)) && !oneSided) return { status: "unrecorded", severity: "info", note: "shared" };
    if (!texts.includes("unrecorded") && shared.has("host")) return { status: "unrecorded", severity: "info", note: "not-exposed" };
    if (oneSided && !both.some((side) => isDefault(side, field))) {
      return { status: "differs", severity: weight === "info" ? "info" : "warning", note: "one-sided" };
    }
    return { status: "unrecorded", severity: weight, note: "unknown" };
  }

  /**
   * @param {Field} field
   * @param {Pair} pair
   * @param {Severity} severity
   * @param {string[]} texts
   * @returns {Finding}
   */
  differenceFinding(field, pair, severity, texts) {
    const untouched = pair.both.every((side) => isDefault(side, field));
    const saysNothing = texts.some((text) => text.startsWith(this.rules.default_of)) || (severity === "info" && !texts.every(Boolean));
    if (untouched && saysNothing) return { status: "intended", severity: "info", note: "left" };
    const note = this.intention(field, pair, untouched);
    if (note) return { status: "intended", severity, note };
    if (!texts.every(Boolean)) return { status: "differs", severity: "info", note: "not-everywhere" };
    return { status: "differs", severity, note: untouched ? "default" : "" };
  }

  /**
   * Why a difference comes with what is compared; empty where it does not.
   * @param {Field} field
   * @param {Pair} pair
   * @param {boolean} untouched Whether nobody set it on either side.
   */
  intention({ intended, subject }, { besides, defaults }, untouched) {
    const { comes_with: comesWith } = this.rules;
    if (intended === "always") return "compared";
    if (Object.hasOwn(comesWith, intended) && comesWith[intended].includes(besides)) return `with-${intended}`;
    if (defaults && (untouched || intended === "defaults")) return "default";
    return besides === "variant" && (subject === "setting" || intended === "variant") ? "chosen-for-variant" : "";
  }

  /** @param {Finding} found */
  rank({ status, severity }) {
    const { statuses, severities } = this.rules;
    return statuses.indexOf(status) * severities.length + severities.indexOf(severity);
  }

  /**
   * The worst first; of variables that weigh the same, those first of which more is known.
   * @param {FoundRow[]} rows
   */
  ordered(rows) {
    return [...rows].sort(([field, found], [other, another]) =>
      this.rank(found) - this.rank(another) || field.order[this.family] - other.order[this.family]);
  }

  /**
   * Each row that applies to some pair, with the worst that is found of it.
   * @param {FoundRow[][]} columns
   */
  worst(columns) {
    const all = columns.flat();
    return this.fields.flatMap((field) => {
      const own = all.filter(([one]) => one === field);
      return own.length ? [own.reduce((worst, row) => (this.rank(row[1]) < this.rank(worst[1]) ? row : worst))] : [];
    });
  }

  /**
   * @param {FoundRow} row
   * @param {ComparedSide[]} sides
   * @returns {ComparabilityRow}
   */
  shown([{ field, label, why, effect, reference, subject }, { status, severity, note }], sides) {
    const values = subject === "figures" ? this.failureTexts(sides) : sides.map((side) => textOf(side, field));
    return { field, label, why, severity, status, values, note: this.words.notes[note], effect, reference };
  }

  /**
   * Failed statements of each side, at the thread count at which sides lie farthest apart; empty where not known.
   * @param {ComparedSide[]} sides
   */
  failureTexts(sides) {
    const counts = [...new Set(sides.flatMap(({ failures }) => [...failures.keys()]))].sort((one, other) => one - other);
    /** @param {number} count */
    const spread = (count) => {
      const rates = sides.flatMap(({ failures }) => failures.get(count) ?? []);
      return Math.max(...rates) - Math.min(...rates);
    };
    const threads = counts.reduce((worst, count) => (spread(count) > spread(worst) ? count : worst));
    const unit = threads === 1 ? "thread" : "threads";
    return sides.map(({ failures }) => {
      const rate = failures.get(threads);
      return rate === undefined ? "" : filled(this.words.failures, { rate: (1000 * rate).toFixed(1), threads, unit });
    });
  }

  /**
   * @param {string} besides What is compared.
   * @param {FoundRow[]} rows
   * @param {boolean} blocked Whether blockers are in the way of every candidate.
   */
  sentence(besides, rows, blocked) {
    const [blockers, warnings, details] = this.rules.severities.map((level) => differing(rows, level));
    const { differ, sentences } = this.words;
    if (blockers.length) {
      return filled(sentences[blocked ? "not-comparable" : "not-all"], { names: this.listed(blockers), differ: differ[blockers.length > 1 ? 1 : 0] });
    }
    const tail = this.phrase("unrecorded", unrecorded(rows));
    if (warnings.length) return `${this.phrase("controlled-except", warnings)}${this.phrase("details", details)}${tail}.`;
    if (details.length) return `${this.phrase("controlled-details", details)}${tail}.`;
    const known = this.words.besides[besides];
    const compared = known && known + this.phrase("defaults", intendedLabels(rows, "default")) + this.phrase("chosen", intendedLabels(rows, "chosen-for-variant"));
    return `${filled(sentences[tail || setAsCompared(rows).length ? "as-intended" : "controlled"], { besides: compared })}${tail}.`;
  }

  /**
   * A part of a sentence that names labels; nothing where there are none.
   * @param {string} form
   * @param {string[]} names
   */
  phrase(form, names) {
    return names.length ? filled(this.words.sentences[form], { names: this.listed(names) }) : "";
  }

  /** @param {string[]} names At least one. */
  listed(names) {
    const { most_named: most, more, and } = this.words;
    const short = names.length > most + 1;
    const named = (short ? names.slice(0, most) : names).map(insideSentence);
    if (short) named.push(filled(more, { count: names.length - most }));
    return named.length === 1 ? named[0] : `${named.slice(0, -1).join(", ")}${and}${named[named.length - 1]}`;
  }
}

/** @param {Finding} found */
function isDetail({ status, severity }) {
  return status === "unrecorded" && severity === "info";
}

/** @param {FoundRow[]} rows @param {(found: Finding) => boolean} test */
function labelsWhere(rows, test) {
  return rows.filter(([, found]) => test(found)).map(([field]) => field.label);
}

/** @param {FoundRow[]} rows @param {string} level */
function differing(rows, level) {
  return labelsWhere(rows, ({ status, severity }) => status === "differs" && severity === level);
}

/**
 * What was not recorded and weighs, blockers first.
 * @param {FoundRow[]} rows
 */
function unrecorded(rows) {
  return ["blocker", "warning"].flatMap((level) =>
    labelsWhere(rows, ({ status, severity }) => status === "unrecorded" && severity === level));
}

/**
 * @param {FoundRow[]} rows
 * @returns {Summary}
 */
function summaryOf(rows) {
  if (differing(rows, "blocker").length) return "not-comparable";
  if (unrecorded(rows).length || rows.some(([, { status }]) => status === "differs")) return "controlled-except";
  return setAsCompared(rows).length ? "as-intended" : "controlled";
}

/**
 * What is intended for a reason, the heaviest first.
 * @param {FoundRow[]} rows
 * @param {string} reason A note.
 */
function intendedLabels(rows, reason) {
  return labelsWhere(rows, ({ status, note }) => status === "intended" && note === reason);
}

/**
 * Variables that differ because of what is compared: such sides are never called controlled.
 * @param {FoundRow[]} rows
 */
function setAsCompared(rows) {
  return [...intendedLabels(rows, "default"), ...intendedLabels(rows, "chosen-for-variant")];
}

/**
 * A label inside a sentence: "Flush method" as "flush method", "CPU model" as it is.
 * @param {string} label
 */
function insideSentence(label) {
  const second = label.slice(1, 2);
  const upper = second !== second.toLowerCase();
  return upper || label.slice(0, 3).includes("/") ? label : label.slice(0, 1).toLowerCase() + label.slice(1);
}
