// The board by keys: the arrow keys go from card to card, and Space picks a card up and drops it.

import { announce, byId } from "/console/dom.js";
import { may } from "/console/state.js";
import { deleteCard } from "./actions.js";
import { setEntry } from "./columns.js";
import { model } from "./model.js";
import { Move } from "./moving.js";
import { quickAdd } from "./quick_add.js";
import { rename } from "./rename.js";

let lifted = null;

/** Connects the columns, and the keys that work everywhere on the page. */
export function startKeyboard({ onOpen, onUndo, onRedo }) {
  const columns = byId("columns");
  columns.addEventListener("focusin", ({ target }) => target.matches(".card-title") && setEntry(target));
  columns.addEventListener("focusout", ({ target }) => {
    // Whoever leaves a card that is picked up has not dropped it.
    if (lifted && target === title(lifted.item) && !lifted.isMoving) cancel();
  });
  columns.addEventListener("keydown", (event) => event.target.matches(".card-title") && onKey(event, onOpen));
  columns.addEventListener("keyup", (event) => {
    if (event.key === " " && event.target.matches(".card-title")) event.preventDefault();
  });
  document.addEventListener("keydown", (event) => everywhere(event, onUndo, onRedo));
}

function onKey(event, onOpen) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const item = event.target.closest(".card");
  const act = lifted ? whileLifted(event.key, item) : whileFocused(event.key, item, onOpen);
  if (!act) return;
  event.preventDefault();
  event.stopPropagation();
  act();
}

function whileFocused(key, item, onOpen) {
  const go = (target) => () => target && title(target).focus();
  const section = item.closest(".column");
  const keys = {
    ArrowUp: go(neighbour(item, -1)),
    ArrowDown: go(neighbour(item, 1)),
    ArrowLeft: go(across(item, -1)),
    ArrowRight: go(across(item, 1)),
    Home: go(shown(section)[0]),
    End: go(shown(section).at(-1)),
    Enter: () => onOpen(Number(item.dataset.card)),
  };
  if (may("act")) {
    Object.assign(keys, {
      " ": () => lift(item),
      F2: () => rename(item),
      e: () => rename(item),
      n: () => quickAdd(section, Number(section.dataset.column)),
      Delete: () => removeCard(item),
    });
  }
  return keys[key];
}

function whileLifted(key, item) {
  const up = neighbour(item, -1);
  const down = neighbour(item, 1);
  const keys = {
    ArrowUp: () => up && step(item.parentElement, up),
    ArrowDown: () => down && step(item.parentElement, down.nextElementSibling),
    ArrowLeft: () => toColumn(item, -1),
    ArrowRight: () => toColumn(item, 1),
    " ": drop,
    Enter: drop,
    Escape: cancel,
  };
  return keys[key] ?? (key === "Tab" ? null : () => {});
}

function lift(item) {
  lifted = new Move(item);
  item.classList.add("lifted");
  const { column, position } = lifted;
  announce(`${lifted.card.title} picked up. ${column.title}, ${position} of ${column.cards.length}. Move it with the arrow keys, drop it with Space, cancel with Escape.`);
}

function step(list, before) {
  lifted.isMoving = true;
  lifted.put(list, before);
  title(lifted.item).focus();
  lifted.isMoving = false;
  lifted.item.scrollIntoView({ block: "nearest", inline: "nearest" });
  lifted.tell();
}

function toColumn(item, by) {
  const target = columnBeside(item, by);
  if (!target) return;
  const list = target.querySelector(".cards");
  const place = shown(item.closest(".column")).indexOf(item);
  step(list, shown(target)[place] ?? null);
}

function drop() {
  const move = lifted;
  lifted = null;
  move.item.classList.remove("lifted");
  move.drop().then(() => title(move.item)?.focus());
}

function cancel() {
  const move = lifted;
  lifted = null;
  move.item.classList.remove("lifted");
  move.cancel();
}

async function removeCard(item) {
  const next = neighbour(item, 1) ?? neighbour(item, -1) ?? across(item, -1) ?? across(item, 1);
  if ((await deleteCard(model.cards.get(Number(item.dataset.card)))) && next) title(next)?.focus();
}

function title(item) {
  return item?.querySelector(".card-title");
}

function shown(section) {
  return [...section.querySelectorAll(".card:not([hidden])")];
}

function neighbour(item, by) {
  const direction = by < 0 ? "previousElementSibling" : "nextElementSibling";
  let other = item[direction];
  while (other?.hidden) other = other[direction];
  return other;
}

function columnBeside(item, by) {
  const sections = [...byId("columns").querySelectorAll(".column")];
  return sections[sections.indexOf(item.closest(".column")) + by];
}

/** The card at the same height in the nearest column that has one. */
function across(item, by) {
  const place = shown(item.closest(".column")).indexOf(item);
  let section = columnBeside(item, by);
  while (section && shown(section).length === 0) section = section[by < 0 ? "previousElementSibling" : "nextElementSibling"];
  const cards = section ? shown(section) : [];
  return cards[Math.min(place, cards.length - 1)];
}

function everywhere(event, onUndo, onRedo) {
  const isTyping = event.target.closest?.("input, textarea, select, dialog");
  if (isTyping || event.isComposing) return;
  const key = event.key.toLowerCase();
  if ((event.ctrlKey || event.metaKey) && !event.altKey) {
    if (key === "z" && !event.shiftKey) onUndo();
    else if ((key === "z" && event.shiftKey) || key === "y") onRedo();
    else return;
    event.preventDefault();
  } else if (event.key === "/" && !event.altKey) {
    event.preventDefault();
    byId("filter-text").focus();
  }
}
