// The page of all runs, in every session.

import { get, withQuery } from "./api.js";
import { button, el, fill, whileBusy } from "./dom.js";
import { showProblem } from "./problem.js";
import { RunCard } from "./run_card.js";
import { onlyReads, state } from "./state.js";

const PAGE = 50;

/** Shows the page. */
export async function showRuns(place) {
  const list = el("ol", { class: "timeline" });
  const problem = el("div");
  const reads = el("input", { type: "checkbox", onchange: () => list.classList.toggle("with-reads", reads.checked) });
  const session = el("select", { onchange: () => reload() },
    el("option", { value: "" }, "All sessions"),
    state.sessions.map(({ name }) => el("option", { value: name }, name)));
  const more = button("Show earlier runs", () => whileBusy(more, load));
  let before;
  fill(
    place,
    el("div", { class: "page-head" },
      el("h1", {}, "Runs"),
      el("label", { class: "field-inline" }, "Session ", session),
      el("label", { class: "switch" }, reads, "Show reads")),
    list, problem, more,
  );

  async function load() {
    try {
      const { runs } = await get(withQuery("/v1/runs", { session: session.value, before, limit: PAGE }));
      for (const run of runs) {
        const card = new RunCard(run, { hasSession: true, onRun: reload });
        list.append(el("li", { class: onlyReads(run.intent) ? "entry read" : "entry" }, card.element));
      }
      before = runs.at(-1)?.started ?? before;
      more.hidden = runs.length < PAGE;
      fill(problem, list.childElementCount === 0 && el("p", { class: "dim" }, "There are no runs yet."));
    } catch (error) {
      showProblem(problem, error);
    }
  }

  function reload() {
    before = undefined;
    list.replaceChildren();
    return load();
  }

  await load();
}
