// The input at the bottom: a command line and a chat.

import { listOf, post } from "./api.js";
import { timelineOf } from "./activity.js";
import { needsAgreement, questionView, readingView } from "./chat.js";
import { canPlan, completionsOf, hintOf, History } from "./command_line.js";
import { announce, button, byId, el, fill, whileBusy } from "./dom.js";
import { problemView } from "./problem.js";
import { reportView } from "./report.js";
import { chooseSession } from "./sessions.js";
import { emit, state } from "./state.js";

const histories = { command: new History(), chat: new History() };
let completions = [];
let selected = -1;

/** Connects the elements of the input. */
export function startComposer() {
  const input = byId("input");
  byId("composer").addEventListener("submit", (event) => {
    event.preventDefault();
    submitInput(event.submitter?.value === "plan");
  });
  for (const radio of document.getElementsByName("mode")) radio.addEventListener("change", showMode);
  input.addEventListener("input", () => showCompletions());
  input.addEventListener("keydown", onKey);
  input.addEventListener("blur", () => hideCompletions());
  showMode();
}

function mode() {
  return document.querySelector("input[name=mode]:checked").value;
}

function showMode() {
  const isCommand = mode() === "command";
  const input = byId("input");
  input.placeholder = isCommand ? "goto https://example.com" : "Search for ferns and add the first to the cart";
  input.classList.toggle("mono", isCommand);
  input.spellcheck = !isCommand;
  byId("input-label").textContent = isCommand ? "Command" : "Message";
  byId("send").textContent = isCommand ? "Run" : "Send";
  hideCompletions();
  showHint();
}

function submitInput(isPlan) {
  const input = byId("input");
  const text = input.value.trim();
  if (text === "") return;
  histories[mode()].add(text);
  whileBusy(byId(isPlan ? "plan" : "send"), () => request({ mode: mode(), text, isPlan })).then(showHint);
  input.value = "";
  resize(input);
  hideCompletions();
  showHint();
}

/** Sends a request in the chosen session, and shows its answer in the timeline. */
async function request({ mode: kind, text, isPlan = false, confirm, after }) {
  const session = state.session;
  const timeline = timelineOf(session);
  const isCommand = kind === "command";
  const entry = after ?? timeline.addRequest(text, isCommand);
  try {
    const answer = await send({ isCommand, text, session, isPlan, confirm });
    if (answer.status === "running" && answer.run) await timeline.addRun(answer.run, entry);
    else showAnswer(answer, { kind, text, timeline, entry });
  } catch (error) {
    const view = problemView(error);
    if (isCommand && Number.isInteger(error.position)) view.prepend(caretView(text, error.position));
    timeline.addAnswer(view, entry);
  }
}

function send({ isCommand, text, session, isPlan, confirm }) {
  if (isCommand) {
    const line = [text, confirm && `--confirm ${confirm}`, isPlan && "--dry-run"].filter(Boolean).join(" ");
    return post("/v1/commands", { line, session }, { isAsync: true });
  }
  const body = { text, session };
  if (isPlan) body.plan = true;
  if (confirm) body.confirm = confirm;
  return post("/v1/sentences", body, { isAsync: true });
}

function showAnswer(report, { kind, text, timeline, entry }) {
  if (report.status === "ask") {
    const onSay = (answer) => request({ mode: "chat", text: answer });
    const onAgree = (confirm) => request({ mode: kind, text, confirm, after: item });
    const item = timeline.addAnswer(questionView(report, { onSay, onAgree }), entry);
    announce(report.summary ?? "The engine asks a question.");
    if (!needsAgreement(report)) byId("input").focus();
    return;
  }
  const view = el("div", { class: "report" }, headingOf(report), kind === "chat" && readingView(report), reportView(report));
  const item = timeline.addAnswer(view, entry);
  if (isPlanOnly(report)) {
    const run = button("Run this plan", () => {
      run.remove();
      request({ mode: kind, text, after: item });
    }, { kind: "primary" });
    timeline.change(() => view.append(el("div", { class: "row" }, run)), true);
  }
  announce(report.status === "ok" ? "Done" : report.summary ?? listOf(report.status).join());
  if (report.session && report.session !== state.session) chooseSession(report.session);
  emit("run-finished", { session: timeline.session });
}

/** Whether a report shows a plan that nothing was done of. */
function isPlanOnly(report) {
  return report.status === "ok" && listOf(report.plan).length > 0 && !report.run;
}

function headingOf(report) {
  if (isPlanOnly(report)) return el("p", { class: "dim" }, "Plan. Nothing was done.");
  return report.status === "ok" && report.summary && el("p", {}, report.summary);
}

/** The line with a mark below the position that the parser complains of. */
function caretView(line, position) {
  // Positions count bytes of UTF-8; the mark counts characters.
  const start = new TextDecoder().decode(new TextEncoder().encode(line).slice(0, position));
  return el("pre", { class: "caret", "aria-hidden": "true" }, `${line}\n${" ".repeat([...start].length)}^`);
}

function onKey(event) {
  const input = event.target;
  if (event.isComposing) return;
  if (event.key === "Enter" && !event.shiftKey) {
    event.preventDefault();
    if (selected >= 0) accept(selected);
    else submitInput(false);
  } else if (event.key === "Tab" && !event.shiftKey && completions.length > 0) {
    event.preventDefault();
    accept(Math.max(selected, 0));
  } else if (event.key === "Escape" && completions.length > 0) {
    event.preventDefault();
    hideCompletions();
  } else if (event.key === "ArrowDown" && completions.length > 0) {
    event.preventDefault();
    select((selected + 1) % completions.length);
  } else if (event.key === "ArrowUp" && selected >= 0) {
    event.preventDefault();
    select(selected - 1);
  } else if ((event.key === "ArrowUp" || event.key === "ArrowDown") && !input.value.includes("\n")) {
    const line = histories[mode()].move(event.key === "ArrowUp" ? -1 : 1, input.value);
    if (line === null) return;
    event.preventDefault();
    input.value = line;
    resize(input);
    hideCompletions();
    showHint();
  }
}

function showCompletions() {
  const input = byId("input");
  resize(input);
  completions = mode() === "command" ? completionsOf(input.value) : [];
  selected = -1;
  const list = byId("completions");
  fill(list, completions.map((completion, index) => el(
    "li",
    {
      id: `completion-${index}`,
      role: "option",
      "aria-selected": "false",
      // A press on the mouse would take the focus away from the input.
      onmousedown: (event) => event.preventDefault(),
      onclick: () => accept(index),
    },
    el("code", {}, completion.label),
    el("span", { class: "usage" }, completion.usage),
    el("span", { class: "dim" }, completion.summary),
  )));
  list.hidden = completions.length === 0;
  input.setAttribute("aria-expanded", String(completions.length > 0));
  input.removeAttribute("aria-activedescendant");
  showHint();
}

function hideCompletions() {
  completions = [];
  selected = -1;
  byId("completions").hidden = true;
  byId("input").setAttribute("aria-expanded", "false");
  byId("input").removeAttribute("aria-activedescendant");
}

function select(index) {
  selected = index;
  [...byId("completions").children].forEach((item, at) => {
    item.setAttribute("aria-selected", String(at === index));
    if (at === index) item.scrollIntoView({ block: "nearest" });
  });
  const input = byId("input");
  if (index < 0) input.removeAttribute("aria-activedescendant");
  else input.setAttribute("aria-activedescendant", `completion-${index}`);
}

function accept(index) {
  const input = byId("input");
  input.value = completions[index].text;
  input.focus();
  showCompletions();
}

/** Shows the usage of the command in the input, and whether it can be planned. */
function showHint() {
  const line = byId("input").value;
  const isCommand = mode() === "command";
  byId("input-hint").textContent = isCommand ? hintOf(line) : "";
  byId("plan").disabled = isCommand && !canPlan(line);
}

function resize(input) {
  input.rows = Math.min(6, input.value.split("\n").length);
}
