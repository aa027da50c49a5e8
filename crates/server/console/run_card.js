// A run: its steps as they happen, its outcome, and the buttons to cancel and resume it.

import { get, path, post } from "./api.js";
import { announce, button, el, fill, whileBusy } from "./dom.js";
import { followRun } from "./events.js";
import { duration, fullMoment, moment, parameters } from "./format.js";
import { problemView } from "./problem.js";
import { reportView, stepView } from "./report.js";
import { emit } from "./state.js";

const LABELS = {
  running: "running",
  ok: "done",
  partial: "partly done",
  error: "failed",
  ask: "needs an answer",
  cancelled: "cancelled",
  interrupted: "interrupted",
};

/** The card of one run. `onRun` is called with the id of a run that a button of the card starts. */
export class RunCard {
  constructor(run, { isOpen = false, hasSession = false, onRun = () => {} } = {}) {
    this.run = run;
    this.onRun = onRun;
    this.pending = new Map();
    this.hasEvents = false;
    this.isLoaded = false;
    this.badge = el("span", { class: "badge" });
    this.name = el("span", { class: "run-name" });
    this.given = el("span", { class: "run-parameters dim" });
    this.time = el("span", { class: "dim aside" });
    this.steps = el("ol", { class: "steps", "aria-label": "Steps" });
    this.outcome = el("div");
    this.actions = el("div", { class: "row" });
    const session = hasSession && el("span", { class: "badge plain" }, run.session);
    this.element = el(
      "details",
      { class: "run", ontoggle: () => this.element.open && this.load() },
      el("summary", {}, this.badge, this.name, this.given, session, this.time),
      this.steps,
      this.outcome,
      this.actions,
    );
    this.show(run);
    if (run.status === "running") this.follow();
    this.element.open = isOpen || run.status === "running";
  }

  /** Shows the status of the run as the server lists it. */
  show(run) {
    this.run = { ...this.run, ...run };
    const { status, intent, started, finished } = this.run;
    this.badge.textContent = LABELS[status] ?? status;
    this.badge.className = `badge status-${status}`;
    this.name.textContent = intent ?? "…";
    this.given.textContent = parameters(this.run.parameters);
    const lasted = finished === undefined ? "" : ` · ${duration(finished - started)}`;
    this.time.textContent = started === undefined ? "" : `${moment(started)}${lasted}`;
    this.time.title = started === undefined ? "" : fullMoment(started);
    this.showActions();
  }

  showActions() {
    const { run, status, report } = this.run;
    const buttons = [];
    if (status === "running") {
      buttons.push(button("Cancel", ({ target }) => this.act(target, path("/v1/runs/{}/cancel", run))));
    }
    if (report?.checkpoint && status !== "running" && status !== "ok") {
      const label = `Resume from ${report.checkpoint}`;
      buttons.push(button(label, ({ target }) => this.act(target, path("/v1/runs/{}/resume", run), true)));
    }
    fill(this.actions, buttons);
  }

  async act(control, address, isAsync = false) {
    try {
      const answer = await whileBusy(control, () => post(address, isAsync ? {} : undefined, { isAsync }));
      if (answer?.run && answer.run !== this.run.run) this.onRun(answer.run);
    } catch (error) {
      this.outcome.append(problemView(error));
    }
  }

  follow() {
    if (this.hasEvents) return;
    this.hasEvents = true;
    this.element.classList.add("is-running");
    followRun(this.run.run, (event, at) => this.take(event, at), (isFinished) => this.end(isFinished));
  }

  take(event, at) {
    switch (event.type) {
      case "run_started":
        this.show({ intent: this.run.intent ?? event.intent, started: this.run.started ?? at });
        announce(`${event.intent} started`);
        break;
      case "step_started":
        this.startStep(event.step, event.capability);
        break;
      case "step_finished":
        this.finishStep(event);
        break;
      case "retrying":
        this.note(`attempt ${event.attempt}: ${event.reason}`, "warning");
        break;
      case "progress":
        this.showProgress(event);
        break;
      case "checkpoint":
        this.note(`checkpoint ${event.name}`, "checkpoint");
        break;
      case "warning":
        this.note(event.message, "warning");
        break;
      case "run_finished":
        this.show({ status: event.status, finished: at });
        announce(`${this.run.intent}: ${LABELS[event.status] ?? event.status}`);
        break;
    }
  }

  startStep(step, capability) {
    const mark = el("span", { class: "mark spinner", role: "img", "aria-label": "running" });
    const line = el("li", { class: "step" }, mark, el("code", {}, capability));
    this.pending.set(step, line);
    this.steps.append(line);
  }

  finishStep({ step, line, ok, milliseconds }) {
    const finished = stepView(line, ok, duration(milliseconds));
    const started = this.pending.get(step);
    // A step that carries out several actions finishes once for each of them.
    if (started) started.replaceWith(finished);
    else this.steps.append(finished);
    this.pending.delete(step);
  }

  showProgress({ what, done, total }) {
    this.progress ??= this.note("", "progress");
    const text = total ? `${what}: ${done} of ${total}` : `${what}: ${done}`;
    this.progress.querySelector("code").textContent = text;
  }

  note(text, kind) {
    const marks = { warning: "!", checkpoint: "⚑", progress: "…" };
    const mark = el("span", { class: "mark", "aria-hidden": "true" }, marks[kind]);
    const line = el("li", { class: `step ${kind}` }, mark, el("code", {}, text));
    this.steps.append(line);
    return line;
  }

  async end() {
    this.element.classList.remove("is-running");
    for (const line of this.pending.values()) line.remove();
    this.pending.clear();
    this.progress?.remove();
    await this.load(true);
    emit("run-finished", { session: this.run.session });
  }

  /** Reads the report of the run. */
  async load(isForced = false) {
    if (this.isLoaded && !isForced) return;
    if (this.run.status === "running" && !isForced) return;
    this.isLoaded = true;
    try {
      const run = await get(path("/v1/runs/{}", this.run.run));
      this.show(run);
      const hasSteps = this.steps.childElementCount > 0;
      const view = run.report && reportView(run.report, { hasActions: !hasSteps });
      fill(this.outcome, view?.hasChildNodes() && view);
    } catch (error) {
      this.isLoaded = false;
      fill(this.outcome, problemView(error));
    }
  }
}
