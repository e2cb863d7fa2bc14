/*
Two sides and one row of the table of conditions: same, intended, different or not recorded, and how
heavy. The rules of `sysbench_archive/receipts/pair.py`, over the tables of /policy.json.
*/

/** Two sides as conditions, looked at once. */
export function pairOf(baseline, candidate, rules) {
  const both = [baseline, candidate];
  const same = (name) => baseline[rules.identity + name] === candidate[rules.identity + name];
  return {
    baseline, candidate,
    besides: rules.besides.find((name) => textOf(baseline, name) !== textOf(candidate, name)) ?? "",
    defaults: both.every((side) => textOf(side, "regime") === "defaults"),
    shared: new Set(rules.identities.filter(same)),
  };
}

/** What a side says of a row: "" does not apply; a state by its name. */
export function textOf(side, name) {
  const value = side[name] ?? "";
  return typeof value === "string" ? value : value.value || value.state;
}

/** {status, severity, note} of a row; null where it applies to neither side. */
export function findingOf(field, both, severity, rules) {
  const texts = [both.baseline, both.candidate].map((side) => textOf(side, field.field));
  if (texts.some((text) => rules.unknowns.includes(text))) return unknown(field, both, severity, texts, rules);
  if (texts[0] === texts[1]) return texts[0] ? { status: "same", severity, note: "" } : null;
  return different(field, both, severity, texts, rules);
}

function unknown(field, { baseline, candidate, shared }, severity, texts, { shared_by: sharedBy, unknowns }) {
  const sides = [baseline, candidate];
  const weight = field.needed ? severity : "info";
  if (shared.has(sharedBy[field.subject])) return { status: "unrecorded", severity: "info", note: "shared" };
  if (!texts.includes("unrecorded") && shared.has("host")) return { status: "unrecorded", severity: "info", note: "not-exposed" };
  if (field.subject === "setting" && !texts.every((text) => unknowns.includes(text)) && !sides.some((side) => isDefault(side, field))) {
    return { status: "differs", severity: weight === "info" ? "info" : "warning", note: "one-sided" };
  }
  return { status: "unrecorded", severity: weight, note: "unknown" };
}

function different(field, both, severity, texts, { default_of: defaultOf, comes_with: comesWith }) {
  const untouched = [both.baseline, both.candidate].every((side) => isDefault(side, field));
  const saysNothing = texts.some((text) => text.startsWith(defaultOf)) || (severity === "info" && !texts.every(Boolean));
  if (untouched && saysNothing) return { status: "intended", severity: "info", note: "left" };
  const note = intention(field, both, untouched, comesWith);
  if (note) return { status: "intended", severity, note };
  if (!texts.every(Boolean)) return { status: "differs", severity: "info", note: "not-everywhere" };
  return { status: "differs", severity, note: untouched ? "default" : "" };
}

function intention(field, { besides, defaults }, untouched, comesWith) {
  if (field.intended === "always") return "compared";
  if (comesWith[field.intended]?.includes(besides)) return `with-${field.intended}`;
  if (defaults && untouched) return "default";
  const forVariant = field.subject === "setting" || field.intended === "variant";
  return besides === "variant" && forVariant ? "chosen-for-variant" : "";
}

function isDefault(side, field) {
  const value = side[field.field];
  if (value === undefined) return field.subject === "setting";
  return typeof value === "object" && value.origin === "default";
}
