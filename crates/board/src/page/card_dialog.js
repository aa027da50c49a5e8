// A card at length: its fields, edited at their places, and its comments.

import { announce, button, byId, el, fill, whileBusy } from "/console/dom.js";
import { Problem } from "/console/api.js";
import { problemView } from "/console/problem.js";
import { may } from "/console/state.js";
import { bound, carryOut, deleteCard, isStale, readCard, saveFields } from "./actions.js";
import { avatar, hueOf, moment } from "./card_view.js";
import { titleOf } from "./columns.js";
import { icon } from "./icons.js";
import { columnOf, model, namesOf, userName, visibleColumns } from "./model.js";
import { closeOnBackdrop } from "./panel.js";

/** The card that is open: as it was last read, and its controls by the names of their fields. */
let open = null;

/** Connects the dialog. */
export function startCardDialog() {
  const dialog = byId("card-dialog");
  closeOnBackdrop(dialog);
  dialog.addEventListener("close", () => {
    const id = open?.card.id;
    open = null;
    if (location.hash.includes("/card/")) history.replaceState(null, "", `#/${model.board.id}`);
    titleOf(id)?.focus();
  });
}

/** Opens a card. */
export async function openCard(id) {
  const dialog = byId("card-dialog");
  let card;
  try {
    card = await readCard(id);
  } catch (error) {
    fill(dialog, el("div", { class: "dialog-head" }, el("h2", { id: "card-title" }, `#${id}`), closer()), problemView(error));
    if (!dialog.open) dialog.showModal();
    return;
  }
  open = { card, fields: new Map() };
  fill(dialog, headView(card), bodyView(card));
  if (!dialog.open) dialog.showModal();
  showFields();
  showComments();
  showMeta();
  history.replaceState(null, "", `#/${model.board.id}/card/${id}`);
}

/** Shows what has changed of the open card. What the person is editing stays as it was typed. */
export async function refreshCard(changed) {
  if (!open || (changed && !changed.includes(open.card.id))) return;
  const { id } = open.card;
  const card = await readCard(id).catch(() => null);
  if (!card || open?.card.id !== id) return;
  open.card = card;
  showFields();
  showComments();
  showMeta();
}

function closer() {
  return button(icon("close"), () => byId("card-dialog").close(), { kind: "icon-button", "aria-label": "Close", title: "Close", autofocus: true });
}

function headView(card) {
  const title = el("textarea", { id: "card-title", class: "dialog-title", rows: 1, maxLength: 255, "aria-label": "Title", readOnly: !may("act") });
  title.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    title.blur();
  });
  field("title", title);
  return el("div", { class: "dialog-head" }, el("span", { class: "card-id" }, `#${card.id}`), title, closer());
}

function bodyView(card) {
  const description = el("textarea", { id: "card-description", rows: 4, placeholder: "Add a description…", readOnly: !may("act") });
  field("description", description);
  const comments = el("ol", { id: "card-comments", class: "comment-list" });
  return el(
    "div",
    { class: "card-body" },
    el("div", { id: "card-problem", "aria-live": "assertive" }),
    el(
      "div",
      { class: "card-main" },
      el("label", { class: "field-name", for: "card-description" }, "Description"),
      description,
      el("h3", { class: "field-name" }, "Comments"),
      comments,
      may("act") && commentForm(),
    ),
    el("div", { class: "card-side" }, sideView(card), el("p", { id: "card-meta", class: "dim small" })),
  );
}

function sideView() {
  const locked = { disabled: !may("act") };
  const column = el("select", { id: "card-column", ...locked });
  const assignee = el("input", { id: "card-assignee", maxLength: 64, placeholder: "Nobody", autocomplete: "off", ...locked });
  assignee.setAttribute("list", "card-users");
  const due = el("input", { id: "card-due", type: "date", ...locked });
  const priority = el("select", { id: "card-priority", ...locked }, ["none", "low", "medium", "high"].map((value) => el("option", { value }, value === "none" ? "None" : value[0].toUpperCase() + value.slice(1))));
  const status = el("input", { id: "card-status", type: "checkbox", ...locked });
  status.addEventListener("change", () => save({ status: status.checked ? "done" : "active" }));
  column.addEventListener("change", () => attempt({ type: "move_card", toColumn: columnOf(Number(column.value)).title }));
  field("assignee", assignee);
  field("dueDate", due);
  field("priority", priority, "change");
  return [
    named("Column", "card-column", column),
    el("label", { class: "switch" }, status, "Done"),
    named("Assignee", "card-assignee", assignee, el("datalist", { id: "card-users" }, [model.user, ...namesOf("assignee")].filter(Boolean).map((value) => el("option", { value })))),
    named("Due date", "card-due", due),
    named("Priority", "card-priority", priority),
    el("div", { class: "field" }, el("span", { class: "field-name" }, "Labels"), el("div", { id: "card-labels", class: "labels" }), may("act") && labelForm()),
    may("act") && button("Delete card", remove, { kind: "danger-quiet" }),
  ];
}

function named(label, id, ...controls) {
  return el("div", { class: "field" }, el("label", { class: "field-name", for: id }, label), controls);
}

/** Saves a control when it is left, and keeps what it was when the person began. */
function field(name, control, event = "blur") {
  const entry = { control, seen: null };
  open.fields.set(name, entry);
  control.addEventListener("focus", () => {
    entry.seen = open.card;
  });
  control.addEventListener("input", () => {
    entry.seen ??= open.card;
    if (control.tagName === "TEXTAREA") grow(control);
  });
  control.addEventListener("keydown", (pressed) => {
    if (pressed.key !== "Escape" || !isEdited(name, entry)) return;
    // The first Escape takes back what was typed, the second closes the dialog.
    pressed.preventDefault();
    pressed.stopPropagation();
    control.value = textOf(open.card, name);
    grow(control);
  });
  control.addEventListener(event, () => {
    if (open && isEdited(name, entry)) save({ [name]: name === "title" ? control.value.replace(/\s+/g, " ").trim() : control.value.trim() || emptyOf(name) }, entry.seen);
    else entry.seen = null;
  });
}

function emptyOf(name) {
  return name === "description" ? "" : null;
}

function textOf(card, name) {
  return card[name] ?? (name === "priority" ? "none" : "");
}

function isEdited(name, { control, seen }) {
  return seen !== null && control.value.trim() !== textOf(seen, name).trim();
}

async function save(updates, seen = open.card) {
  if (updates.title === "") {
    problem(new Problem({ detail: "a card needs a title", hint: "Press Escape to take the old one back." }));
    return;
  }
  await trying(() => saveFields(seen, updates), updates);
}

async function attempt(action) {
  await trying(() => carryOut({ ...action, ...bound(open.card) }));
}

async function trying(task, updates) {
  try {
    const answer = await task();
    problem(null);
    settle(updates);
    if (answer.needsClarification) problem(new Problem({ detail: answer.clarificationQuestion }));
    else announce(answer.reply);
    await refreshCard(null);
  } catch (error) {
    if (!open) return;
    if (isStale(error)) conflict(error.members.current, updates);
    else problem(error);
  }
}

/** The fields that were saved are as the server has them from now on. */
function settle(updates = {}) {
  for (const name of Object.keys(updates)) {
    const entry = open?.fields.get(name);
    if (entry) entry.seen = null;
  }
}

/** Somebody else has changed the same: both are shown, and the person decides. */
function conflict(current, updates = {}) {
  open.card = current;
  const who = userName(current.changedBy);
  const theirs = Object.keys(updates).map((name) => el("p", {}, el("strong", {}, `${name === "dueDate" ? "due date" : name} is now: `), el("q", {}, textOf(current, name) || "empty")));
  const choose = (mine) => {
    problem(null);
    if (mine) save(updates, current);
    else {
      settle(updates);
      showFields();
    }
  };
  const isKept = Object.keys(updates).length > 0 && !current.deleted;
  fill(
    byId("card-problem"),
    el(
      "div",
      { class: "fault conflict", role: "alert" },
      el("p", {}, current.deleted ? `${who} deleted this card meanwhile.` : `${who} changed this card ${who === "You" ? "elsewhere " : ""}while you were editing it. Nothing was overwritten.`),
      theirs,
      isKept && el("div", { class: "row" }, button("Keep mine", () => choose(true), { kind: "primary" }), button("Take theirs", () => choose(false))),
    ),
  );
  if (!isKept) showFields();
  showComments();
  showMeta();
}

function problem(error) {
  fill(byId("card-problem"), error && problemView(error));
}

function showFields() {
  const { card, fields } = open;
  for (const [name, entry] of fields) {
    const { control } = entry;
    if (isEdited(name, entry)) continue;
    if (control.value !== textOf(card, name)) control.value = textOf(card, name);
    if (document.activeElement === control) entry.seen = card;
    grow(control);
  }
  const column = byId("card-column");
  fill(column, visibleColumns().map(({ id, title }) => el("option", { value: String(id) }, title)));
  column.value = String(card.column);
  byId("card-status").checked = card.status === "done";
  fill(byId("card-labels"), (card.labels ?? []).map((label) => el(
    "span",
    { class: `label ${hueOf(label)}` },
    label,
    may("act") && button("×", () => attempt({ type: "remove_label", label }), { kind: "chip-close", "aria-label": `Remove the label ${label}` }),
  )));
}

function showMeta() {
  const { card } = open;
  const changed = `Changed ${card.changedBy ? `by ${userName(card.changedBy).replace("You", "you")}, ` : ""}${moment(card.changedAt)}`;
  fill(byId("card-meta"), `Created ${moment(card.createdAt)}`, el("br"), changed);
}

function showComments() {
  const { comments } = open.card;
  const list = byId("card-comments");
  fill(list, comments.map(({ id, author, text, at }) => el(
    "li",
    { class: "comment" },
    avatar(author ?? "?"),
    el("div", {}, el("p", { class: "small" }, el("strong", {}, userName(author)), " ", el("time", { class: "dim" }, moment(at))), el("p", { class: "comment-text" }, text)),
    may("act") && button("×", () => attempt({ type: "remove_comment", comment: `#${id}` }), { kind: "chip-close", "aria-label": `Remove the comment of ${userName(author)}: ${text.slice(0, 60)}`, title: "Remove this comment" }),
  )));
  if (comments.length === 0) list.append(el("li", { class: "dim small" }, "No comments yet"));
}

function commentForm() {
  const text = el("textarea", { id: "card-comment", rows: 2, placeholder: "Write a comment…", "aria-label": "New comment", required: true });
  const send = el("button", { type: "submit", class: "button" }, "Comment");
  const form = el("form", { class: "comment-form" }, text, send);
  const submit = (event) => {
    event.preventDefault();
    const comment = text.value.trim();
    if (comment === "") return;
    // A comment overwrites nothing, so it is not bound to a version.
    whileBusy(send, () => trying(async () => {
      const answer = await carryOut({ type: "add_comment", identifier: `#${open.card.id}`, comment });
      text.value = "";
      return answer;
    }));
  };
  form.addEventListener("submit", submit);
  text.addEventListener("keydown", (event) => event.key === "Enter" && (event.ctrlKey || event.metaKey) && submit(event));
  return form;
}

function labelForm() {
  const input = el("input", { id: "card-label", maxLength: 64, placeholder: "Add a label", "aria-label": "New label", autocomplete: "off" });
  input.setAttribute("list", "card-label-names");
  const form = el("form", {}, input, el("datalist", { id: "card-label-names" }, namesOf("labels").map((value) => el("option", { value }))));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const label = input.value.trim();
    if (label === "") return;
    input.value = "";
    await attempt({ type: "add_label", label });
  });
  return form;
}

async function remove() {
  const { card } = open;
  byId("card-dialog").close();
  await deleteCard(card);
}

/** Makes a text as high as what is in it. */
function grow(control) {
  if (control.tagName !== "TEXTAREA") return;
  control.style.height = "auto";
  control.style.height = `${control.scrollHeight + 2}px`;
}
