// A card on its way to another place: by the pointer or by keys. Nothing is changed before it is dropped.

import { announce } from "/console/dom.js";
import { moveCard } from "./actions.js";
import { hold, release } from "./columns.js";
import { columnOf, model, placeOf } from "./model.js";

/** A card that was picked up. */
export class Move {
  constructor(item) {
    this.item = item;
    this.id = Number(item.dataset.card);
    this.card = model.cards.get(this.id);
    this.from = placeOf(this.id);
    hold();
  }

  /** The list that the card is in now. */
  get list() {
    return this.item.parentElement;
  }

  /** The column that the card is in now. */
  get column() {
    return columnOf(Number(this.item.closest(".column").dataset.column));
  }

  /** Its place in the whole column, hidden cards included. */
  get position() {
    const others = this.column.cards.filter((id) => id !== this.id);
    const next = sibling(this.item, "nextElementSibling");
    if (next) return others.indexOf(Number(next.dataset.card)) + 1;
    const previous = sibling(this.item, "previousElementSibling");
    return previous ? others.indexOf(Number(previous.dataset.card)) + 2 : 1;
  }

  /** Puts it before another card of a list, or at the end. */
  put(list, before) {
    if (before === this.item || (this.item.parentElement === list && this.item.nextElementSibling === before)) return;
    list.insertBefore(this.item, before);
  }

  /** Says where it is now. */
  tell() {
    announce(`${this.column.title}, ${this.position} of ${this.column.cards.filter((id) => id !== this.id).length + 1}`);
  }

  /** Leaves it where it is now. */
  async drop() {
    const { column, position } = this;
    if (column.id === this.from.column?.id && position === this.from.place) {
      release();
      announce("Dropped at its place. Nothing was changed.");
      return;
    }
    await moveCard(this.card, column, position);
    release();
  }

  /** Takes it back to where it was. */
  cancel() {
    release();
    announce("The move was cancelled.");
  }
}

/** The nearest card in that direction that is in sight. */
function sibling(item, direction) {
  let other = item[direction];
  while (other?.hidden) other = other[direction];
  return other;
}
