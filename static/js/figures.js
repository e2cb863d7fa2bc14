/*
Charts become interactive when they are in view and the reader has moved, scrolled or pressed
anything: a page that is only opened loads no chart program. Without it the drawing stays.
*/
const SIGNS = ["pointermove", "pointerdown", "touchstart", "wheel", "scroll", "keydown", "focusin"];
const MARGIN = "200px";

/**
 * Call the chart program's `enhanceFigure` for each figure, once it is near the viewport.
 * @param {NodeListOf<HTMLElement>} figures
 */
export function watchFigures(figures) {
  const address = document.documentElement.dataset.chartModule;
  if (!address || !figures.length) return;
  void firstSign().then(() => {
    const observer = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        void loadCharts(address).then((charts) => charts.enhanceFigure(/** @type {HTMLElement} */ (target)));
      }
    }, { rootMargin: MARGIN });
    for (const figure of figures) observer.observe(figure);
  });
}

/**
 * The chart program; its address has a fingerprint, which only the page knows.
 * @param {string} address
 * @returns {Promise<typeof import("./chart.js")>}
 */
export function loadCharts(address) {
  return /** @type {Promise<typeof import("./chart.js")>} */ (import(address));
}

/**
 * Resolves at the first thing the reader does.
 * @returns {Promise<void>}
 */
function firstSign() {
  return new Promise((resolve) => {
    const heard = new AbortController();
    const options = { capture: true, passive: true, signal: heard.signal };
    for (const sign of SIGNS) {
      addEventListener(sign, () => {
        heard.abort();
        resolve();
      }, options);
    }
  });
}
