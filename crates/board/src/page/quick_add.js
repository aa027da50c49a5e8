// Adding cards at the foot of a column, one after the other.

import { button, el } from "/console/dom.js";
import { attempt } from "./actions.js";
import { columnOf } from "./model.js";

/** Opens the form of a column, or focuses it where it is open already. */
export function quickAdd(section, id) {
  const open = section.querySelector(".quick-add textarea");
  if (open) {
    open.focus();
    return;
  }
  const opener = section.querySelector(".add");
  const title = el("textarea", { rows: 2, maxLength: 255, placeholder: "What is to be done?", "aria-label": `Title of the new card in ${columnOf(id).title}` });
  const form = el(
    "form",
    { class: "quick-add" },
    title,
    el("div", { class: "row" }, el("button", { type: "submit", class: "button primary" }, "Add"), button("Cancel", close, { kind: "quiet" })),
  );
  function close() {
    form.remove();
    opener.hidden = false;
    opener.focus();
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    add(id, title, section);
  });
  title.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      add(id, title, section);
    } else if (event.key === "Escape") {
      event.preventDefault();
      close();
    }
  });
  opener.hidden = true;
  opener.before(form);
  title.focus();
}

async function add(id, field, section) {
  const title = field.value.replace(/\s+/g, " ").trim();
  if (title === "") return;
  field.value = "";
  const isDone = await attempt({ type: "create_card", title, column: columnOf(id).title }, { isQuiet: true });
  if (isDone) section.querySelector(".cards").lastElementChild?.scrollIntoView({ block: "nearest" });
  // What was typed is not lost with the attempt.
  else if (field.value === "") field.value = title;
}
