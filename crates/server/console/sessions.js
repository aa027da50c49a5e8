// The list of sessions: choose, open, close.

import { get, path, post, remove } from "./api.js";
import { button, byId, el, fill, whileBusy } from "./dom.js";
import { confirmed } from "./dialog.js";
import { shortAddress } from "./format.js";
import { showProblem } from "./problem.js";
import { emit, may, on, state } from "./state.js";

/** The name under which the browser keeps the chosen session, for pages whose address does not name it. */
const CHOSEN = "session";

/** Connects the elements of the list. */
export function startSessions() {
  state.session = sessionStorage.getItem(CHOSEN) ?? state.session;
  const form = byId("new-session");
  form.hidden = !may("act");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    whileBusy(byId("open-session"), () => open(form));
  });
  on("run-finished", () => refreshSessions());
}

/** Reads the list from the server. */
export async function refreshSessions() {
  const { sessions } = await get("/v1/sessions");
  const before = JSON.stringify([state.sessions, state.session]);
  state.sessions = sessions;
  // A session that no request has used yet is not listed by the server, and can be chosen all the same.
  if (!sessions.some((session) => session.name === state.session)) {
    state.sessions = [...sessions, { name: state.session }];
  }
  if (JSON.stringify([state.sessions, state.session]) === before) return;
  show();
  emit("sessions");
}

/** Chooses a session, and shows it. */
export function chooseSession(name) {
  location.hash = `#/sessions/${encodeURIComponent(name)}`;
}

/** Takes over the session that the address of the page names. */
export function setSession(name) {
  if (name === state.session) return;
  state.session = name;
  sessionStorage.setItem(CHOSEN, name);
  show();
  emit("session");
}

function show() {
  fill(byId("sessions"), state.sessions.map(sessionView));
}

function sessionView(session) {
  const isCurrent = session.name === state.session;
  const address = session.url && session.url !== "about:blank" ? shortAddress(session.url) : "no page open";
  const link = el(
    "a",
    { href: `#/sessions/${encodeURIComponent(session.name)}`, class: "session-link" },
    el("span", { class: "session-name" }, session.name),
    el("span", { class: "dim small ellipsis" }, address),
  );
  if (isCurrent) link.setAttribute("aria-current", "true");
  const close = may("act") && session.name !== "default" && button("×", ({ target }) => closeSession(target, session.name), {
    kind: "icon",
    title: `Close the session ${session.name}`,
    "aria-label": `Close the session ${session.name}`,
  });
  return el("li", { class: "session" }, link, close);
}

async function open(form) {
  const input = form.elements.namedItem("name");
  const name = input.value.trim();
  try {
    await post("/v1/sessions", { name });
    fill(byId("session-problem"));
    input.value = "";
    await refreshSessions();
    chooseSession(name);
  } catch (error) {
    showProblem(byId("session-problem"), error);
  }
}

async function closeSession(control, name) {
  const text = "Its tabs are closed, and its cookies are deleted.";
  if (!(await confirmed(`Close the session ${name}?`, text, "Close the session"))) return;
  try {
    await whileBusy(control, () => remove(path("/v1/sessions/{}", name)));
    fill(byId("session-problem"));
    if (name === state.session) chooseSession("default");
    await refreshSessions();
  } catch (error) {
    showProblem(byId("session-problem"), error);
  }
}
