/* Which bundles gave their servers a setting: by its name, or by name and value. */
/** @import { SettingUses } from "../records.js" */

/**
 * A setting as servers write its name; the value is null where any will do.
 * @param {string} text `name` or `name=value`.
 */
export function settingOf(text) {
  const [name, ...rest] = text.split("=");
  const value = rest.join("=").trim().toLowerCase();
  return { name: name.trim().toLowerCase().replaceAll("-", "_"), value: rest.length && value ? value : null };
}

/* Spellings of a switch. */
const SWITCHES = new Map(Object.entries({ on: "1", true: "1", yes: "1", off: "0", false: "0", no: "0" }));

/** @param {string} value */
const plainValue = (value) => SWITCHES.get(value.toLowerCase()) ?? value.toLowerCase();

/**
 * @param {SettingUses} uses
 * @param {string} text
 */
export function bundlesWith(uses, text) {
  const { name, value } = settingOf(text);
  const values = Object.hasOwn(uses.settings, name) ? Object.entries(uses.settings[name]) : [];
  const wanted = values.filter(([one]) => value === null || plainValue(one) === plainValue(value));
  return new Set(wanted.flatMap(([, places]) => places.map((place) => uses.bundles[place])));
}
