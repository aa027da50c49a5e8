// The console: starts its parts, and shows the page that the address names.

import { scrollToEnd, startTimeline, timelineOf } from "./activity.js";
import { get, withQuery } from "./api.js";
import { refreshApprovals, showApprovals } from "./approvals.js";
import { startComposer } from "./composer.js";
import { showDefinitions } from "./definitions.js";
import { byId, fill } from "./dom.js";
import { ownPages, startFrame } from "./frame.js";
import { showJournal } from "./journal.js";
import { showKeys } from "./keys.js";
import { setLiveVisible, startLive } from "./live.js";
import { observe, startObservation } from "./observation.js";
import { startOverlay } from "./overlay.js";
import { showPacks } from "./packs.js";
import { problemView } from "./problem.js";
import { showProposals } from "./proposals.js";
import { startRecorder } from "./recorder.js";
import { showRuns } from "./runs.js";
import { refreshSessions, setSession, startSessions } from "./sessions.js";
import { showSettings } from "./settings.js";
import { currentSession, on, state } from "./state.js";

/** Shows a page by its id. The page of a session has elements of its own in the document. */
const SHOWS = {
  approvals: showApprovals,
  runs: showRuns,
  definitions: showDefinitions,
  proposals: showProposals,
  packs: showPacks,
  journal: showJournal,
  settings: showSettings,
  keys: showKeys,
};

/** Milliseconds between two looks at the sessions and runs, which other clients change too. */
const INTERVAL = 3000;

async function start() {
  await startFrame();
  startSessions();
  startLive();
  startRecorder();
  startOverlay();
  startObservation();
  startComposer();
  startTimeline();
  byId("show-reads").addEventListener("change", ({ target }) => {
    byId("activity").classList.toggle("with-reads", target.checked);
    scrollToEnd();
  });
  on("session", showSession);
  on("sessions", showAddress);
  on("session", loadOfferings);
  on("definitions", loadOfferings);
  await loadOfferings();
  window.addEventListener("hashchange", showPage);
  await showPage();
  await refresh();
  setInterval(refresh, INTERVAL);
  document.addEventListener("visibilitychange", refresh);
}

/** The page and the name in the address: `#/definitions/login`. */
function route() {
  const [id, name] = location.hash.replace(/^#\//, "").split("/");
  const pages = ownPages();
  const page = pages.find((known) => known.id === id) ?? pages[0];
  return { page, name: name ? decodeURIComponent(name) : undefined };
}

async function showPage() {
  // The link that skips the navigation names an element, not a page.
  if (location.hash === "#main" && document.title !== "Lemmascope") return;
  const { page, name } = route();
  for (const { id } of ownPages()) {
    if (id === page.id) byId(`page-${id}`).setAttribute("aria-current", "page");
    else byId(`page-${id}`).removeAttribute("aria-current");
  }
  document.title = `${page.label} – Lemmascope`;
  const show = SHOWS[page.id];
  const isSession = show === undefined;
  byId("session-page").hidden = !isSession;
  byId("page").hidden = isSession;
  setLiveVisible(isSession);
  if (isSession) {
    if (name) setSession(name);
    showSession();
  } else {
    byId("page").scrollTop = 0;
    try {
      await show(byId("page"), name);
    } catch (error) {
      fill(byId("page"), problemView(error));
    }
  }
}

function showSession() {
  fill(byId("session-title"), state.session);
  showAddress();
  fill(byId("activity"), timelineOf(state.session).element);
  scrollToEnd();
  refresh();
}

function showAddress() {
  fill(byId("session-address"), currentSession()?.url ?? "no page open");
}

async function loadOfferings() {
  const { intents } = await get(withQuery("/v1/intents", { session: state.session }));
  state.offerings = new Map(intents.map((offering) => [offering.name, offering]));
}

/** Looks for changes by other clients, and says so in the header when the server does not answer. */
async function refresh() {
  if (document.hidden) return;
  const connection = byId("connection");
  try {
    await Promise.all([refreshSessions(), refreshApprovals()]);
    if (!byId("session-page").hidden) {
      const timeline = timelineOf(state.session);
      await timeline.refresh();
      byId("no-activity").hidden = timeline.element.childElementCount > 0;
    }
    connection.hidden = true;
  } catch (error) {
    connection.hidden = false;
    fill(connection, problemView(error));
  }
}

start().then(observe).catch((error) => {
  byId("connection").hidden = false;
  fill(byId("connection"), problemView(error));
});
