// The board that is shown, as the server last described it.

export const model = {
  /** All boards. */
  boards: [],
  /** The user that "me" stands for, where that is known. */
  user: null,
  /** The owner of the key that is signed in. */
  owner: null,
  /** The name under which changes of the person are recorded. */
  author: null,
  /** The board that is shown. */
  board: null,
  /** The number of the last change that is shown. */
  number: 0,
  /** The columns from the left, those out of sight too; each with the ids of its cards from the top. */
  columns: [],
  /** The cards by id. */
  cards: new Map(),
};

/** Takes over a description of the board. Gives the ids of the cards that it has, all or those that have changed. */
export function take(snapshot) {
  if (snapshot.whole) model.cards = new Map();
  for (const card of snapshot.cards) model.cards.set(card.id, card);
  model.board = snapshot.board;
  model.number = snapshot.number;
  model.columns = snapshot.columns;
  const there = new Set(snapshot.columns.flatMap((column) => column.cards));
  for (const id of model.cards.keys()) {
    if (!there.has(id)) model.cards.delete(id);
  }
  return snapshot.cards.map((card) => card.id);
}

/** The columns that are in sight. */
export function visibleColumns() {
  return model.columns.filter((column) => !column.archived);
}

/** The column of that id. */
export function columnOf(id) {
  return model.columns.find((column) => column.id === id);
}

/** Where a card is: its column and its place in it, from 1. */
export function placeOf(id) {
  const column = model.columns.find((known) => known.cards.includes(id));
  return { column, place: column ? column.cards.indexOf(id) + 1 : 0 };
}

/** All names of that kind on the board, sorted, each once: `assignee` or `labels`. */
export function namesOf(field) {
  const names = [...model.cards.values()].flatMap((card) => card[field] ?? []);
  return [...new Set(names)].sort((one, other) => one.localeCompare(other));
}

/** The name of a user, as the person reads it. */
export function userName(name) {
  if (!name) return "Somebody";
  return name === model.author ? "You" : name;
}
