// A card on the board.

import { el, fill } from "/console/dom.js";
import { icon } from "./icons.js";

const HUES = 8;
const DAY = 86_400_000;

/** The element of a card. */
export function cardView(card) {
  const item = el("li", { class: "card", dataset: { card: String(card.id) } });
  updateCard(item, card);
  return item;
}

/** Shows a card in its element. */
export function updateCard(item, card) {
  item.dataset.priority = card.priority ?? "none";
  item.classList.toggle("done", card.status === "done");
  const title = el("button", { type: "button", class: "card-title", tabIndex: -1, "aria-description": spoken(card) }, card.title);
  fill(item, labelsView(card.labels), title, footView(card));
}

/** The labels of a card. */
export function labelsView(labels = []) {
  return labels.length > 0 && el("div", { class: "labels" }, labels.map((label) => el("span", { class: `label ${hueOf(label)}` }, label)));
}

/** The class of the colour that a name always has. */
export function hueOf(name) {
  let sum = 0;
  for (const letter of name.toLowerCase()) sum = (sum * 31 + letter.codePointAt(0)) % 65_521;
  return `hue-${sum % HUES}`;
}

/** The initials of a user. */
export function avatar(name) {
  const words = name.split(/[\s._-]+/).filter(Boolean);
  const initials = words.length > 1 ? words[0][0] + words[words.length - 1][0] : name.slice(0, 2);
  return el("span", { class: `avatar ${hueOf(name)}`, title: name, "aria-hidden": "true" }, initials.toUpperCase());
}

/** A day in few words, and whether it is near or past. */
export function dueOf(card) {
  if (!card.dueDate) return null;
  const now = new Date();
  const [year, month, date] = card.dueDate.split("-").map(Number);
  const day = new Date(year, month - 1, date);
  const days = Math.round((day - new Date(now.getFullYear(), now.getMonth(), now.getDate())) / DAY);
  const names = { "-1": "Yesterday", 0: "Today", 1: "Tomorrow" };
  const format = { day: "numeric", month: "short", ...(year !== now.getFullYear() && { year: "numeric" }) };
  const text = names[days] ?? day.toLocaleDateString("en-GB", format);
  const isOpen = card.status !== "done";
  return { text, days, kind: isOpen && days < 0 ? "overdue" : isOpen && days < 2 ? "soon" : "" };
}

/** A moment in few words. */
export function moment(at) {
  return new Date(at).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

function footView(card) {
  const due = dueOf(card);
  const priority = card.priority && card.priority !== "none";
  return el(
    "div",
    { class: "card-foot", "aria-hidden": "true" },
    el(
      "div",
      { class: "card-meta" },
      el("span", { class: "card-id" }, `#${card.id}`),
      priority && el("span", { class: `priority ${card.priority}`, title: `${card.priority} priority` }, card.priority),
      due && el("span", { class: `due ${due.kind}`.trim(), title: `Due ${card.dueDate}` }, icon("clock"), due.text),
      card.description && el("span", { class: "has-text", title: "Has a description" }, icon("text")),
      card.comments > 0 && el("span", { class: "comments", title: `${card.comments} comments` }, icon("comment"), card.comments),
    ),
    card.assignee && avatar(card.assignee),
  );
}

/** What the pictures of a card say, in words. */
function spoken(card) {
  const due = dueOf(card);
  const parts = [
    `#${card.id}`,
    card.priority && card.priority !== "none" && `${card.priority} priority`,
    due && `due ${due.text}${due.kind === "overdue" ? ", overdue" : ""}`,
    card.assignee && `assigned to ${card.assignee}`,
    card.comments > 0 && `${card.comments} ${card.comments === 1 ? "comment" : "comments"}`,
  ];
  return parts.filter(Boolean).join(", ");
}
