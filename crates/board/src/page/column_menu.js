// The menu of a column.

import { button, el } from "/console/dom.js";
import { attempt } from "./actions.js";
import { icon } from "./icons.js";
import { columnOf, visibleColumns } from "./model.js";
import { askText } from "./panel.js";

/** The menu of the column of that id. */
export function columnMenu(id) {
  const menu = el("details", { class: "menu" });
  const item = (label, act) => button(label, () => {
    menu.open = false;
    act(columnOf(id));
  }, { kind: "quiet" });
  menu.append(
    el("summary", { class: "button icon-button", "aria-label": "More about this column", title: "More" }, icon("more")),
    el("div", { class: "menu-items" }, item("Rename…", rename), item("Move left", (column) => shift(column, -1)), item("Move right", (column) => shift(column, 1)), item("Archive", archive)),
  );
  return menu;
}

async function rename(column) {
  const title = await askText({ title: `Rename ${column.title}`, label: "Title", value: column.title, action: "Rename" });
  if (title && title !== column.title) await attempt({ type: "rename_column", column: column.title, title });
}

/** Moves a column by one place among those in sight. */
async function shift(column, by) {
  const place = visibleColumns().findIndex(({ id }) => id === column.id) + 1;
  const position = place + by;
  if (position >= 1 && position <= visibleColumns().length) await attempt({ type: "move_column", column: column.title, position });
}

async function archive(column) {
  await attempt({ type: "archive_column", column: column.title });
}

/** Asks for the title of a new column, and makes it at the right. */
export async function addColumn() {
  const title = await askText({ title: "New column", label: "Title", action: "Add" });
  if (title && (await attempt({ type: "create_column", title }))) {
    const columns = document.getElementById("columns");
    columns.scrollTo({ left: columns.scrollWidth, behavior: "smooth" });
  }
  return visibleColumns();
}
