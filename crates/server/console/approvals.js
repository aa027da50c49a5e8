// Plans that wait for a person to agree, whichever client asked for them.

import { get, path, post } from "./api.js";
import { announce, button, byId, el, fill, whileBusy } from "./dom.js";
import { fullMoment, moment } from "./format.js";
import { problemView, showProblem } from "./problem.js";
import { reportView } from "./report.js";
import { emit, may, on, state } from "./state.js";

/** Reads what waits, and shows the number in the navigation. */
export async function refreshApprovals() {
  const { approvals } = await get("/v1/approvals");
  const ids = (list) => list.map(({ approval }) => approval).join();
  if (ids(approvals) === ids(state.approvals)) return;
  if (approvals.length > state.approvals.length) announce("A plan waits for your approval");
  state.approvals = approvals;
  showCount();
  emit("approvals");
}

/** Shows the number of plans that wait beside the link to the page. */
function showCount() {
  const count = state.approvals.length;
  fill(byId("page-approvals"), "Approvals", count > 0 && el("span", { class: "badge status-ask count" }, String(count)));
}

let shown = null;
on("approvals", () => shown?.isConnected && list(shown));

/** Shows the page. */
export async function showApprovals(place) {
  const cards = el("div", { class: "stack" });
  const outcome = el("div", { "aria-live": "polite" });
  fill(
    place,
    el("div", { class: "page-head" }, el("h1", {}, "Approvals")),
    el("p", { class: "dim" }, "Plans that reach somebody else or cannot be undone wait here for ten minutes."),
    outcome,
    cards,
  );
  shown = cards;
  cards.outcome = outcome;
  await refreshApprovals();
  list(cards);
}

function list(cards) {
  const waiting = state.approvals.map((approval) => approvalView(approval, cards));
  fill(cards, waiting.length === 0 ? el("p", { class: "dim" }, "Nothing waits for your approval.") : waiting);
}

function approvalView(approval, cards) {
  const decide = (control, agree) => whileBusy(control, () => send(approval, agree, cards.outcome));
  return el(
    "article",
    { class: "approval", "aria-label": `${approval.intent} of ${approval.owner}` },
    el("div", { class: "row" },
      el("strong", {}, approval.intent),
      el("span", { class: "badge plain" }, `${approval.owner} · ${approval.session}`),
      el("span", { class: "dim aside", title: fullMoment(approval.asked) }, moment(approval.asked))),
    el("pre", { class: "value", tabIndex: 0, "aria-label": "Question" }, approval.question),
    may("admin") && el("div", { class: "row" },
      button("Approve", ({ target }) => decide(target, true), { kind: "primary" }),
      button("Decline", ({ target }) => decide(target, false))),
  );
}

async function send({ approval, intent, session }, agree, outcome) {
  try {
    const report = await post(path("/v1/approvals/{}", approval), { agree });
    fill(outcome, agree ? [el("p", {}, `Approved: ${intent}`), reportView(report)] : el("p", {}, `Declined: ${intent}`));
    announce(agree ? `${intent} is approved` : `${intent} is declined`);
    emit("run-finished", { session });
  } catch (error) {
    fill(outcome, problemView(error));
  }
  await refreshApprovals().catch((error) => showProblem(outcome, error));
}
