// Settings: every value with its source; change and reset.

import { get, path, put, remove } from "./api.js";
import { announce, button, el, fill, whileBusy } from "./dom.js";
import { inline } from "./format.js";
import { problemView, showProblem } from "./problem.js";

/** Shows the page. */
export async function showSettings(place) {
  const groups = el("div");
  const filter = el("input", {
    type: "search", name: "filter", placeholder: "Filter", "aria-label": "Filter the settings", oninput: show,
  });
  fill(place, el("div", { class: "page-head" }, el("h1", {}, "Settings"), filter), groups);
  let settings = {};

  function show() {
    const words = filter.value.trim().toLowerCase();
    const byGroup = new Map();
    for (const [key, setting] of Object.entries(settings)) {
      if (!key.toLowerCase().includes(words)) continue;
      const group = key.includes(".") ? key.slice(0, key.lastIndexOf(".")) : "general";
      byGroup.set(group, [...(byGroup.get(group) ?? []), settingView(key, setting)]);
    }
    fill(groups, [...byGroup].map(([group, rows]) => el("section", { class: "group" }, el("h2", {}, group), rows)));
  }

  try {
    ({ settings } = await get("/v1/settings"));
    show();
  } catch (error) {
    showProblem(groups, error);
  }
}

function settingView(key, setting) {
  const row = el("div", { class: "setting" });
  const id = `setting-${key}`;
  const outcome = el("div", { class: "setting-outcome" });

  const send = async (control, request, text) => {
    try {
      await whileBusy(control, request);
      const { settings } = await get("/v1/settings");
      Object.assign(setting, settings[key]);
      show();
      announce(text);
    } catch (error) {
      fill(outcome, problemView(error));
    }
  };

  function show() {
    const input = inputOf(id, setting.value);
    const address = path("/v1/settings/{}", key);
    const save = button("Save", () => send(save, () => put(address, { value: input.value }), `${key} saved`), { hidden: true });
    const reset = button("Reset", () => send(reset, () => remove(address), `${key} reset`), { kind: "quiet" });
    const original = input.value;
    input.addEventListener("input", () => { save.hidden = input.value === original; });
    input.addEventListener("keydown", (event) => event.key === "Enter" && !save.hidden && save.click());
    const isDefault = setting.from === "default";
    fill(outcome);
    fill(
      row,
      el("label", { for: id }, el("code", {}, key.slice(key.lastIndexOf(".") + 1))),
      input,
      el("span", { class: `badge ${isDefault ? "plain" : "accent"}` }, setting.from),
      el("div", { class: "row" }, save, !isDefault && reset),
      outcome,
    );
    row.title = key;
  }

  show();
  return row;
}

function inputOf(id, value) {
  if (typeof value === "boolean") {
    const options = ["true", "false"].map((text) => el("option", { value: text, selected: text === String(value) }, text));
    return el("select", { id }, options);
  }
  return el("input", { id, value: inline(value), spellcheck: false, autocomplete: "off" });
}
