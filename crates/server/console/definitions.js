// Definitions of intents: a list, files with faults, and an editor that checks while one types.

import { get, path, post, put, remove, withQuery } from "./api.js";
import { announce, button, el, fill, whileBusy, withCode } from "./dom.js";
import { problemView, showProblem } from "./problem.js";
import { reportView } from "./report.js";
import { emit, may, state } from "./state.js";

/** Milliseconds without a key press before the text is checked. */
const PAUSE = 400;
/** The tiers that come with the engine; any other tier is listed before them. */
const LAST_TIERS = ["pack", "core", "builtin"];
const TEMPLATE = `intent: read_title
version: 1.0
description: Show the URL of the page

steps:
  - action: web.title
`;

/** Shows the page; `name` is the definition to open. */
export async function showDefinitions(place, name) {
  const list = el("nav", { class: "definition-list", "aria-label": "Definitions" });
  const filter = el("input", {
    type: "search", name: "filter", placeholder: "Filter", "aria-label": "Filter the definitions", oninput: showList,
  });
  const editor = new Editor(load);
  fill(
    place,
    el("div", { class: "page-head" }, el("h1", {}, "Definitions"), el("span", { class: "badge plain" }, state.session), filter,
      el("div", { class: "row end" }, may("act") && button("New definition", () => editor.open("", TEMPLATE, "new")))),
    el("div", { class: "definitions" }, list, editor.element),
  );
  let listed = { definitions: [], left_out: [] };

  function showList() {
    const words = filter.value.trim().toLowerCase();
    const shown = listed.definitions.filter((definition) => definition.name.toLowerCase().includes(words));
    fill(list,
      listed.left_out.map(leftOutView),
      groupedByTier(shown).map(([tier, definitions]) => [
        el("h2", {}, tier),
        el("ul", {}, definitions.map((definition) => el("li", {}, el("a", {
          href: `#/definitions/${encodeURIComponent(definition.name)}`,
          "aria-current": definition.name === editor.name ? "true" : undefined,
        }, definition.name)))),
      ]));
  }

  async function load() {
    try {
      listed = await get(withQuery("/v1/definitions", { session: state.session }));
      showList();
    } catch (error) {
      showProblem(list, error);
    }
  }

  await load();
  const chosen = name ?? listed.definitions[0]?.name;
  const recorded = state.recorded;
  state.recorded = undefined;
  if (recorded) editor.open("", recorded, "recorded");
  else if (chosen) await editor.load(chosen);
  else editor.open("", TEMPLATE, "new");
  showList();
}

/** The definitions by tier. Those that people write come first, those that the engine brings along last. */
function groupedByTier(definitions) {
  const tiers = new Map();
  for (const definition of definitions) tiers.set(definition.tier, [...(tiers.get(definition.tier) ?? []), definition]);
  const rank = (tier) => LAST_TIERS.indexOf(tier);
  return [...tiers].sort(([one], [other]) => rank(one) - rank(other));
}

function leftOutView({ path: file, faults }) {
  return el("div", { class: "fault" },
    el("p", {}, el("b", {}, "Left out: "), el("code", {}, file)),
    el("ul", { class: "faults" }, faults.map((fault) => faultView(fault))));
}

function faultView(fault, onJump) {
  const position = `${fault.line}:${fault.column}`;
  const label = { kind: "link", "aria-label": `Go to line ${fault.line}` };
  return el("li", { class: fault.severity },
    onJump ? button(position, () => onJump(fault), label) : el("code", {}, position),
    " ", el("span", { class: "badge" }, fault.severity), " ", fault.message,
    fault.remedy && el("p", { class: "hint" }, withCode(fault.remedy)));
}

class Editor {
  constructor(onChange) {
    this.onChange = onChange;
    this.name = "";
    this.timer = 0;
    this.checks = 0;
    this.title = el("h2", {});
    this.gutter = el("pre", { class: "gutter", "aria-hidden": "true" });
    this.text = el("textarea", {
      class: "source", name: "source", spellcheck: false, wrap: "off",
      "aria-label": "Source of the definition", "aria-describedby": "faults",
      oninput: () => this.changed(),
      onscroll: () => { this.gutter.scrollTop = this.text.scrollTop; },
    });
    this.faults = el("div", { id: "faults", class: "fault-list", "aria-live": "polite" });
    this.outcome = el("div");
    this.define = button("Define in this session", () => this.save(), { kind: "primary" });
    this.undefine = button("Remove from this session", () => this.drop(), { kind: "danger-quiet" });
    const buttons = may("act") && el("div", { class: "row" }, this.define, this.undefine);
    this.element = el("section", { class: "editor", "aria-label": "Editor" },
      this.title, el("div", { class: "source-frame" }, this.gutter, this.text), this.faults, buttons, this.outcome);
  }

  open(name, source, tier) {
    this.name = name;
    fill(this.title, name || "New definition", " ", el("span", { class: "badge plain" }, tier));
    this.undefine.hidden = tier !== "session" || name === "";
    this.text.value = source;
    this.changed();
    this.text.scrollTop = 0;
  }

  async load(name) {
    try {
      const found = await get(withQuery(path("/v1/definitions/{}", name), { session: state.session }));
      this.open(found.name, found.source, found.tier);
    } catch (error) {
      fill(this.outcome, problemView(error));
    }
  }

  changed() {
    fill(this.outcome);
    const count = this.text.value.split("\n").length;
    this.gutter.textContent = Array.from({ length: count }, (_, index) => index + 1).join("\n");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), PAUSE);
  }

  async check() {
    const source = this.text.value;
    if (source.trim() === "") return;
    this.checks += 1;
    const number = this.checks;
    try {
      const { valid, faults } = await post("/v1/definition-checks", { source });
      // An answer that a later check has overtaken says nothing about the text as it is now.
      if (number !== this.checks) return;
      this.define.disabled = !valid;
      fill(this.faults, faults.length === 0
        ? el("p", { class: "valid" }, "✓ No faults")
        : el("ul", { class: "faults" }, faults.map((fault) => faultView(fault, (at) => this.jump(at)))));
    } catch (error) {
      showProblem(this.faults, error);
    }
  }

  /** Puts the cursor where a fault is. */
  jump({ line, column }) {
    const lines = this.text.value.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0) + column - 1;
    this.text.focus();
    this.text.setSelectionRange(start, start);
    const height = this.text.scrollHeight / lines.length;
    this.text.scrollTop = Math.max(0, (line - 4) * height);
  }

  async save() {
    const source = this.text.value;
    const name = /^intent:\s*["']?([^\s"'#]+)/m.exec(source)?.[1];
    if (!name) {
      fill(this.outcome, el("p", { class: "fault" }, withCode("The definition needs a name: `intent: NAME` in its first line.")));
      return;
    }
    // The server takes the name from the path, and adds the two lines that name and version take.
    const steps = source.split("\n").filter((line) => !/^(intent|version):/.test(line)).join("\n");
    const address = path("/v1/definitions/{}", name);
    await this.act(this.define, name, () => put(address, { steps, session: state.session }), `${name} is defined`);
  }

  async drop() {
    const address = withQuery(path("/v1/definitions/{}", this.name), { session: state.session });
    await this.act(this.undefine, "", () => remove(address), `${this.name} is removed`);
  }

  /** Carries out a change, and opens the definition of that name afterwards; a new one where there is none. */
  async act(control, name, task, text) {
    try {
      const report = await whileBusy(control, task);
      if (name) await this.load(name);
      else this.open("", TEMPLATE, "new");
      await this.onChange();
      emit("definitions");
      fill(this.outcome, el("p", { class: "valid" }, `✓ ${text}`), reportView(report));
      announce(text);
    } catch (error) {
      fill(this.outcome, problemView(error));
    }
  }
}
