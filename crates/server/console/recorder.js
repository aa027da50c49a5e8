// The recorder: what a person does once in the live picture becomes a definition.

import { post } from "./api.js";
import { announce, byId, el, fill, whileBusy } from "./dom.js";
import { setTakenOver } from "./live.js";
import { showProblem } from "./problem.js";
import { may, on, state } from "./state.js";

/** Sessions that are recorded, with the steps so far. */
const recordings = new Map();
let hasPicture = false;

/** Connects the buttons of the recorder. */
export function startRecorder() {
  byId("record").addEventListener("click", ({ target }) => whileBusy(target, start));
  byId("stop-recording").addEventListener("click", ({ target }) => whileBusy(target, stop));
  byId("drop-recording").addEventListener("click", ({ target }) => whileBusy(target, drop));
  on("picture", (isShown) => {
    hasPicture = isShown;
    show();
  });
  on("recorded", (steps) => {
    recordings.set(state.session, steps);
    show();
  });
  on("run-finished", refresh);
  on("session", refresh);
}

/** Carries out a command in the session. Gives its report; nothing after a problem, which is shown. */
async function say(line) {
  fill(byId("live-problem"));
  try {
    return await post("/v1/commands", { line, session: state.session });
  } catch (error) {
    showProblem(byId("live-problem"), error);
    return undefined;
  }
}

async function start() {
  if ((await say("learn record")) === undefined) return;
  recordings.set(state.session, []);
  setTakenOver(true);
  show();
  announce("The session is being recorded.");
}

async function stop() {
  const report = await say("learn record stop");
  if (report === undefined) return;
  recordings.delete(state.session);
  setTakenOver(false);
  show();
  state.recorded = report.definition.source;
  location.hash = "#/definitions";
}

async function drop() {
  await say("learn record cancel");
  recordings.delete(state.session);
  setTakenOver(false);
  show();
  announce("The recording is discarded.");
}

/** Reads the steps again, which commands add to as well. */
async function refresh() {
  const { session } = state;
  if (recordings.has(session)) {
    const report = await say("learn record show");
    if (report !== undefined) recordings.set(session, report.steps ?? []);
    else recordings.delete(session);
  }
  show();
}

function show() {
  const steps = recordings.get(state.session);
  byId("record").hidden = !may("act") || !hasPicture || steps !== undefined;
  byId("recording").hidden = steps === undefined;
  fill(byId("recorded-steps"), (steps ?? []).map((step) => el("li", {}, step)));
  byId("stop-recording").disabled = (steps ?? []).length === 0;
}
