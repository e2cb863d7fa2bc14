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

/**
 * @param {SettingUses} uses
 * @param {string} text
 */
export function bundlesWith(uses, text) {
  const { name, value } = settingOf(text);
  const setting = uses.settings.find((one) => one.name === name);
  const values = setting?.values.filter((one) => value === null || one.value.toLowerCase() === value) ?? [];
  return new Set(values.flatMap(({ bundles }) => bundles.map((place) => uses.bundles[place])));
}
