/*
Keeps a reader's machine and reads it back, outside of a browser. Takes {typed: [[cores, memory,
storage]], stored}; answers with {storage: its kinds, own: what forms are filled with after each}, the
last of what was stored by somebody else.
*/
import { STORAGE, keepSize, ownSize } from "../../../static/js/explore/kept.js";

/** @type {Map<string, string>} */
const kept = new Map();
Object.defineProperty(globalThis, "localStorage", { value: {
  getItem: (/** @type {string} */ name) => kept.get(name) ?? null,
  setItem: (/** @type {string} */ name, /** @type {string} */ text) => { kept.set(name, text); },
  removeItem: (/** @type {string} */ name) => { kept.delete(name); },
} });

/** @param {{typed: [string, string, string][], stored: string}} given */
export default function answer({ typed, stored }) {
  const own = typed.map(([cores, memory, storage]) => {
    keepSize(cores, memory, storage);
    return ownSize();
  });
  kept.set("sysbench-archive.machine", stored);
  return { storage: STORAGE, own: [...own, ownSize()] };
}
