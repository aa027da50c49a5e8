// Intents that wait for the decision of whoever is signed in.

import { get } from "/console/api.js";
import { el, fill } from "/console/dom.js";
import { decisionView } from "./decision.js";
import { name, said, waiting } from "./thread.js";

/** Shows what waits. */
export async function showApprovals(place) {
  const { threads } = await get("/v1/inbox?limit=200");
  const open = threads.filter(waiting);
  const cards = open.map((thread) =>
    el(
      "article",
      { class: "approval", "aria-label": `Approval for ${name(thread.from_agent)}` },
      el("div", { class: "row" },
        el("strong", {}, name(thread.from_agent)),
        el("span", { class: "dim" }, `→ ${name(thread.to_agent)}`),
        el("a", { class: "aside", href: `#/inbox/${thread.thread_id}` }, "Open the thread")),
      el("p", { class: "dim said" }, said(thread)),
      decisionView(thread, () => showApprovals(place)),
    ),
  );
  fill(
    place,
    el("div", { class: "page-head" }, el("h1", {}, "Approvals")),
    el("p", { class: "dim" }, "Intents between agents that go on when you decide. Plans of your own sessions are on the ",
      el("a", { href: "/#/approvals" }, "page of plans"), "."),
    el("div", { class: "stack" }, cards.length === 0 ? el("p", { class: "dim" }, "Nothing waits for your decision.") : cards),
  );
}
