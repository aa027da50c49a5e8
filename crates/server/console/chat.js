// Questions of the engine: with options to choose from, or with a plan that needs agreement.

import { listOf } from "./api.js";
import { button, el, withCode } from "./dom.js";
import { planView } from "./report.js";

/** Codes of questions that "yes" and "no" answer. */
const YES_OR_NO = new Set(["LOW_CONFIDENCE", "AMBIGUOUS_INTENT"]);

/** Whether a report asks for agreement to its plan, which its digest identifies. */
export function needsAgreement(report) {
  return report.status === "ask" && Boolean(report.digest) && listOf(report.plan).length > 0;
}

/**
 * Shows a question. `onSay` is called with the answer that a button gives, and `onAgree` with the digest of the plan.
 * A question is answered once: its buttons disappear then.
 */
export function questionView(report, { onSay, onAgree }) {
  const view = el("div", { class: "ask" }, el("p", { class: "question" }, report.summary ?? "Please say more."));
  const choices = el("div", { class: "row" });
  const once = (label, kind, answer) => button(label, () => {
    choices.remove();
    answer();
  }, { kind });
  if (needsAgreement(report)) {
    view.append(planView(report.plan));
    choices.append(
      once("Agree", "danger", () => onAgree(report.digest)),
      once("Decline", "", () => view.append(el("p", { class: "dim" }, "Declined. Nothing was done."))),
    );
  } else {
    if (YES_OR_NO.has(report.reading?.code)) choices.append(once("Yes", "primary", () => onSay("yes")));
    for (const option of optionsOf(report)) choices.append(once(option, "", () => onSay(option)));
    choices.append(once("Never mind", "quiet", () => onSay("never mind")));
    view.append(...examplesOf(report));
  }
  view.append(choices);
  return view;
}

/** The answers that the report proposes: as options, as alternatives, or as the items of a hint. */
export function optionsOf(report) {
  const given = listOf(report.options ?? report.instead);
  if (given.length > 0) return given.map((option) => (typeof option === "string" ? option : option.label));
  const items = listOf(report.hint).flatMap((hint) => hint.split("\n")).filter((line) => line.startsWith("•"));
  return items.map((line) => line.slice(1).trim()).filter((line) => !line.endsWith("?"));
}

/** The hints that have no items: examples of an answer. */
function examplesOf(report) {
  const hints = listOf(report.hint).filter((hint) => !hint.includes("•"));
  return hints.map((hint) => el("p", { class: "hint lines" }, withCode(hint)));
}

/** One line that says how a sentence was understood. */
export function readingView(report) {
  const { intent, confidence } = report.reading ?? {};
  if (!intent || typeof confidence !== "number") return null;
  return el("p", { class: "dim small" }, "Understood as ", el("code", {}, intent), ` (${Math.round(confidence * 100)} %)`);
}
