/* The keys of a live chart, while it has the focus. */
/** @import { LiveChart } from "./live.js" */

/** @type {Record<string, (live: LiveChart) => void>} */
const ACTIONS = {
  Enter: ({ pointing }) => { pointing.openPoint(); },
  "+": ({ zooming }) => { zooming?.in(); },
  "=": ({ zooming }) => { zooming?.in(); },
  "-": ({ zooming }) => { zooming?.out(); },
  Escape: ({ zooming }) => { zooming?.reset(); },
};

/** @param {LiveChart} live */
export function watchKeys(live) {
  live.box.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (live.pointing.move(event.key)) {
      event.preventDefault();
      return;
    }
    if (!Object.hasOwn(ACTIONS, event.key)) return;
    ACTIONS[event.key](live);
    if (event.key !== "Escape") event.preventDefault();
  });
}
