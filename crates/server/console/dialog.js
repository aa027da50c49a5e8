// A modal dialog for actions that cannot be undone.

import { byId, fill } from "./dom.js";

/** Asks the person at the console; true if the action was agreed to. */
export function confirmed(title, text, label) {
  const dialog = byId("confirm");
  fill(byId("confirm-title"), title);
  fill(byId("confirm-text"), text);
  fill(byId("confirm-yes"), label);
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}
