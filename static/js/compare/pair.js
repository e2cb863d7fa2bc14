/*
Two sides and one row of the table of conditions: same, intended, different or not recorded, and how
heavy. The rules of the Python package `sysbench_archive.comparability`, over the tables of /policy.json.
*/
/** @import { ComparabilityRules, CompareServer, ConditionRule } from "../records.js" */

/** @typedef {CompareServer["conditions"]} Conditions By name; those that begin with "identity." say what several sides may share. */
/** @typedef {ConditionRule["severity"][string]} Severity */
/** @typedef {"same" | "intended" | "differs" | "unrecorded"} FindingStatus */

/**
 * Two sides as conditions, looked at once.
 * @typedef {object} Pair
 * @property {Conditions} baseline
 * @property {Conditions} candidate
 * @property {string} besides What is compared: "product", "version", "variant" or nothing of these.
 * @property {boolean} defaults Whether both run with default settings.
 * @property {Set<string>} shared What both share: "host", "client" and the like.
 */

/**
 * What is found of a row, for one pair of sides. `note` names a sentence of the policy.
 * @typedef {object} Finding
 * @property {FindingStatus} status
 * @property {Severity} severity
 * @property {string} note
 */

/**
 * @param {Conditions} baseline
 * @param {Conditions} candidate
 * @param {ComparabilityRules} rules
 * @returns {Pair}
 */
export function pairOf(baseline, candidate, rules) {
  const both = [baseline, candidate];
  /** @param {string} name */
  const isShared = (name) => Object.hasOwn(baseline, rules.identity + name)
    && baseline[rules.identity + name] === candidate[rules.identity + name];
  return {
    baseline, candidate,
    besides: rules.besides.find((name) => textOf(baseline, name) !== textOf(candidate, name)) ?? "",
    defaults: both.every((side) => textOf(side, "regime") === "defaults"),
    shared: new Set(rules.identities.filter(isShared)),
  };
}

/**
 * What a side says of a row: empty where it does not apply, the name of a state where it is not known.
 * @param {Conditions} side
 * @param {string} name
 */
export function textOf(side, name) {
  if (!Object.hasOwn(side, name)) return "";
  const condition = side[name];
  if (typeof condition === "string") return condition;
  return condition.value ?? condition.state ?? "";
}

/**
 * What is found of a row; null where it applies to neither side.
 * @param {ConditionRule} field
 * @param {Pair} pair
 * @param {Severity} severity What the row weighs for the family of workloads.
 * @param {ComparabilityRules} rules
 * @returns {Finding | null}
 */
export function findingOf(field, pair, severity, rules) {
  const texts = [pair.baseline, pair.candidate].map((side) => textOf(side, field.field));
  const unknown = texts.some((text) => rules.unknowns.includes(text));
  if (texts[0] === texts[1] && !unknown) return texts[0] ? { status: "same", severity, note: "" } : null;
  if (isDecidedElsewhere(field, pair, rules)) return null;
  if (unknown) return unknownFinding(field, pair, severity, texts, rules);
  return differenceFinding(field, pair, severity, texts, rules);
}

/**
 * Whether both sides state the condition that counts in place of this one.
 * @param {ConditionRule} field
 * @param {Pair} pair
 * @param {ComparabilityRules} rules
 */
function isDecidedElsewhere({ decided_by: decider }, { baseline, candidate }, { unknowns }) {
  const texts = [baseline, candidate].map((side) => textOf(side, decider));
  return texts.every((text) => text && !unknowns.includes(text));
}

/**
 * @param {ConditionRule} field
 * @param {Pair} pair
 * @param {Severity} severity
 * @param {string[]} texts
 * @param {ComparabilityRules} rules
 * @returns {Finding}
 */
function unknownFinding(field, { baseline, candidate, shared }, severity, texts, { shared_by: sharedBy, unknowns }) {
  const weight = field.needed ? severity : "info";
  // A variable that only one side names may have been changed while the server ran.
  const oneSided = field.subject === "setting" && texts.some((text) => !unknowns.includes(text));
  if (sharedBy[field.subject].every((name) => shared.has(name)) && !oneSided) return { status: "unrecorded", severity: "info", note: "shared" };
  if (!texts.includes("unrecorded") && shared.has("host")) return { status: "unrecorded", severity: "info", note: "not-exposed" };
  if (oneSided && !isDefault(baseline, field) && !isDefault(candidate, field)) {
    return { status: "differs", severity: weight === "info" ? "info" : "warning", note: "one-sided" };
  }
  return { status: "unrecorded", severity: weight, note: "unknown" };
}

/**
 * @param {ConditionRule} field
 * @param {Pair} pair
 * @param {Severity} severity
 * @param {string[]} texts
 * @param {ComparabilityRules} rules
 * @returns {Finding}
 */
function differenceFinding(field, pair, severity, texts, { default_of: defaultOf, comes_with: comesWith }) {
  const untouched = isDefault(pair.baseline, field) && isDefault(pair.candidate, field);
  const saysNothing = texts.some((text) => text.startsWith(defaultOf)) || (severity === "info" && !texts.every(Boolean));
  if (untouched && saysNothing) return { status: "intended", severity: "info", note: "left" };
  const note = intentionOf(field, pair, untouched, comesWith);
  if (note) return { status: "intended", severity, note };
  if (!texts.every(Boolean)) return { status: "differs", severity: "info", note: "not-everywhere" };
  return { status: "differs", severity, note: untouched ? "default" : "" };
}

/**
 * Why a difference comes with what is compared; empty where it does not.
 * @param {ConditionRule} field
 * @param {Pair} pair
 * @param {boolean} untouched Whether nobody set it on either side.
 * @param {ComparabilityRules["comes_with"]} comesWith
 */
function intentionOf(field, { besides, defaults }, untouched, comesWith) {
  if (field.intended === "always") return "compared";
  if (Object.hasOwn(comesWith, field.intended) && comesWith[field.intended].includes(besides)) return `with-${field.intended}`;
  if (defaults && (untouched || field.intended === "defaults")) return "default";
  const forVariant = field.subject === "setting" || field.intended === "variant";
  return besides === "variant" && forVariant ? "chosen-for-variant" : "";
}

/**
 * Whether nobody set a row: of a setting, nothing recorded is as good as the default.
 * @param {Conditions} side
 * @param {ConditionRule} field
 */
function isDefault(side, field) {
  if (!Object.hasOwn(side, field.field)) return field.subject === "setting";
  const condition = side[field.field];
  return typeof condition === "object" && condition.origin === "default";
}
