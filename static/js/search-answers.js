/*
Answers to questions that words alone do not answer: a result by its id, two releases, a release nobody ran, a setting
with its value, a machine like the reader's. Each leads to the page that has the answer. Knows nothing of a page.
*/
/** @import { SearchIndex, SettingUses } from "./records.js" */
/** @import { Searched } from "./search-index.js" */
import { settingOf, bundlesWith } from "./listing/settings.js";

/** @typedef {Record<"path" | "title" | "text", string>} Answer */

const VERSION = /\b\d+\.\d+(?:\.\d+)*/g;
const SETTING = /[a-z][a-z0-9]*(?:[_-][a-z0-9]+)+ *= *[^\s?,;]+/i;
const CORES = /(\d{1,4})[ -]*(?:v?cpus?|v?cores?)\b/i;
const MEMORY = /(\d{1,6})[ -]*(?:gb|gib|g)\b/i;
/** @type {[RegExp, string, string][]} What readers call a kind of storage, its id and its name. */
const STORAGE = [
  [/\bnvme\b/i, "nvme", "NVMe"], [/\bssds?\b/i, "ssd", "SSD"], [/\b(?:hdds?|hard disks?)\b/i, "hdd", "hard disk"],
  [/\bsan\b/i, "san", "SAN"], [/\b(?:ebs|gp2|gp3|io1|io2|network volumes?)\b/i, "network-block", "network volume"],
];
/** @type {Record<string, string>} */
const SHORT_NAMES = { percona: "percona-server" };
const UPGRADE = /\b(?:upgrad|migrat)|\b(?:eol|end of life)\b/i;
const BUNDLE = /\b\d{4}-\d{2}-[a-z0-9-]+/g;
const { compare } = new Intl.Collator("en", { numeric: true });
const MOST_PAGES = 3;
const MOST_NAMED = 3;
const LONG = 3;

/**
 * @param {string} query
 * @param {Searched[]} documents
 * @param {SearchIndex["labels"]} labels
 * @returns {Answer[]}
 */
export function answersTo(query, documents, labels) {
  return [
    ...idAnswers(query, documents), ...pairAnswers(query, documents, labels.product),
    ...upgradeAnswers(query, documents, labels.product),
    ...releaseAnswers(query, documents, labels.product), ...machineAnswers(query),
  ];
}

/**
 * Results whose ids a query has in it, as their addresses do.
 * @param {string} query
 * @param {Searched[]} documents
 * @returns {Answer[]}
 */
function idAnswers(query, documents) {
  const named = [...query.toLowerCase().matchAll(BUNDLE)].map(([id]) => id);
  return documents.filter(({ kind, bundles }) => kind === "result" && bundles?.some((bundle) => named.includes(bundle)));
}

/**
 * The setting with a value that a query asks for; empty where it asks for none.
 * @param {string} query
 */
export function settingIn(query) {
  return SETTING.exec(query)?.[0].replaceAll(" ", "") ?? "";
}

/**
 * Who used a setting with a value.
 * @param {string} asked
 * @param {SettingUses} uses
 * @param {Searched[]} documents
 * @returns {Answer[]}
 */
export function settingAnswers(asked, uses, documents) {
  const bundles = bundlesWith(uses, asked);
  if (!bundles.size) return [];
  const { name, value } = settingOf(asked);
  const page = Object.hasOwn(uses.paths, name) ? uses.paths[name] : "";
  const titles = documents.filter((one) => one.kind === "result" && one.bundles?.some((bundle) => bundles.has(bundle))).map(({ title }) => title);
  const more = bundles.size - MOST_NAMED;
  const named = titles.slice(0, MOST_NAMED).join("; ") + (more > 0 && titles.length ? `; ${more} more` : "");
  const count = `${bundles.size} ${bundles.size === 1 ? "result" : "results"}`;
  const found = { path: `/results/?${new URLSearchParams({ setting: `${name}=${value ?? ""}` }).toString()}`, title: `${count} with ${name}=${value ?? ""}`, text: named };
  return page ? [found, { path: page, title: name, text: "What it does, its defaults, and what it changed" }] : [found];
}

/**
 * Two releases: the page of the pair, else the comparisons that hold both, those with fewest servers first.
 * @param {string} query
 * @param {Searched[]} documents
 * @param {Record<string, string>} products
 * @returns {Answer[]}
 */
function pairAnswers(query, documents, products) {
  const releases = releasesIn(query, products);
  if (releases.length < 2) return [];
  const [one, other] = releases;
  /** @param {string[]} names @param {string[]} series */
  const has = (names, series) => names.some((name) => series.includes(name));
  const both = documents.filter(({ series }) => has(one, series) && has(other, series));
  const pairs = both.filter(({ kind }) => kind === "upgrade");
  if (pairs.length) return pairs.slice(0, MOST_PAGES);
  const comparisons = both.filter(({ kind }) => kind === "comparison");
  // The list has those written by hand first, and a sort keeps the order of equals.
  return comparisons.sort((a, b) => Number(a.own ?? false) - Number(b.own ?? false) || a.series.length - b.series.length).slice(0, MOST_PAGES);
}

/**
 * Where to from a release that is all a query about upgrades names: later series of the product, the next first,
 * of those of which many releases ran; innovation releases have one or two.
 * @param {string} query
 * @param {Searched[]} documents
 * @param {Record<string, string>} products
 * @returns {Answer[]}
 */
function upgradeAnswers(query, documents, products) {
  const releases = UPGRADE.test(query) ? releasesIn(query, products) : [];
  if (releases.length !== 1) return [];
  const isLong = new Set(documents.filter((one) => one.kind === "version" && one.releases.length >= LONG).flatMap(({ series }) => series));
  return releases[0].flatMap((from) => documents
    .filter(({ kind, product, series }) => kind === "upgrade" && product.length === 1 && series[0] === from && isLong.has(series[1]))
    .sort((one, other) => compare(one.series[1], other.series[1]))).slice(0, MOST_PAGES);
}

/**
 * Releases that nobody ran, with the nearest before and after: of the series, else of a product that is named.
 * @param {string} query
 * @param {Searched[]} documents
 * @param {Record<string, string>} products
 * @returns {Answer[]}
 */
function releaseAnswers(query, documents, products) {
  const pages = documents.filter(({ kind }) => kind === "version");
  return versionsIn(query, products).flatMap(({ version, named, ids }) => ids.flatMap((id) => {
    const series = pages.filter(({ product }) => product.includes(id));
    const own = series.filter((page) => page.series.includes(`${id}-${seriesOf(version)}`));
    const ran = own.some(({ releases }) => releases.some((release) => isOf(release, version)));
    if (ran || !(own.length || named)) return [];
    const known = (own.length ? own : series).flatMap((page) => page.releases.map((release) => ({ release, page })));
    known.sort((one, other) => compare(one.release, other.release));
    const after = known.findIndex(({ release }) => compare(release, version) > 0);
    const near = after < 0 ? known.slice(-1) : known.slice(Math.max(0, after - 1), after + 1);
    const here = near.map(({ release }) => release).join(" and ");
    return near.slice(0, 1).map(({ page }) => ({
      path: page.path, text: `All releases of ${page.title}`,
      title: `No run of ${products[id]} ${version}; ${here} ${near.length > 1 ? "are" : "is"} here`,
    }));
  }));
}

/**
 * Whether a release is a version, or one of its series.
 * @param {string} release
 * @param {string} version
 */
export function isOf(release, version) {
  return release.startsWith(version) && !/^\d/.test(release.slice(version.length));
}

/** @param {string} version */
export function seriesOf(version) {
  return version.split(".").slice(0, 2).join(".");
}

/**
 * The first two releases a query names, each as the series it may mean: a version without a product is any product's.
 * @param {string} query
 * @param {Record<string, string>} products Product to its name.
 * @returns {string[][]}
 */
function releasesIn(query, products) {
  const found = versionsIn(query, products).map(({ version, ids }) => ids.map((id) => `${id}-${seriesOf(version)}`));
  return found.filter((series, at) => found.findIndex((one) => one[0] === series[0]) === at).slice(0, 2);
}

/**
 * The versions a query names, each with the product before it; without one, with every product.
 * @param {string} query
 * @param {Record<string, string>} products Product to its name.
 */
function versionsIn(query, products) {
  const text = query.toLowerCase();
  const names = [...Object.entries(products).map(([id, label]) => [label.toLowerCase(), id]), ...Object.entries(SHORT_NAMES)];
  const named = names.flatMap(([name, id]) => [...text.matchAll(new RegExp(`\\b${name}`, "g"))].map(({ index }) => ({ id, index })));
  return [...text.matchAll(VERSION)].map(({ 0: version, index }) => {
    const before = named.filter((one) => one.index < index).sort((a, b) => b.index - a.index);
    return { version, named: before.length > 0, ids: before.length ? [before[0].id] : Object.keys(products) };
  });
}

/**
 * A machine of which at least two of cores, memory and storage are named.
 * @param {string} query
 * @returns {Answer[]}
 */
function machineAnswers(query) {
  const [cores, memory] = [CORES.exec(query)?.[1], MEMORY.exec(query)?.[1]];
  const storage = STORAGE.find(([pattern]) => pattern.test(query));
  const parts = [cores && `${cores} cores`, memory && `${memory} GB`, storage?.[2]].filter(Boolean);
  if (parts.length < 2) return [];
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries({ cores, memory, storage: storage?.[1] })) if (value) asked.set(name, value);
  return [{ path: `/hardware/?${asked.toString()}`, title: `Machines like ${parts.join(", ")}`, text: "The nearest first, with what was measured on them" }];
}
