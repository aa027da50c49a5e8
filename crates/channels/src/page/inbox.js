// The threads of the inbox, one of them with its messages, and new messages.

import { get, path, post } from "/console/api.js";
import { announce, button, el, fill, whileBusy } from "/console/dom.js";
import { fullMoment, moment } from "/console/format.js";
import { problemView, showProblem } from "/console/problem.js";
import { may } from "/console/state.js";
import { decisionView } from "./decision.js";
import { model } from "./model.js";
import { name, said, statusView, waiting } from "./thread.js";

/** Shows the inbox. */
export async function showInbox(place) {
  const { threads } = await get("/v1/inbox");
  const list = threads.map(threadLink);
  fill(
    place,
    el("div", { class: "page-head" }, el("h1", {}, "Inbox")),
    may("act") && composer(),
    el("h2", {}, "Threads"),
    el("div", { class: "thread-list" }, list.length === 0 ? el("p", { class: "dim" }, "Nothing has come yet.") : list),
  );
}

function threadLink(thread) {
  const at = Date.parse(thread.updated_at);
  return el(
    "a",
    { class: "thread-link", href: `#/inbox/${thread.thread_id}` },
    el("span", {}, el("strong", {}, name(thread.from_agent)), ` → ${name(thread.to_agent)}`),
    el("span", { class: "row" }, statusView(thread), el("span", { class: "dim small", title: fullMoment(at) }, moment(at))),
    el("span", { class: "said dim ellipsis" }, thread.approval?.question ?? said(thread)),
  );
}

/** Shows a thread. Its recipient has read it with that. */
export async function showThread(place, id) {
  const { thread } = await get(path("/v1/inbox/{}", id));
  const outcome = el("div", { "aria-live": "polite" });
  fill(
    place,
    el("p", {}, el("a", { href: "#/inbox" }, "← Inbox")),
    el(
      "article",
      { class: "thread" },
      el("div", { class: "page-head" },
        el("h1", {}, `${name(thread.from_agent)} → ${name(thread.to_agent)}`),
        statusView(thread)),
      el("p", { class: "said" }, said(thread)),
      thread.payload.context && el("p", { class: "dim said" }, thread.payload.context),
      waiting(thread) && decisionView(thread, () => showThread(place, id)),
      el("h2", {}, "What has happened"),
      el("div", {}, thread.timeline.map(entry)),
      may("act") && isOpen(thread) && thread.approval === undefined && replyForm(id, outcome, () => showThread(place, id)),
      outcome,
    ),
  );
}

function isOpen({ delivery_status }) {
  return delivery_status === "accepted" || delivery_status === "running";
}

function entry({ event_type, actor, at, data }) {
  const text = data?.message ?? data?.question ?? data?.comment;
  return el(
    "div",
    { class: data?.message ? "timeline-entry message" : "timeline-entry" },
    el("div", { class: "small dim", title: fullMoment(Date.parse(at)) },
      `${name(actor)} · ${event_type.replace(/^intent\./, "").replaceAll("_", " ")} · ${moment(Date.parse(at))}`),
    text && el("div", { class: "said" }, text),
  );
}

function replyForm(id, outcome, done) {
  const text = el("textarea", { id: "reply", required: true, maxLength: 5000 });
  const send = button("Reply", undefined, { kind: "primary", type: "submit" });
  const onsubmit = (event) => {
    event.preventDefault();
    whileBusy(send, async () => {
      try {
        await post(path("/v1/inbox/{}/reply", id), { message: text.value });
        announce("The reply is sent");
        await done();
      } catch (error) {
        showProblem(outcome, error);
      }
    });
  };
  return el("form", { class: "form", onsubmit }, el("label", { for: "reply" }, "Reply", text), el("div", {}, send));
}

/** A form that sends a message to whoever a name means. Where that is not certain, it asks. */
function composer() {
  const to = el("input", { id: "to", required: true, maxLength: 200, autocomplete: "off" });
  const text = el("textarea", { id: "message", required: true, maxLength: 2000 });
  const submit = button("Send", undefined, { kind: "primary", type: "submit" });
  const outcome = el("div", { "aria-live": "polite", id: "sent" });
  const send = async (recipient) => {
    try {
      const body = { from_agent: model.agent, message: text.value, ...recipient };
      const answer = await post("/connectors/json/v1/adapt", body);
      if (answer.decision_mode !== "sent") return fill(outcome, asked(answer.resolution, send));
      fill(outcome, el("p", { role: "status" }, `Sent to ${name(answer.envelope.to_agent)}.`));
      to.value = "";
      text.value = "";
    } catch (error) {
      fill(outcome, problemView(error));
    }
  };
  const onsubmit = (event) => {
    event.preventDefault();
    const recipient = to.value.includes("://") ? { to_agent: to.value.trim() } : { recipient_name: to.value };
    whileBusy(submit, () => send(recipient));
  };
  return el(
    "form",
    { class: "card form", onsubmit, "aria-label": "New message" },
    el("label", { for: "to" }, "To", to),
    el("label", { for: "message" }, "Message", text),
    el("div", {}, submit),
    outcome,
  );
}

function asked({ query, candidates = [] }, send) {
  if (candidates.length === 0) {
    return el("p", { role: "alert" }, `No contact is called “${query}”. `, el("a", { href: "#/contacts" }, "Add one"), ".");
  }
  const choices = candidates.map(({ agent, alias }) =>
    button(`${alias} (${agent})`, ({ target }) => whileBusy(target, () => send({ to_agent: agent }))),
  );
  return el("div", { role: "group", "aria-label": "Who is meant" }, el("p", {}, "Who is meant?"), el("div", { class: "candidates" }, choices));
}
