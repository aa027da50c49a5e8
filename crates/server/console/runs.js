// The page of all runs, in every session.

import { get, withQuery } from "./api.js";
import { button, el, fill, whileBusy } from "./dom.js";
import { showProblem } from "./problem.js";
import { RunCard } from "./run_card.js";
import { onlyReads, state } from "./state.js";

const PAGE = 100;
/** Runs that only read are hidden at first. Further pages are read until so many others are listed, or the limit is reached. */
const ENOUGH = 20;
const MOST_PAGES = 5;

/** Shows the page. */
export async function showRuns(place) {
  const list = el("ol", { class: "timeline" });
  const problem = el("div");
  const showReads = () => list.classList.toggle("with-reads", reads.checked);
  const reads = el("input", { type: "checkbox", name: "reads", onchange: showReads });
  const session = el("select", { name: "session", onchange: () => reload() },
    el("option", { value: "" }, "All sessions"),
    state.sessions.map(({ name }) => el("option", { value: name }, name)));
  const more = button("Show earlier runs", () => whileBusy(more, load));
  let before;
  fill(
    place,
    el("div", { class: "page-head" },
      el("h1", {}, "Runs"),
      el("label", { class: "field-inline" }, "Session ", session),
      el("label", { class: "switch" }, reads, "Show reads"),
      el("div", { class: "row end" }, button("Refresh", ({ target }) => whileBusy(target, reload)))),
    list, problem, more,
  );

  async function load() {
    try {
      let shown = 0;
      more.hidden = false;
      for (let page = 0; page < MOST_PAGES && shown < ENOUGH && !more.hidden; page += 1) shown += await loadPage();
      fill(problem, list.childElementCount === 0 && el("p", { class: "dim" }, "There are no runs yet."));
    } catch (error) {
      showProblem(problem, error);
    }
  }

  /** Lists one page, and returns the number of runs that change something. */
  async function loadPage() {
    const { runs } = await get(withQuery("/v1/runs", { session: session.value, before, limit: PAGE }));
    let changes = 0;
    for (const run of runs) {
      const isRead = onlyReads(run.intent);
      const card = new RunCard(run, { hasSession: true, onRun: reload });
      list.append(el("li", { class: isRead ? "entry read" : "entry" }, card.element));
      if (!isRead) changes += 1;
    }
    before = runs.at(-1)?.started ?? before;
    more.hidden = runs.length < PAGE;
    return changes;
  }

  function reload() {
    before = undefined;
    list.replaceChildren();
    return load();
  }

  await load();
}
