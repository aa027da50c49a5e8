// The dialog for short questions and for lists.

import { button, byId, el, fill } from "/console/dom.js";
import { icon } from "./icons.js";

let answer = null;

/** Connects the dialog. */
export function startPanel() {
  fill(byId("panel-close"), icon("close"));
  byId("panel-close").addEventListener("click", () => byId("panel").close());
  byId("panel").addEventListener("close", () => {
    answer?.(null);
    answer = null;
  });
  closeOnBackdrop(byId("panel"));
}

/** Opens the dialog with that content. */
export function openPanel(title, ...content) {
  fill(byId("panel-title"), title);
  fill(byId("panel-body"), ...content);
  if (!byId("panel").open) byId("panel").showModal();
}

/** Closes the dialog. */
export function closePanel() {
  byId("panel").close();
}

/** Asks for a line of text; null if it was not given. */
export function askText({ title, label, value = "", action }) {
  const input = el("input", { name: "text", value, required: true, maxLength: 255, autocomplete: "off" });
  const form = el(
    "form",
    { method: "dialog", class: "ask-text" },
    el("label", {}, label, input),
    el("div", { class: "row end" }, button("Cancel", closePanel), el("button", { type: "submit", class: "button primary" }, action)),
  );
  const given = new Promise((resolve) => {
    answer = resolve;
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (text === "") return;
    answer?.(text);
    answer = null;
    closePanel();
  });
  openPanel(title, form);
  input.select();
  return given;
}

/** Closes a dialog by a press outside of it, as people expect. A press that began inside is none. */
export function closeOnBackdrop(dialog) {
  dialog.addEventListener("pointerdown", (event) => {
    if (event.target !== dialog) return;
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    const { clientX: x, clientY: y } = event;
    if (x < left || x > right || y < top || y > bottom) dialog.close();
  });
}
