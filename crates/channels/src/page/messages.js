// The page of messages: the view that the address names.

import { byId, fill } from "/console/dom.js";
import { startFrame } from "/console/frame.js";
import { showProblem } from "/console/problem.js";
import { showApprovals } from "./approvals.js";
import { showContacts } from "./contacts.js";
import { showInbox, showThread } from "./inbox.js";
import { refresh, watch } from "./live.js";
import { showMacros } from "./macros.js";
import { model } from "./model.js";

const VIEWS = { inbox: showInbox, approvals: showApprovals, contacts: showContacts, macros: showMacros };

async function start() {
  const me = await startFrame();
  model.agent = `agent://${me.owner}`;
  window.addEventListener("hashchange", show);
  await show();
  await refresh();
  watch(() => route().thread === undefined && ["inbox", "approvals"].includes(route().view) && show());
}

/** The view and the thread in the address: `#/inbox/ID`. */
function route() {
  const [, view, thread] = location.hash.match(/^#\/(\w+)(?:\/([\w-]+))?$/) ?? [];
  return { view: view in VIEWS ? view : "inbox", thread };
}

async function show() {
  // The link that skips the navigation names an element, not a view.
  if (location.hash === "#main") return;
  const { view, thread } = route();
  for (const link of document.querySelectorAll(".views a")) {
    if (link.getAttribute("href") === `#/${view}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const place = byId("place");
  place.setAttribute("aria-busy", "true");
  try {
    await (view === "inbox" && thread ? showThread(place, thread) : VIEWS[view](place));
  } catch (error) {
    showProblem(place, error);
  }
  place.removeAttribute("aria-busy");
}

start().catch((error) => {
  fill(byId("place"));
  showProblem(byId("place"), error);
});
