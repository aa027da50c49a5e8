// Dragging cards with a mouse, a pen or a finger.

import { byId } from "/console/dom.js";
import { may } from "/console/state.js";
import { Move } from "./moving.js";

/** Pixels that a mouse moves before a press becomes a drag. */
const THRESHOLD = 5;
/** Milliseconds that a finger rests on a card before it is picked up: until then it scrolls. */
const LONG_PRESS = 280;
/** Pixels from an edge within which the columns scroll, and how far with each frame. */
const EDGE = 56;
const STEP = 14;

let pressed = null;
let drag = null;

/** Connects the columns. */
export function startDrag() {
  const columns = byId("columns");
  columns.addEventListener("pointerdown", press);
  columns.addEventListener("dragstart", (event) => event.preventDefault());
  columns.addEventListener("contextmenu", (event) => (drag || pressed?.isTouch) && event.preventDefault());
  // A finger that drags does not scroll. Only a listener that is not passive can say so.
  columns.addEventListener("touchmove", (event) => drag && event.preventDefault(), { passive: false });
  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", (event) => end(event, true));
  window.addEventListener("pointercancel", (event) => end(event, false));
  window.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && drag) end(null, false);
  });
}

function press(event) {
  const item = event.target.closest(".card");
  const isFree = event.button === 0 && item && !drag && !item.classList.contains("editing");
  if (!isFree || !may("act") || event.target.closest("input, textarea, select, a")) return;
  const isTouch = event.pointerType === "touch";
  const press = { item, isTouch, pointer: event.pointerId, x: event.clientX, y: event.clientY };
  pressed = press;
  if (isTouch) press.timer = setTimeout(() => pressed === press && begin(press.x, press.y), LONG_PRESS);
}

function move(event) {
  if (drag) {
    if (event.pointerId === drag.pointer) follow(event.clientX, event.clientY);
    return;
  }
  if (!pressed || event.pointerId !== pressed.pointer) return;
  const distance = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y);
  if (distance < THRESHOLD) return;
  if (pressed.isTouch) forget();
  else begin(event.clientX, event.clientY);
}

function begin(x, y) {
  const { item, pointer } = pressed;
  const box = item.getBoundingClientRect();
  const ghost = item.cloneNode(true);
  ghost.classList.add("ghost");
  ghost.querySelector(".card-edit")?.remove();
  ghost.setAttribute("aria-hidden", "true");
  ghost.style.width = `${box.width}px`;
  document.body.append(ghost);
  drag = { pointer, ghost, move: new Move(item), dx: pressed.x - box.left, dy: pressed.y - box.top, x, y };
  item.classList.add("dragged");
  document.body.classList.add("dragging");
  if (pressed.isTouch) navigator.vibrate?.(15);
  getSelection()?.removeAllRanges();
  follow(x, y);
  requestAnimationFrame(scroll);
}

function follow(x, y) {
  Object.assign(drag, { x, y });
  drag.ghost.style.transform = `translate(${x - drag.dx}px, ${y - drag.dy}px) rotate(1.5deg)`;
  place(x, y);
}

/** Puts the card where it would be dropped. */
function place(x, y) {
  const column = document.elementFromPoint(x, y)?.closest(".column");
  if (!column) return;
  const list = column.querySelector(".cards");
  const over = document.elementFromPoint(x, y).closest(".card");
  if (over === drag.move.item) return;
  if (over) {
    const { top, height } = over.getBoundingClientRect();
    drag.move.put(list, y < top + height / 2 ? over : over.nextElementSibling);
    return;
  }
  const first = list.querySelector(".card:not([hidden], .dragged)");
  const isAbove = first && y < first.getBoundingClientRect().top;
  if (isAbove) drag.move.put(list, first);
  else if (!first || y > list.lastElementChild.getBoundingClientRect().bottom) drag.move.put(list, null);
}

/** Scrolls the columns, and the one below the pointer, while the pointer is near an edge. */
function scroll() {
  if (!drag) return;
  const columns = byId("columns");
  const list = document.elementFromPoint(drag.x, drag.y)?.closest(".column")?.querySelector(".cards");
  columns.scrollLeft += near(drag.x, columns.getBoundingClientRect(), "left", "right");
  if (list) list.scrollTop += near(drag.y, list.getBoundingClientRect(), "top", "bottom");
  place(drag.x, drag.y);
  requestAnimationFrame(scroll);
}

function near(at, box, start, finish) {
  if (at < box[start] + EDGE) return -STEP;
  return at > box[finish] - EDGE ? STEP : 0;
}

function end(event, isDropped) {
  if (event && event.pointerId !== (drag ?? pressed)?.pointer) return;
  forget();
  if (!drag) return;
  const { ghost, move: moved } = drag;
  drag = null;
  ghost.remove();
  moved.item.classList.remove("dragged");
  document.body.classList.remove("dragging");
  // The press that began on the card ends with a click, which would open it.
  const swallow = (click) => {
    click.preventDefault();
    click.stopPropagation();
  };
  window.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener("click", swallow, { capture: true }));
  if (isDropped) moved.drop();
  else moved.cancel();
}

function forget() {
  clearTimeout(pressed?.timer);
  pressed = null;
}
