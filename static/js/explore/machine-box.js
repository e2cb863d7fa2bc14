/*
"Your machine": a class from a list, or pasted `lscpu` output. It stays in this browser.
*/
import { element } from "../elements.js";
import { keep, load } from "./kept.js";
import { parse } from "./machine.js";

const NOT_READ = "This does not look like the output of lscpu: it names no processor and no count of CPUs.";
const NOT_KEPT = " Your browser keeps nothing, so it is forgotten when you leave this page.";

/** `box` is the element, `machine` what it knows; `changed` is called when that is another. */
export class MachineBox {
  constructor(tables, changed) {
    Object.assign(this, { tables, changed, machine: load() });
    this.select = element("select", { id: "machine-class" },
      element("option", { value: "" }, "Not chosen"),
      ...tables.classes.map(({ id, label }) => element("option", { value: id }, label)));
    this.text = element("textarea", { id: "machine-lscpu", rows: "6", maxlength: "20000", spellcheck: "false", autocomplete: "off" });
    this.memory = element("input", { id: "machine-memory", type: "number", min: "1", max: "100000", inputmode: "numeric" });
    this.said = element("p", { role: "status", class: "machine-said" });
    this.forget = button("Forget", () => this.take(null));
    this.box = this.lay();
    this.select.addEventListener("change", () => this.choose());
    this.show("");
  }

  lay() {
    const read = button("Use this machine", () => this.read());
    return element("section", { class: "machine", "aria-labelledby": "your-machine" },
      element("h2", { id: "your-machine" }, "Your machine"),
      element("p", { class: "machine-choice" }, element("label", { for: "machine-class" }, "A class on file"), this.select, this.forget),
      element("details", {}, element("summary", {}, "Or paste what lscpu prints"),
        element("p", {}, "It is read here, in your browser, and never sent anywhere. Only the processor's generation, counts and whether a hypervisor runs it are kept, in this browser."),
        element("label", { for: "machine-lscpu" }, "Output of lscpu"), this.text,
        element("p", { class: "machine-choice" }, element("label", { for: "machine-memory" }, "Main memory in GiB, if you like"), this.memory, read)),
      this.said);
  }

  choose() {
    const chosen = this.tables.classes.find(({ id }) => id === this.select.value);
    this.take(chosen ? { id: chosen.id, label: chosen.label, values: chosen.values } : null);
  }

  read() {
    const machine = parse(this.text.value, this.tables, Number(this.memory.value) || 0);
    if (!machine) {
      this.said.textContent = NOT_READ;
      return;
    }
    this.text.value = "";
    this.take(machine);
  }

  take(machine) {
    const kept = keep(machine);
    this.machine = machine;
    this.show(machine && !kept ? NOT_KEPT : "");
    this.changed(machine);
  }

  show(note) {
    const known = this.tables.classes.some(({ id }) => id === this.machine?.id);
    this.select.value = known ? this.machine.id : "";
    this.forget.disabled = !this.machine;
    this.said.textContent = this.machine
      ? `Yours: ${this.machine.label}. Sorted by nearness, results on machines like it come first.${note}`
      : "With a machine, results on machines like it come first, and each says how it differs.";
  }
}

function button(text, act) {
  const made = element("button", { type: "button" }, text);
  made.addEventListener("click", act);
  return made;
}
