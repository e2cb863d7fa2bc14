/* What a term means is shown by the stylesheet; Escape puts it away until another term is pointed at. */

export function watchTerms() {
  const { dataset } = document.documentElement;
  addEventListener("keydown", ({ key }) => { if (key === "Escape") dataset.tips = "off"; });
  for (const sign of ["pointerover", "focusin"]) {
    addEventListener(sign, ({ target }) => { if (target instanceof Element && target.closest(".term")) delete dataset.tips; });
  }
}
