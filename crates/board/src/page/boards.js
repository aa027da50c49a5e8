// Which board is shown, and what can be done with boards.

import { get, post } from "/console/api.js";
import { button, byId, el, fill } from "/console/dom.js";
import { may } from "/console/state.js";
import { attempt } from "./actions.js";
import { addColumn } from "./column_menu.js";
import { showHistory } from "./history.js";
import { icon } from "./icons.js";
import { model } from "./model.js";
import { notify, notifyProblem } from "./notice.js";
import { askText, closePanel, openPanel } from "./panel.js";

/** Connects the list of boards and the menu. */
export function startBoards() {
  fill(byId("menu").querySelector("summary"), icon("more"));
  byId("board").addEventListener("change", ({ target }) => {
    location.hash = `#/${target.value}`;
  });
  // Boards that others make are listed before the person opens the list.
  for (const event of ["focus", "pointerenter"]) byId("board").addEventListener(event, followBoards);
  document.addEventListener("visibilitychange", () => !document.hidden && model.board && followBoards());
  const menu = byId("menu");
  menu.addEventListener("toggle", () => menu.open && showMenu());
  // Menus close like those of other programs: by Escape, and by a press elsewhere.
  document.addEventListener("pointerdown", ({ target }) => closeMenus(target));
  document.addEventListener("keydown", (event) => {
    const open = event.key === "Escape" && document.querySelector("details.menu[open]");
    if (!open) return;
    open.open = false;
    open.querySelector("summary").focus();
  });
}

/** Reads the boards. Gives the one that is meant where the address names none. */
export async function readBoards() {
  const { boards, default: usual, user } = await get("/v1/boards");
  model.boards = boards;
  model.user = user;
  return usual;
}

/** Reads the boards anew, and shows them where they are others than before. */
async function followBoards() {
  const before = JSON.stringify(model.boards);
  try {
    await readBoards();
  } catch {
    // The list stays as it was: the stream of the board shows that the connection is lost.
    return;
  }
  if (JSON.stringify(model.boards) === before) return;
  Object.assign(model.board, model.boards.find(({ id }) => id === model.board.id));
  showBoards();
}

/** Shows the boards, with the current one chosen. */
export function showBoards() {
  const current = model.board?.id;
  const options = (archived) => model.boards.filter((board) => board.archived === archived).map(({ id, name, owner }) => el("option", { value: String(id) }, owner === model.owner ? name : `${name} · ${owner}`));
  const gone = options(true);
  fill(byId("board"), options(false), gone.length > 0 && el("optgroup", { label: "Archived" }, gone));
  byId("board").value = String(current ?? "");
  document.title = `${model.board?.name ?? "Board"} – Lemmascope`;
}

function closeMenus(target) {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (!menu.contains(target)) menu.open = false;
  }
}

function showMenu() {
  const item = (label, act, kind = "quiet") => button(label, () => {
    byId("menu").open = false;
    act();
  }, { kind });
  const archived = model.columns.filter((column) => column.archived);
  fill(
    byId("menu-items"),
    may("act") && [
      item("Add column…", addColumn),
      archived.length > 0 && item(`Archived columns (${archived.length})…`, showArchived),
    ],
    item("History…", showHistory),
    may("act") && [
      el("hr"),
      item("New board…", newBoard),
      isOwn() && item("Share…", shareBoard),
      isOwn() && item(model.board.archived ? "Bring this board back" : "Archive this board", archiveBoard),
    ],
  );
}

function showArchived() {
  const archived = model.columns.filter((column) => column.archived);
  openPanel("Archived columns", el("ul", { class: "archived" }, archived.map((column) => el(
    "li",
    {},
    el("span", {}, column.title, el("span", { class: "dim small" }, ` ${column.cards.length} ${column.cards.length === 1 ? "card" : "cards"}`)),
    button("Restore", async () => {
      closePanel();
      await attempt({ type: "restore_column", column: column.title });
    }),
  ))));
}

async function newBoard() {
  const name = await askText({ title: "New board", label: "Name", action: "Create" });
  if (!name || !(await call("board.create_board", { name }))) return;
  await readBoards();
  const made = model.boards.find((board) => board.name === name);
  if (made) location.hash = `#/${made.id}`;
}

async function archiveBoard() {
  const { name, archived } = model.board;
  if (!(await call("board.archive_board", { name, archived: !archived }))) return;
  notify(archived ? `“${name}” is back.` : `“${name}” was archived. Its cards are kept.`, { undo: true });
  model.board.archived = !archived;
  await readBoards();
  showBoards();
}

function isOwn() {
  return model.board.owner === model.owner;
}

/** Whom the board is shared with: a list, and a field for one more. */
function shareBoard() {
  const { name, members } = model.board;
  const change = async (verb, owner) => {
    if (!(await call(verb, { name, owner }))) return;
    await readBoards();
    Object.assign(model.board, model.boards.find(({ id }) => id === model.board.id));
    shareBoard();
  };
  const input = el("input", { name: "owner", required: true, maxLength: 100, placeholder: "The name of a key", "aria-label": "Share with", autocomplete: "off" });
  const form = el("form", { class: "row" }, input, el("button", { type: "submit", class: "button primary" }, "Share"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    change("board.share_board", input.value.trim());
  });
  const list = members.map((owner) => el("li", {}, owner, button("Remove", () => change("board.unshare_board", owner))));
  openPanel(
    `Share ${name}`,
    el("p", { class: "dim" }, members.length > 0 ? "These see the board, and change what is on it." : "Nobody else sees this board yet."),
    el("ul", { class: "archived" }, list),
    form,
  );
  input.focus();
}

/** Calls a verb about boards in the session of the board, so that undo takes it back. */
async function call(verb, parameters) {
  try {
    const report = await post(`/v1/intents/${verb}`, { parameters, session: `board-${model.board.id}` });
    if (report.status === "ok") return true;
    notify(report.summary ?? "That did not work.", { kind: "bad" });
  } catch (error) {
    notifyProblem(error);
  }
  return false;
}
