// The columns with their cards. Elements are kept as long as what they show, so that nothing that is being typed or focused is lost.

import { button, byId, el, fill } from "/console/dom.js";
import { cardView, updateCard } from "./card_view.js";
import { columnMenu } from "./column_menu.js";
import { applyFilter, isFiltered } from "./filter.js";
import { icon } from "./icons.js";
import { model, visibleColumns } from "./model.js";
import { quickAdd } from "./quick_add.js";
import { may } from "/console/state.js";

const items = new Map();
const sections = new Map();
/** While a card is being moved by hand, the columns stay as they are. */
let isHeld = false;
let isDue = false;
/** Whether elements are being put in order: what loses the focus by that was not left by the person. */
let isOrdering = false;

/** The element of a card. */
export function itemOf(id) {
  return items.get(id);
}

/** The button of a card that has the focus of the board. */
export function titleOf(id) {
  return items.get(id)?.querySelector(".card-title");
}

/** Whether elements change their places at this moment. */
export function isReordering() {
  return isOrdering;
}

/** Holds the columns as they are, until they are released. */
export function hold() {
  isHeld = true;
}

/** Shows what has changed since the columns were held, and undoes moves that did not happen. */
export function release() {
  isHeld = false;
  isDue = false;
  showColumns([]);
}

/** Shows the board. `changed` are the cards that may look different: all without it. */
export function showColumns(changed) {
  for (const id of changed ?? model.cards.keys()) {
    const item = items.get(id);
    if (item && model.cards.has(id) && !item.classList.contains("editing")) updateCard(item, model.cards.get(id));
  }
  if (isHeld) {
    isDue = true;
    return;
  }
  const focused = document.activeElement;
  isOrdering = true;
  for (const [id, item] of items) {
    if (model.cards.has(id)) continue;
    item.remove();
    items.delete(id);
  }
  const shown = visibleColumns().map((column) => {
    const section = sections.get(column.id) ?? newSection(column);
    showColumn(section, column);
    return section;
  });
  arrange(byId("columns"), shown.length > 0 ? shown : [noColumns()]);
  isOrdering = false;
  if (focused !== document.activeElement && focused?.isConnected) focused.focus({ preventScroll: true });
  ensureEntry();
  applyFilter();
}

/** Forgets all elements, for another board. */
export function clearColumns() {
  items.clear();
  sections.clear();
  fill(byId("columns"));
}

/** Whether something waits until the columns are released. */
export function isUpdateDue() {
  return isDue;
}

/** Lets the Tab key enter the board at a card, and at no other one. */
export function setEntry(title) {
  for (const other of byId("columns").querySelectorAll(".card-title[tabindex='0']")) other.tabIndex = -1;
  if (title) title.tabIndex = 0;
}

function ensureEntry() {
  const columns = byId("columns");
  if (!columns.querySelector(".card:not([hidden]) .card-title[tabindex='0']")) {
    setEntry(columns.querySelector(".card:not([hidden]) .card-title"));
  }
}

function newSection(column) {
  const heading = `column-${column.id}`;
  const section = el(
    "section",
    { class: "column", "aria-labelledby": heading, dataset: { column: String(column.id) } },
    el("header", { class: "column-head" }, el("h2", { id: heading }), el("span", { class: "count dim" }), may("act") && columnMenu(column.id)),
    el("ol", { class: "cards", "aria-labelledby": heading }),
    el("p", { class: "empty dim small", hidden: true }, "No cards"),
    may("act") && button([icon("plus"), "Add card"], () => quickAdd(section, column.id), { kind: "quiet add" }),
  );
  sections.set(column.id, section);
  return section;
}

function showColumn(section, column) {
  const heading = section.querySelector("h2");
  if (heading.textContent !== column.title) heading.textContent = column.title;
  section.classList.toggle("completes", column.completes);
  const cards = column.cards.map((id) => {
    const known = items.get(id);
    if (known) return known;
    const item = cardView(model.cards.get(id));
    items.set(id, item);
    return item;
  });
  arrange(section.querySelector(".cards"), cards);
  showCount(section, column);
}

/** Shows how many cards a column has, and that it has none. */
export function showCount(section, column) {
  const shown = isFiltered() ? [...section.querySelectorAll(".card")].filter((item) => !item.hidden).length : column.cards.length;
  const text = shown === column.cards.length ? String(shown) : `${shown} of ${column.cards.length}`;
  section.querySelector(".count").textContent = text;
  const empty = section.querySelector(".empty");
  empty.hidden = shown > 0;
  empty.textContent = column.cards.length > 0 ? "No card matches the filter" : column.completes ? "Nothing is done yet" : "No cards";
}

/** The sections of the columns that are in sight, with their columns. */
export function shownSections() {
  return visibleColumns().filter((column) => sections.has(column.id)).map((column) => [sections.get(column.id), column]);
}

/** Puts the children into an order, and moves no element that is at its place already. */
function arrange(parent, wanted) {
  let next = parent.firstElementChild;
  for (const element of wanted) {
    if (element === next) next = next.nextElementSibling;
    else parent.insertBefore(element, next);
  }
  while (next) {
    const gone = next;
    next = next.nextElementSibling;
    gone.remove();
  }
}

function noColumns() {
  return el("div", { class: "no-columns" }, el("h2", {}, "No columns are in sight"), el("p", { class: "dim" }, "Add a column, or bring an archived one back, from the menu at the top right."));
}
