// Packs of intents: which there are, what each may do, and which take part in the session.

import { post } from "./api.js";
import { announce, button, el, fill, whileBusy } from "./dom.js";
import { problemView } from "./problem.js";
import { reportView } from "./report.js";
import { emit, may, state } from "./state.js";

/** The section of a report that lists the packs, and the one with what a pack may do. */
const LIST = "available intent packs";
const MANIFEST = "manifest";

/** Shows the page. */
export async function showPacks(place) {
  const cards = el("div", { class: "stack" });
  const outcome = el("div", { "aria-live": "polite" });
  fill(
    place,
    el("div", { class: "page-head" }, el("h1", {}, "Packs"), el("span", { class: "badge plain" }, state.session)),
    el("p", { class: "dim" }, "A pack brings intents for the pages of some sites. It is loaded when one of them is visited."),
    outcome,
    cards,
  );
  await list(cards, outcome);
}

/** Carries out a command in the session. Gives its report; nothing after a problem, which is shown. */
async function say(line, outcome) {
  try {
    return await post("/v1/commands", { line, session: state.session });
  } catch (error) {
    fill(outcome, problemView(error));
    return undefined;
  }
}

async function list(cards, outcome) {
  const report = await say("packs", outcome);
  const packs = report?.[LIST] ?? [];
  fill(cards, packs.length === 0 ? el("p", { class: "dim" }, "There are no packs.") : packs.map((pack) => packView(pack, cards, outcome)));
}

function packView(pack, cards, outcome) {
  const manifest = el("div");
  const change = (command) => async ({ target }) => {
    const report = await whileBusy(target, () => say(`${command} ${pack.pack}`, outcome));
    if (report === undefined) return;
    fill(outcome, reportView(report));
    announce(`${command} ${pack.pack} is done`);
    emit("definitions");
    await list(cards, outcome);
  };
  const isLoaded = pack.state === "loaded";
  const facts = [
    ["Domains", pack.domains],
    ["Requires", pack.requires],
    ["Intents", pack.intents],
    ["Author", [pack.author].filter(Boolean)],
  ].filter(([, values]) => (values ?? []).length > 0);
  return el(
    "article",
    { class: "approval", "aria-label": pack.pack },
    el("div", { class: "row" },
      el("strong", {}, pack.pack),
      pack.version && el("span", { class: "badge plain" }, `v${pack.version}`),
      el("span", { class: isLoaded ? "badge" : "badge plain" }, pack.state),
      pack.brings_code && el("span", { class: "badge" }, "brings code")),
    pack.description && el("p", {}, pack.description),
    facts.map(([name, values]) => el("p", { class: "dim" }, `${name}: ${values.join(", ")}`)),
    pack.faults.length > 0 && el("ul", { class: "faults" }, pack.faults.map((fault) => el("li", { class: "error" }, fault))),
    el("div", { class: "row" },
      pack.state !== "failed" && button("Show manifest", ({ target }) => whileBusy(target, () => showManifest(pack.pack, manifest, outcome))),
      may("act") && pack.state !== "failed" && (isLoaded
        ? button("Unload", change("pack unload"))
        : button("Load", change("pack load"), { kind: "primary" }))),
    manifest,
  );
}

/** Shows what a pack may do, as it is shown before an installation. */
async function showManifest(name, place, outcome) {
  const report = await say(`pack show ${name}`, outcome);
  if (report === undefined) return;
  const { lines } = report[MANIFEST];
  fill(place, el("pre", { class: "value", tabIndex: 0, "aria-label": "Manifest" }, lines.join("\n")));
}
