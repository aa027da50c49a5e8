// Intents that the learner proposes: replayed, refined and accepted.

import { post } from "./api.js";
import { announce, button, el, fill, whileBusy } from "./dom.js";
import { problemView } from "./problem.js";
import { reportView } from "./report.js";
import { emit, may, state } from "./state.js";

/** The sections of a report that are proposals begin like this. */
const HEADING = "discovered intent proposal";

/** Shows the page. */
export async function showProposals(place) {
  const cards = el("div", { class: "stack" });
  const outcome = el("div", { "aria-live": "polite" });
  fill(
    place,
    el("div", { class: "page-head" }, el("h1", {}, "Proposals"), el("span", { class: "badge plain" }, state.session)),
    el("p", { class: "dim" }, "Steps that came several times are proposed as intents. Nothing runs before you accept it."),
    outcome,
    cards,
  );
  await list(cards, outcome);
}

/** Carries out a command in the session, and shows its report. */
async function say(line, outcome) {
  try {
    const report = await post("/v1/commands", { line, session: state.session });
    fill(outcome, reportView(report));
    announce(`${line} is done`);
    return report;
  } catch (error) {
    fill(outcome, problemView(error));
    return null;
  }
}

async function list(cards, outcome) {
  try {
    const report = await post("/v1/commands", { line: "learn show", session: state.session });
    const sections = Object.entries(report).filter(([name]) => name.startsWith(HEADING));
    const proposals = sections.map(([, proposal]) => proposalView(proposal, cards, outcome));
    fill(cards, proposals.length === 0 ? el("p", { class: "dim" }, "Nothing is proposed.") : proposals);
  } catch (error) {
    fill(outcome, problemView(error));
  }
}

function proposalView({ intent, confidence, observations, lines }, cards, outcome) {
  const dialogue = el("div", { class: "stack" });
  const decide = (line) => async ({ target }) => {
    await whileBusy(target, () => say(line, outcome));
    emit("definitions");
    await list(cards, outcome);
  };
  return el(
    "article",
    { class: "approval", "aria-label": intent },
    el("div", { class: "row" },
      el("strong", {}, intent),
      el("span", { class: "badge plain" }, `${observations} observations`),
      el("span", { class: "badge plain" }, `confidence ${confidence}`)),
    el("pre", { class: "value", tabIndex: 0, "aria-label": "Proposal" }, lines.filter((line) => !line.includes("Accept?")).join("\n")),
    may("act") && el("div", { class: "row" },
      button("Accept", decide(`learn save ${intent}`), { kind: "primary" }),
      button("Replay", ({ target }) => whileBusy(target, () => say(`learn test ${intent}`, outcome))),
      button("Refine", ({ target }) => whileBusy(target, () => refine(intent, dialogue, cards, outcome))),
      button("Discard", decide(`learn discard ${intent}`))),
    dialogue,
  );
}

/** Opens the dialogue in which a proposal is refined: a line for its commands, and what came of the last one. */
async function refine(intent, dialogue, cards, outcome) {
  const answer = el("div", { "aria-live": "polite" });
  const begun = await say(`refine ${intent}`, answer);
  if (begun === null) return fill(dialogue, answer);
  const line = el("input", { name: "command", autocomplete: "off", spellcheck: false, "aria-label": "Command of the dialogue" });
  const form = el("form", { class: "row", onsubmit: send }, line, button("Send", send, { kind: "primary" }));
  fill(dialogue, answer, form);
  line.focus();

  async function send(event) {
    event.preventDefault();
    const command = line.value.trim();
    if (command === "") return;
    line.value = "";
    const report = await say(command, answer);
    if (report?.status === "ok" && ["save", "cancel"].includes(command)) {
      fill(dialogue);
      fill(outcome, reportView(report));
      emit("definitions");
      await list(cards, outcome);
    }
  }
}
