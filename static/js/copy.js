/*
Buttons that copy a command or an address. They lie over a corner of what they copy, so that
nothing moves when they appear.
*/
import { button, element } from "./elements.js";

const ANSWER_MS = 2000;

/**
 * Put a button on each block; only where the browser lets pages write to the clipboard.
 * @param {Iterable<HTMLElement>} blocks
 */
export function addCopyButtons(blocks) {
  if (!canCopy()) return;
  for (const block of blocks) {
    const place = element("div", { class: "copyable" });
    block.replaceWith(place);
    place.append(block, copyButton(block));
  }
}

/** Whether the browser offers a clipboard at all: pages that came over plain HTTP have none. */
export function canCopy() {
  return "clipboard" in navigator;
}

/** @param {HTMLElement} block */
function copyButton(block) {
  const made = button("Copy", () => {
    void copyText(block.textContent.trim()).then((copied) => {
      made.textContent = copied ? "Copied" : "Not allowed";
      setTimeout(() => { made.textContent = "Copy"; }, ANSWER_MS);
    });
  }, { class: "copy", "aria-live": "polite" });
  return made;
}

/**
 * Whether a text is on the clipboard now. A browser may refuse; that is no fault of the page.
 * @param {string} text
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
