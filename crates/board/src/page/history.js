// What was changed on the board, and by whom.

import { get, path, withQuery } from "/console/api.js";
import { button, el, fill, whileBusy } from "/console/dom.js";
import { problemView } from "/console/problem.js";
import { moment } from "./card_view.js";
import { model, userName } from "./model.js";
import { openPanel } from "./panel.js";

const DID = {
  card_created: "created",
  card_moved: "moved",
  card_updated: "changed",
  card_deleted: "deleted",
  card_restored: "restored",
  comment_added: "commented on",
  comment_removed: "removed a comment from",
  column_created: "added a column",
  column_moved: "moved a column",
  column_changed: "changed a column",
};

/** Shows the latest changes. */
export async function showHistory() {
  const list = el("ol", { class: "history" });
  const more = button("Show earlier changes", () => whileBusy(more, load), { kind: "quiet" });
  const place = el("div", {}, list, more);
  let before;
  async function load() {
    try {
      const { events } = await get(withQuery(path("/v1/boards/{}/history", model.board.id), { before }));
      list.append(...events.map(eventView));
      before = events.at(-1)?.number;
      more.hidden = !before || before <= 1 || events.length === 0;
      if (list.childElementCount === 0) fill(list, el("li", { class: "dim" }, "Nothing was changed yet."));
    } catch (error) {
      fill(place, problemView(error));
    }
  }
  openPanel(`History of ${model.board.name}`, place);
  await load();
}

function eventView({ kind, card, title, author, at }) {
  return el(
    "li",
    {},
    el("span", {}, el("strong", {}, userName(author)), ` ${DID[kind] ?? kind} `, card !== null && [el("span", { class: "card-id" }, `#${card}`), ` ${title ?? "a card that was purged"}`]),
    el("time", { class: "dim small" }, moment(at)),
  );
}
