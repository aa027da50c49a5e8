// A thread as it is shown: who takes part, what it says, and how it stands.

import { el } from "/console/dom.js";
import { model } from "./model.js";

/** Whether a thread waits for whoever is signed in. */
export function waiting({ approval }) {
  return approval !== undefined && approval.decides === model.agent;
}

/** What a payload says in words. */
export function said({ payload, intent_type }) {
  const names = ["question", "answer", "message", "sentence", "line", "text"];
  const found = names.map((name) => payload[name]).find((text) => typeof text === "string");
  return found ?? intent_type;
}

/** The status of a thread as a badge. */
export function statusView({ status, waiting_reason, delivery_status }) {
  const kinds = { done: "good", failed: "bad", running: "accent" };
  const text = (waiting_reason ?? status).toLowerCase().replaceAll("_", " ");
  return el("span", { class: `badge ${kinds[delivery_status] ?? "plain"}` }, text);
}

/** An address as a person reads it. */
export function name(address) {
  return address === model.agent ? "you" : address.replace(/^agent:\/\//, "");
}
