// Failures, shown with code, detail and hints.

import { Problem } from "./api.js";
import { el, fill, withCode } from "./dom.js";

/** The lines of a failure that both problem details and reports with an error have. */
export function faultBody({ code, detail, field, instead = [], context = [], hints = [] }) {
  return [
    el("p", { class: "fault-detail" }, code && el("code", { class: "code" }, code), " ", withCode(detail)),
    field && el("p", { class: "dim" }, "Field: ", el("code", {}, field)),
    instead.length > 0 && el("p", {}, "Instead: ", instead.join(", ")),
    context.map((line) => el("p", { class: "dim lines" }, withCode(line))),
    hints.map((hint) => el("p", { class: "hint lines" }, withCode(hint))),
  ];
}

/** An element that shows a failure. */
export function problemView(error) {
  // A fault of the console itself is not hidden: the developer tools show its origin.
  if (!(error instanceof Problem)) console.error(error);
  const detail = error.message || String(error);
  const view = el("div", { class: "fault", role: "alert" }, faultBody({ ...error, code: error.code, detail }));
  if (error.status === 401) view.append(el("p", {}, el("a", { href: "/console/login.html" }, "Sign in")));
  return view;
}

/** Shows a failure in an element, in place of its content. */
export function showProblem(place, error) {
  if (error.name === "AbortError") return;
  fill(place, problemView(error));
}
