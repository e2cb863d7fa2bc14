/* Where the site lies, what its address asks for, and how its files are read. */
import { element } from "./elements.js";

/**
 * The address of a site-relative path, whether it starts with a slash or not.
 * @param {string} path
 */
export function addressOf(path) {
  const base = document.documentElement.dataset.base ?? "/";
  return `${base.replace(/\/*$/, "/")}${path.replace(/^\/+/, "")}`;
}

/**
 * The same with scheme and host, for files and texts that leave the site.
 * @param {string} path
 */
export function absoluteAddressOf(path) {
  return new URL(addressOf(path), location.href).href;
}

/** @param {string} path @param {string} text */
export function linkTo(path, text) {
  return element("a", { href: addressOf(path) }, text);
}

/** @type {Map<string, Promise<unknown>>} */
const requests = new Map();

/**
 * A file as JSON, fetched once; one that could not be had is asked for again the next time. It is of the
 * site's own build: the caller says which of the types in records.d.ts it has.
 * @param {string} address
 * @returns {Promise<unknown>}
 */
export function fetchJson(address) {
  const request = requests.get(address) ?? fetch(address).then((answer) => jsonOf(answer, address));
  requests.set(address, request);
  request.catch(() => { requests.delete(address); });
  return request;
}

/**
 * The same; null where there is no such file.
 * @param {string} address
 * @returns {Promise<unknown>}
 */
export async function fetchJsonIfAny(address) {
  const answer = await fetch(address);
  return answer.status === 404 ? null : jsonOf(answer, address);
}

/**
 * @param {Response} answer
 * @param {string} address
 * @returns {Promise<unknown>}
 */
function jsonOf(answer, address) {
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}`);
  return answer.json();
}

/**
 * Put what is asked in the address; the browser's button "back" leads to the state before where it is pushed.
 * @param {string} text The part behind the question mark.
 * @param {"pushState" | "replaceState"} how
 */
export function remember(text, how) {
  history[how](null, "", text ? `?${text}` : location.pathname);
}
