// Macros: their templates, and whom they are shared with.

import { get, path, post } from "/console/api.js";
import { announce, button, el, fill, whileBusy } from "/console/dom.js";
import { block } from "/console/format.js";
import { problemView } from "/console/problem.js";
import { may } from "/console/state.js";
import { model } from "./model.js";
import { name } from "./thread.js";

/** Shows the macros. */
export async function showMacros(place) {
  const { macros } = await get("/v1/macros");
  const shown = await Promise.all(macros.map(macroView));
  fill(
    place,
    el("div", { class: "page-head" }, el("h1", {}, "Macros")),
    el("p", { class: "dim" }, "Workflows that an intent names. They are stored with ", el("code", {}, "POST /v1/macros"), "."),
    el("div", { class: "stack" }, shown.length === 0 ? el("p", { class: "dim" }, "There are no macros yet.") : shown),
  );
}

async function macroView({ macro_id, version, owner_agent, template }) {
  const isOwn = owner_agent === model.agent;
  const shares = el("div", { class: "stack" });
  if (isOwn) await showShares(shares, macro_id);
  const count = template.steps.length;
  return el(
    "article",
    { class: "approval", "aria-label": macro_id },
    el("div", { class: "row" },
      el("strong", {}, macro_id),
      el("span", { class: "badge plain" }, `version ${version}`),
      el("span", { class: "dim" }, `${count} ${count === 1 ? "step" : "steps"} · of ${name(owner_agent)}`)),
    el("details", {}, el("summary", {}, "Template"), el("pre", { class: "value", tabIndex: 0, "aria-label": `Template of ${macro_id}` }, block(template))),
    shares,
  );
}

async function showShares(place, macro) {
  const { shares } = await get(path("/v1/macros/{}/shares", macro));
  const outcome = el("div", { "aria-live": "polite" });
  const act = (control, task, told) =>
    whileBusy(control, async () => {
      try {
        await task();
        announce(told);
        await showShares(place, macro);
      } catch (error) {
        fill(outcome, problemView(error));
      }
    });
  const list = shares.map(({ agent }) =>
    el("li", { class: "row" },
      el("code", {}, agent),
      may("act") && button("Revoke", ({ target }) =>
        act(target, () => post(path("/v1/macros/{}/shares/revoke", macro), { agent }), `${agent} may not use it any more`),
      { kind: "danger-quiet", "aria-label": `Revoke ${macro} from ${agent}` })),
  );
  fill(place, list.length > 0 && el("ul", { "aria-label": `Who may use ${macro}` }, list), may("act") && shareForm(macro, act), outcome);
}

function shareForm(macro, act) {
  const id = `share-${macro}`;
  const agent = el("input", { id, required: true, minLength: 3, maxLength: 512, autocomplete: "off", spellcheck: false });
  const share = button("Share", undefined, { type: "submit" });
  const onsubmit = (event) => {
    event.preventDefault();
    act(share, () => post(path("/v1/macros/{}/shares", macro), { agent: agent.value.trim() }), `Shared with ${agent.value}`);
  };
  return el("form", { class: "row", onsubmit }, el("label", { for: id }, "Share with"), agent, share);
}
