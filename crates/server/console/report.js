// Reports: the outcome of a request, as the server describes it.

import { listOf } from "./api.js";
import { el, withCode } from "./dom.js";
import { block, inline } from "./format.js";
import { faultBody } from "./problem.js";

/** Members that have a place of their own, or that only programs use. The others are sections, shown by their names. */
const KNOWN = new Set([
  "status", "intent", "summary", "code", "field", "instead", "verdict", "actions", "plan", "reading", "goals",
  "plan_graph", "flow", "changes", "result", "view", "checkpoint", "context", "hint", "run", "digest", "session",
  "options",
]);

/** Shows a report. `hasActions` is false where the steps are shown already, from the events of the run. */
export function reportView(report, { hasActions = true } = {}) {
  const body = el("div", { class: "report" });
  if (report.status === undefined) {
    body.append(valueView(report));
    return body;
  }
  if (report.verdict) {
    const isGood = report.status === "ok";
    body.append(el("p", {}, el("span", { class: `badge ${isGood ? "good" : "bad"}` }, report.verdict)));
  }
  if (report.status === "error") body.append(faultView(report));
  if (report.status === "ask") body.append(el("p", { class: "question" }, report.summary ?? ""));
  if (hasActions) body.append(...parts(actionsView(report.actions)));
  if (report.status !== "ask") body.append(...parts(planView(report.plan)));
  body.append(...parts(changesView(report.changes)));
  if (report.result !== undefined) body.append(valueView(report.result));
  if (report.view !== undefined) body.append(valueView(report.view));
  for (const [name, value] of Object.entries(report)) {
    if (!KNOWN.has(name)) body.append(sectionView(name, value));
  }
  if (report.status === "partial") body.append(faultView(report));
  if (report.status === "ok") {
    body.append(...listOf(report.hint).map((hint) => el("p", { class: "hint lines" }, withCode(hint))));
  }
  return body;
}

/** The lines of a plan. */
export function planView(plan) {
  if (!plan || plan.length === 0) return null;
  return el("pre", { class: "plan", tabIndex: 0, "aria-label": "Plan" }, listOf(plan).map(inline).join("\n"));
}

/** One line for each action. */
export function actionsView(actions) {
  if (!actions || actions.length === 0) return null;
  return el("ol", { class: "steps" }, actions.map((action) => stepView(action.line, action.ok)));
}

/** A step that has finished. */
export function stepView(line, ok, aside = "") {
  return el(
    "li",
    { class: ok ? "step ok" : "step failed" },
    el("span", { class: "mark", role: "img", "aria-label": ok ? "succeeded" : "failed" }, ok ? "✓" : "✗"),
    el("code", {}, line),
    aside && el("span", { class: "dim aside" }, aside),
  );
}

/** Changes, with the colour of their sign. */
export function changesView(changes) {
  if (!changes || changes.length === 0) return null;
  const kinds = { "+": "added", "-": "removed", "~": "changed" };
  const lines = changes.map((line) => el("li", { class: kinds[line[0]] ?? "" }, line));
  return el("ul", { class: "changes", "aria-label": "Changes" }, lines);
}

/** A value: a short one as a line, a long one in a block that scrolls. */
export function valueView(value) {
  const text = block(value);
  if (typeof value !== "object" && text.length < 200 && !text.includes("\n")) {
    return el("p", { class: "result" }, text);
  }
  const members = value !== null && !Array.isArray(value) && typeof value === "object" ? Object.entries(value) : [];
  const isFlat = members.length > 0 && members.every(([, member]) => typeof member !== "object");
  if (isFlat && text.length < 200) {
    return el("p", { class: "result" }, members.map(([name, member]) => `${name}: ${inline(member)}`).join(" · "));
  }
  return el("pre", { class: "value", tabIndex: 0, "aria-label": "Result" }, text);
}

function sectionView(name, value) {
  const areLines = Array.isArray(value) && value.every((line) => typeof line === "string");
  const content = areLines
    ? el("pre", { class: "value", tabIndex: 0, "aria-label": name }, value.join("\n"))
    : valueView(value);
  return el("section", {}, el("h4", {}, name.replaceAll("_", " ")), content);
}

function faultView(report) {
  return el("div", { class: "fault" }, faultBody({
    code: report.code,
    detail: report.summary ?? "",
    field: report.field,
    instead: listOf(report.instead),
    context: listOf(report.context),
    hints: listOf(report.hint),
  }));
}

function parts(...views) {
  return views.filter((view) => view !== null);
}
