/*
The sides chosen for a comparison, at the foot of the window, and the link that compares them. The
first is the baseline.
*/
import { element } from "../elements.js";
import { MOST_PICKED } from "./state.js";

export class Tray {
  /** `address` is that of /compare/; `drop` is called with a side, or null for all. */
  constructor(address, drop) {
    Object.assign(this, { address, drop });
    this.list = element("ul");
    this.said = element("p", { role: "status" });
    this.link = element("a", { class: "action" }, "Compare");
    this.clear = element("button", { type: "button" }, "Clear");
    this.clear.addEventListener("click", () => drop(null));
    this.box = element("section", { class: "tray", "aria-label": "Chosen for a comparison", hidden: true },
      this.list, element("div", {}, this.said, this.link, this.clear));
  }

  /** Show the chosen sides; `name` gives the words for one. */
  show(sides, name) {
    this.box.hidden = !sides.length;
    this.list.replaceChildren(...sides.map((side, at) => this.entry(side, name(side), at)));
    this.link.hidden = sides.length < 2;
    this.link.href = `${this.address}?${sides.join("&")}`;
    this.said.textContent = sides.length < 2 ? "Choose one more to compare it with this one."
      : `${sides.length} of at most ${MOST_PICKED} sides; the first is the baseline.`;
  }

  entry(side, text, at) {
    const remove = element("button", { type: "button", "aria-label": `Remove ${text}` }, "×");
    remove.addEventListener("click", () => this.drop(side));
    return element("li", {}, at ? "" : element("strong", {}, "Baseline "), text, remove);
  }
}
