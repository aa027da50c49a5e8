// The conversation about the board: sentences, questions and their answers, and what could be said next.

import { button, byId, el, fill, whileBusy } from "/console/dom.js";
import { problemView } from "/console/problem.js";
import { may } from "/console/state.js";
import { say } from "./actions.js";
import { icon } from "./icons.js";
import { refresh } from "./live.js";
import { model } from "./model.js";

/** How many turns are kept, for when the page is read anew. */
const KEPT = 60;
const EXAMPLES = ["Create a card Water the plants in Backlog", "List the cards in Ready", "Which cards are assigned to me?"];

/** Connects the panel. `onCard` opens the card of a reference that is pressed. */
export function startChat({ onCard }) {
  byId("chat-toggle").hidden = !may("act");
  fill(byId("chat-close"), icon("close"));
  byId("chat-toggle").addEventListener("click", () => show(byId("chat").hidden));
  byId("chat-close").addEventListener("click", () => {
    show(false);
    byId("chat-toggle").focus();
  });
  const message = byId("message");
  byId("chat-form").addEventListener("submit", (event) => {
    event.preventDefault();
    send(message.value);
  });
  message.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    send(message.value);
  });
  byId("conversation").addEventListener("click", ({ target }) => {
    const reference = target.closest("[data-reference]");
    if (reference) onCard(Number(reference.dataset.reference));
  });
}

/** Shows the conversation of the board that is shown. */
export function showConversation() {
  const turns = kept();
  fill(byId("conversation"), turns.length > 0 ? turns.map((turn) => turnView(turn)) : greeting());
  if (turns.length > 0) offer(turns.at(-1));
  scrollToEnd();
  if (localStorage.getItem("board-chat") === "open" && may("act") && matchMedia("(min-width: 1100px)").matches) show(true, false);
}

function show(isOpen, isFocused = true) {
  byId("chat").hidden = !isOpen;
  byId("chat-toggle").setAttribute("aria-expanded", String(isOpen));
  localStorage.setItem("board-chat", isOpen ? "open" : "closed");
  if (!isOpen) return;
  scrollToEnd();
  if (isFocused) byId("message").focus();
}

function send(text) {
  const message = text.trim();
  if (message === "" || byId("send").disabled) return;
  byId("message").value = "";
  whileBusy(byId("send"), () => exchange(message));
}

async function exchange(message) {
  add({ mine: message });
  try {
    const answer = await say(message);
    add({ answer });
    await refresh();
  } catch (error) {
    byId("message").value ||= message;
    byId("conversation").append(el("div", { class: "turn" }, problemView(error)));
    scrollToEnd();
  }
  byId("message").focus();
}

function add(turn) {
  const turns = [...kept(), turn].slice(-KEPT);
  sessionStorage.setItem(storage(), JSON.stringify(turns));
  byId("conversation").querySelector(".greeting")?.remove();
  byId("conversation").append(turnView(turn));
  offer(turn);
  scrollToEnd();
}

function turnView({ mine, answer }) {
  if (mine !== undefined) return el("div", { class: "turn mine" }, el("p", {}, mine));
  const isQuestion = answer.needsClarification;
  const hasFailed = answer.actions.some(({ result }) => result === "failed");
  const text = isQuestion ? answer.clarificationQuestion : answer.reply;
  const reply = isQuestion && answer.reply !== text ? el("p", { class: "dim" }, withReferences(answer.reply)) : null;
  return el(
    "div",
    { class: `turn theirs ${isQuestion ? "asks" : ""} ${hasFailed ? "failed" : ""}` },
    reply,
    el("p", {}, withReferences(text)),
    cardsView(answer.actions),
  );
}

/** The cards that were listed. Those of a change are on the board in front of the person. */
function cardsView(actions) {
  const cards = actions.filter(({ type }) => type === "list_cards" || type === "search_cards" || type === "show_card").flatMap((action) => action.cards);
  if (cards.length === 0) return null;
  return el("ul", { class: "found" }, cards.slice(0, 20).map((card) => el("li", {}, reference(card.id), " ", card.title, el("span", { class: "dim small" }, ` ${card.column}`))));
}

/** A text whose `#5` open the cards. */
function withReferences(text) {
  return String(text).split(/(#\d+)\b/).map((part, index) => (index % 2 === 1 ? reference(part.slice(1)) : part));
}

function reference(id) {
  return el("button", { type: "button", class: "button link", dataset: { reference: String(id) } }, `#${id}`);
}

/** The buttons below the latest turn. Those of earlier ones would say something about another state. */
function offer(turn) {
  const conversation = byId("conversation");
  for (const old of conversation.querySelectorAll(".suggestions")) old.remove();
  const { suggestions = [], needsClarification = false } = turn?.answer ?? {};
  if (suggestions.length === 0 && !needsClarification) return;
  const buttons = suggestions.map((text) => button(text, () => send(text), { kind: "suggestion" }));
  // A question stays open until it is answered, and takes nothing else meanwhile.
  if (needsClarification) buttons.push(button("Never mind", () => send("never mind"), { kind: "suggestion other" }));
  conversation.append(el("div", { class: "suggestions", role: "group", "aria-label": needsClarification ? "Answers" : "Suggestions" }, buttons));
}

function greeting() {
  return el(
    "div",
    { class: "greeting" },
    el("p", {}, "Say what is to be done, in English or Portuguese. Everything can be undone."),
    el("div", { class: "suggestions", role: "group", "aria-label": "Examples" }, EXAMPLES.map((text) => button(text, () => send(text), { kind: "suggestion" }))),
  );
}

function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(storage())) ?? [];
  } catch {
    return [];
  }
}

function storage() {
  return `board-${model.board.id}-conversation`;
}

function scrollToEnd() {
  const conversation = byId("conversation");
  if (!byId("chat").hidden) conversation.scrollTop = conversation.scrollHeight;
}
