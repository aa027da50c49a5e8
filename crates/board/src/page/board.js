// The page of boards: starts its parts, and shows the board that the address names.

import { byId, el, fill, whileBusy } from "/console/dom.js";
import { startFrame } from "/console/frame.js";
import { problemView } from "/console/problem.js";
import { may } from "/console/state.js";
import { timeTravel } from "./actions.js";
import { readBoards, showBoards, startBoards } from "./boards.js";
import { openCard, refreshCard, startCardDialog } from "./card_dialog.js";
import { showConversation, startChat } from "./chat.js";
import { clearColumns, showColumns } from "./columns.js";
import { startDrag } from "./drag.js";
import { startFilter } from "./filter.js";
import { icon } from "./icons.js";
import { startKeyboard } from "./keyboard.js";
import { openBoard, preread, startLive } from "./live.js";
import { model } from "./model.js";
import { startNotices } from "./notice.js";
import { startPanel } from "./panel.js";
import { rename } from "./rename.js";

async function start() {
  // The board that the address names is read while the list of boards is.
  const { board } = route();
  const [usual, me] = await Promise.all([readBoards(), startFrame(), board && preread(board)]);
  model.owner = me.owner;
  model.author = model.user ?? me.owner;
  startPanel();
  startBoards();
  startCardDialog();
  startChat({ onCard: openCard });
  startFilter();
  startDrag();
  startNotices(undo);
  startKeyboard({ onOpen: openCard, onUndo: undo, onRedo: redo });
  startTools();
  startLive((changed) => {
    showColumns(changed);
    refreshCard(changed);
  });
  window.addEventListener("hashchange", () => show(usual).catch(showProblem));
  await show(usual);
}

/** The board and the card in the address: `#/2/card/5`. */
function route() {
  const [, board, card] = location.hash.match(/^#\/(\d+)(?:\/card\/(\d+))?/) ?? [];
  return { board: Number(board) || null, card: Number(card) || null };
}

async function show(usual) {
  // The link that skips the navigation names an element, not a board.
  if (location.hash === "#main") return;
  const { board, card } = route();
  const id = board ?? usual;
  if (model.board?.id !== id) {
    byId("columns").setAttribute("aria-busy", "true");
    if (model.board) await readBoards();
    clearColumns();
    await openBoard(id);
    showBoards();
    showConversation();
    byId("columns").removeAttribute("aria-busy");
    // For benchmarks: the board is in front of the person after the next frame.
    requestAnimationFrame(() => setTimeout(() => performance.mark("board-shown")));
  }
  byId("connection").hidden = true;
  if (card) await openCard(card);
}

function startTools() {
  for (const [id, act] of [["undo", undo], ["redo", redo]]) {
    const control = byId(id);
    fill(control, icon(id));
    control.hidden = !may("act");
    control.addEventListener("click", () => whileBusy(control, act));
  }
  const columns = byId("columns");
  columns.addEventListener("click", ({ target }) => {
    const card = target.closest(".card:not(.editing)");
    if (!card || target.closest("input, textarea")) return;
    if (target.closest(".card-edit")) rename(card);
    else openCard(Number(card.dataset.card));
  });
  if (may("act")) offerRename(columns);
  document.addEventListener("keydown", (event) => {
    // A card that is open is renamed in its dialog; F2 there goes to the title.
    if (event.key !== "F2" || !byId("card-dialog").open) return;
    byId("card-title").focus();
    event.preventDefault();
  });
}

/** One button for all cards, in the card below the pointer. Keys have F2 for it. */
function offerRename(columns) {
  const edit = el("button", { type: "button", class: "card-edit", tabIndex: -1, title: "Rename (F2)", "aria-label": "Rename" }, icon("pencil"));
  columns.addEventListener("pointerover", ({ target, pointerType }) => {
    const card = target.closest(".card:not(.editing)");
    if (pointerType === "mouse" && card && edit.parentElement !== card) card.append(edit);
  });
  columns.addEventListener("pointerleave", () => edit.remove());
}

function undo() {
  return timeTravel("undo");
}

function redo() {
  return timeTravel("redo");
}

function showProblem(error) {
  const place = byId("connection");
  place.hidden = false;
  fill(place, problemView(error));
  byId("columns").removeAttribute("aria-busy");
}

start().catch(showProblem);
