/*
"Your machine": a class from a list, or pasted `lscpu` output. It stays in this browser.
*/
/** @import { Machine } from "./machine.js" */
/** @import { HardwareTables } from "../records.js" */
import { button, element } from "../elements.js";
import { keepMachine, loadMachine } from "./kept.js";
import { parseMachine } from "./machine.js";

const NOT_READ = "This does not look like the output of lscpu: it names no processor and no count of CPUs.";
const NOT_KEPT = " Your browser keeps nothing, so it is forgotten when you leave this page.";

/** `box` is the element, `machine` what it knows. */
export class MachineBox {
  /**
   * @param {HardwareTables} tables
   * @param {() => void} changed Called when it is another machine.
   */
  constructor(tables, changed) {
    this.tables = tables;
    this.changed = changed;
    this.machine = loadMachine();
    this.select = element("select", { id: "machine-class" },
      element("option", { value: "" }, "Not chosen"),
      ...tables.classes.map(({ id, label }) => element("option", { value: id }, label)));
    this.text = element("textarea", { id: "machine-lscpu", rows: 6, maxlength: 20000, spellcheck: "false", autocomplete: "off" });
    this.memory = element("input", { id: "machine-memory", type: "number", min: 1, max: 100000, inputmode: "numeric" });
    this.status = element("p", { role: "status", class: "machine-said" });
    this.forget = button("Forget", () => { this.take(null); });
    this.box = this.layOut();
    this.select.addEventListener("change", () => { this.choose(); });
    this.show("");
  }

  layOut() {
    const read = button("Use this machine", () => { this.read(); });
    return element("section", { class: "machine", "aria-labelledby": "your-machine" },
      element("h2", { id: "your-machine" }, "Your machine"),
      element("p", { class: "machine-choice" }, element("label", { for: "machine-class" }, "A class on file"), this.select, this.forget),
      element("details", {}, element("summary", {}, "Or paste what lscpu prints"),
        element("p", {}, "It is read here, in your browser, and never sent anywhere. Only the processor's generation, counts and whether a hypervisor runs it are kept, in this browser."),
        element("label", { for: "machine-lscpu" }, "Output of lscpu"), this.text,
        element("p", { class: "machine-choice" }, element("label", { for: "machine-memory" }, "Main memory in GiB, if you like"), this.memory, read)),
      this.status);
  }

  choose() {
    const chosen = this.tables.classes.find(({ id }) => id === this.select.value);
    this.take(chosen ? { id: chosen.id, label: chosen.label, values: chosen.values } : null);
  }

  read() {
    const machine = parseMachine(this.text.value, this.tables, Number(this.memory.value) || 0);
    if (!machine) {
      this.status.textContent = NOT_READ;
      return;
    }
    this.text.value = "";
    this.take(machine);
  }

  /** @param {Machine | null} machine */
  take(machine) {
    const kept = keepMachine(machine);
    this.machine = machine;
    this.show(machine && !kept ? NOT_KEPT : "");
    this.changed();
  }

  /** @param {string} note */
  show(note) {
    const { machine } = this;
    const onFile = this.tables.classes.find(({ id }) => id === machine?.id);
    this.select.value = onFile?.id ?? "";
    this.forget.disabled = !machine;
    this.status.textContent = machine
      ? `Yours: ${machine.label}. Sorted by nearness, results on machines like it come first.${note}`
      : "With a machine, results on machines like it come first, and each says how it differs.";
  }
}
