/*
The sides chosen for a comparison, at the foot of the window, and the link that compares them. The
first is the baseline.
*/
import { button, element } from "../elements.js";
import { MOST_SIDES } from "../compare/address.js";

export class Tray {
  /**
   * @param {string} address Of /compare/.
   * @param {(side: string | null) => void} drop Called with a side that is removed, null for all.
   */
  constructor(address, drop) {
    this.address = address;
    this.drop = drop;
    this.list = element("ul");
    this.status = element("p", { role: "status" });
    this.link = element("a", { class: "action" }, "Compare");
    this.box = element("section", { class: "tray", "aria-label": "Chosen for a comparison", hidden: true },
      this.list, element("div", {}, this.status, this.link, button("Clear", () => { drop(null); })));
  }

  /**
   * Show the chosen sides.
   * @param {string[]} sides
   * @param {(side: string) => string} nameOf
   */
  show(sides, nameOf) {
    this.box.hidden = !sides.length;
    this.list.replaceChildren(...sides.map((side, at) => this.entryOf(side, nameOf(side), at)));
    this.link.hidden = sides.length < 2;
    this.link.href = `${this.address}?${sides.join("&")}`;
    this.status.textContent = sides.length < 2 ? "Choose one more to compare it with this one."
      : `${sides.length} of at most ${MOST_SIDES} sides; the first is the baseline.`;
  }

  /** @param {string} side @param {string} text @param {number} at */
  entryOf(side, text, at) {
    const remove = button("×", () => { this.drop(side); }, { "aria-label": `Remove ${text}` });
    return element("li", {}, at ? "" : element("strong", {}, "Baseline "), text, remove);
  }
}
