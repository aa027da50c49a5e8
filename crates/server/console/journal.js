// The journal of a session, with undo and redo.

import { get, post, withQuery } from "./api.js";
import { announce, button, el, fill, whileBusy } from "./dom.js";
import { fullMoment, moment } from "./format.js";
import { problemView, showProblem } from "./problem.js";
import { reportView } from "./report.js";
import { emit, may, state } from "./state.js";

/** Shows the page. */
export async function showJournal(place) {
  const session = state.session;
  const outcome = el("div", { "aria-live": "polite" });
  const table = el("div", { class: "scroll" });
  const undo = button("Undo", () => act(undo, "/v1/journal/undo"), { kind: "primary" });
  const redo = button("Redo", () => act(redo, "/v1/journal/redo"));
  fill(
    place,
    el("div", { class: "page-head" }, el("h1", {}, "Journal"), el("span", { class: "badge plain" }, session),
      may("act") && el("div", { class: "row end" }, undo, redo)),
    el("p", { class: "dim" }, "Actions that changed something in this session, the latest first."),
    outcome,
    table,
  );

  async function act(control, address) {
    try {
      const report = await whileBusy(control, () => post(address, { session }));
      fill(outcome, reportView(report));
      announce(report.summary ?? "Done");
      emit("run-finished", { session });
    } catch (error) {
      fill(outcome, problemView(error));
    }
    await load();
  }

  async function load() {
    try {
      const { entries } = await get(withQuery("/v1/journal", { session }));
      fill(table, entries.length === 0 ? el("p", { class: "dim" }, "The journal is empty.") : journalTable(entries));
    } catch (error) {
      showProblem(table, error);
    }
  }

  await load();
}

function journalTable(entries) {
  const head = ["Time", "Action", "Verb", "State"].map((label) => el("th", { scope: "col" }, label));
  const rows = entries.map(({ at, line, verb, undone }) => {
    return el("tr", { class: undone ? "undone" : "" },
      el("td", { class: "nowrap dim", title: fullMoment(at) }, moment(at)),
      el("td", {}, el("code", {}, line)),
      el("td", {}, el("code", { class: "dim" }, verb)),
      el("td", {}, undone ? el("span", { class: "badge plain" }, "undone") : ""));
  });
  return el("table", {}, el("thead", {}, el("tr", {}, head)), el("tbody", {}, rows));
}
