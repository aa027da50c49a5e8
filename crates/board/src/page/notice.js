// Notices at the edge of the window: what was done, and what went wrong.

import { button, byId, el } from "/console/dom.js";
import { problemView } from "/console/problem.js";
import { icon } from "./icons.js";

/** Milliseconds that a notice of something done is shown. One of a failure stays until it is closed. */
const SHOWN = 6000;
const MOST = 3;

let undo = null;

/** Sets what the undo button of a notice does. */
export function startNotices(onUndo) {
  undo = onUndo;
}

/** Shows a text. `undo` offers to take back what it says; `action` is the label of another button and what it does. */
export function notify(text, { kind = "", undo: canUndo = false, action } = {}) {
  show(el("p", {}, text), { kind, action: action ?? (canUndo && undo && ["Undo", undo]) });
}

/** Shows a failure. */
export function notifyProblem(error) {
  if (error.name === "AbortError") return;
  show(problemView(error), { kind: "problem" });
}

function show(content, { kind, action }) {
  const close = button(icon("close"), () => notice.remove(), { kind: "icon-button", "aria-label": "Close the notice" });
  const act = action && button(action[0], () => {
    notice.remove();
    action[1]();
  }, { kind: "quiet" });
  const notice = el("div", { class: `notice-card ${kind}`.trim() }, content, act, close);
  const place = byId("notices");
  place.append(notice);
  while (place.childElementCount > MOST) place.firstChild.remove();
  if (kind === "") setTimeout(() => notice.remove(), SHOWN);
}
