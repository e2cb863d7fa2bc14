/*
The part of /check/ that is there before anything is dropped: it takes files, text and folders, shows what it reads of
them at once, and loads what judges them behind that. Nothing it takes is sent anywhere.
*/
import { firstSight } from "./check/first-shown.js";
import { button, element } from "./elements.js";
import { fetchJson } from "./site.js";

/** @typedef {{path: string, file: Blob}} Taken */
/** @typedef {{judge: (place: HTMLElement, taken: Taken[]) => Promise<void>}} Judge */

const MOST_FILES = 2000;

/**
 * Make `place` take what is dropped. Its data name the program that judges.
 * @param {HTMLElement} place
 */
export function open(place) {
  let last = Promise.resolve();
  let turn = 0;
  /** @param {Promise<Taken[]> | Taken[]} found */
  const begin = async (found) => {
    const taken = await found;
    if (!taken.length) return;
    const own = turn += 1;
    const first = await firstSight(taken);
    if (own !== turn) return;
    place.querySelector(".check-first")?.replaceChildren(...first);
    place.querySelector(".check-found")?.replaceChildren();
    place.dataset.first = String(own);
    if (isSlow() && !place.dataset.loaded) await consent(place);
    last = last.then(async () => {
      if (own !== turn) return;
      /** @type {unknown} */
      const judging = await import(place.dataset.judge ?? "");
      await /** @type {Judge} */ (judging).judge(place, taken);
    });
    await last;
  };
  /** @param {Promise<Taken[]> | Taken[]} found */
  const take = (found) => {
    begin(found).catch((/** @type {unknown} */ error) => {
      last = Promise.resolve();
      statusOf(place).textContent = "The program that reads logs could not be loaded. Try again later.";
      console.warn("check:", error);
    });
  };
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (place.querySelectorAll("input[type=file]"))) {
    const chosen = () => {
      take([...input.files ?? []].slice(0, MOST_FILES).map((file) => ({ path: file.webkitRelativePath || file.name, file })));
      input.value = "";
    };
    input.addEventListener("change", chosen);
    // Files may have been chosen before this program was there.
    chosen();
  }
  for (const each of place.querySelectorAll("button")) each.disabled = false;
  place.querySelector("form")?.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = place.querySelector("textarea")?.value ?? "";
    take(text.trim() ? [{ path: "pasted.txt", file: new Blob([text]) }] : []);
  });
  // Anywhere on the page: what misses its target would otherwise be opened in place of the page.
  addEventListener("dragover", (event) => {
    event.preventDefault();
    place.classList.add("over");
  });
  addEventListener("dragleave", () => { place.classList.remove("over"); });
  addEventListener("drop", (event) => {
    event.preventDefault();
    place.classList.remove("over");
    // An item is only readable until this call returns; of a folder alone there is no file.
    const items = [...event.dataTransfer?.items ?? []].map((item) => item.webkitGetAsEntry() ?? item.getAsFile());
    take(filesOf(items));
  });
}

/** @param {HTMLElement} place */
function statusOf(place) {
  return /** @type {HTMLElement} */ (place.querySelector("[role=status]"));
}

/** Whether the connection is one on which nobody wants megabytes without being asked. */
function isSlow() {
  const { connection } = /** @type {{connection?: {saveData?: boolean, effectiveType?: string}}} */ (navigator);
  return connection?.saveData === true || (connection?.effectiveType ?? "4g") !== "4g";
}

/**
 * Wait until the reader asks for the program.
 * @param {HTMLElement} place
 */
async function consent(place) {
  const { bytes } = /** @type {{bytes: Record<string, number>}} */ (await fetchJson(`${place.dataset.program ?? ""}index.json`));
  const size = Object.values(bytes).reduce((sum, each) => sum + each, 0);
  await new Promise((done) => {
    const load = button(`Load the program, ${(size / 1e6).toFixed(1)} MB`, () => {
      statusOf(place).replaceChildren();
      done(undefined);
    });
    statusOf(place).replaceChildren(element("p", {}, "The program that checks this is not loaded yet, because your connection is slow."), load);
  });
}

/**
 * The files of what was dropped, folders opened; no more than are read.
 * @param {(FileSystemEntry | File | null)[]} entries
 */
async function filesOf(entries) {
  /** @type {Taken[]} */
  const found = [];
  const waiting = [...entries];
  while (waiting.length && found.length < MOST_FILES) {
    const entry = waiting.shift();
    if (entry instanceof File) {
      found.push({ path: entry.name, file: entry });
    } else if (entry?.isFile) {
      found.push({ path: entry.fullPath.replace(/^\//, ""), file: await fileOf(/** @type {FileSystemFileEntry} */ (entry)) });
    } else if (entry?.isDirectory) {
      waiting.push(...await within(/** @type {FileSystemDirectoryEntry} */ (entry)));
    }
  }
  return found;
}

/**
 * @param {FileSystemFileEntry} entry
 * @returns {Promise<File>}
 */
function fileOf(entry) {
  return new Promise((done, fail) => { entry.file(done, fail); });
}

/**
 * What is in a folder, by name. A reader gives a hundred entries at a time.
 * @param {FileSystemDirectoryEntry} folder
 */
async function within(folder) {
  const reader = folder.createReader();
  /** @type {FileSystemEntry[]} */
  const found = [];
  for (;;) {
    const batch = await entriesOf(reader);
    if (!batch.length || found.length > MOST_FILES) return found.sort((one, other) => (one.name < other.name ? -1 : 1));
    found.push(...batch);
  }
}

/**
 * @param {FileSystemDirectoryReader} reader
 * @returns {Promise<FileSystemEntry[]>}
 */
function entriesOf(reader) {
  return new Promise((done, fail) => { reader.readEntries(done, fail); });
}
