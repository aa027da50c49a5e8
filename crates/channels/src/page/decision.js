// The decision of an approval.

import { path, post } from "/console/api.js";
import { announce, button, el, fill, whileBusy } from "/console/dom.js";
import { problemView } from "/console/problem.js";
import { may } from "/console/state.js";
import { refresh } from "./live.js";

/** The question of an approval, and the two answers to it. */
export function decisionView({ approval }, done) {
  const outcome = el("div", { "aria-live": "polite" });
  const decide = (control, decision) =>
    whileBusy(control, async () => {
      try {
        await post(path("/v1/approvals/{}/decision", approval.approval_id), { decision });
        announce(decision === "approve" ? "Approved" : "Rejected");
        await Promise.all([done(), refresh()]);
      } catch (error) {
        fill(outcome, problemView(error));
      }
    });
  return el(
    "div",
    { class: "stack" },
    el("pre", { class: "value", tabIndex: 0, "aria-label": "Question" }, approval.question),
    may("act") && el("div", { class: "row" },
      button("Approve", ({ target }) => decide(target, "approve"), { kind: "primary" }),
      button("Reject", ({ target }) => decide(target, "reject"))),
    outcome,
  );
}
