// The timeline of a session: requests from the console with their answers, and the runs of every client.

import { get, path, withQuery } from "./api.js";
import { byId, el } from "./dom.js";
import { moment } from "./format.js";
import { RunCard } from "./run_card.js";
import { onlyReads, state } from "./state.js";

/** How many runs of the past are listed; many of them only read. */
const PAST = 100;

const timelines = new Map();
/** Whether the end of the timeline stays in view while it grows. */
let followsEnd = true;

/** The timeline of a session, which is kept while another session is shown. */
export function timelineOf(session) {
  if (!timelines.has(session)) timelines.set(session, new Timeline(session));
  return timelines.get(session);
}

class Timeline {
  constructor(session) {
    this.session = session;
    this.cards = new Map();
    this.element = el("ol", { class: "timeline" });
  }

  /** Lists runs that are new, whichever client started them, and updates those that are known. */
  async refresh() {
    const isFirst = this.cards.size === 0;
    const limit = isFirst ? PAST : 10;
    const { runs } = await get(withQuery("/v1/runs", { session: this.session, limit }));
    for (const run of runs.reverse()) {
      const card = this.cards.get(run.run);
      if (card === undefined) this.insert(run, null);
      else if (!card.hasEvents && card.run.status !== run.status) card.show(run);
    }
  }

  insert(run, after) {
    const card = new RunCard(run, { isOpen: after !== null, onRun: (id) => this.addRun(id) });
    this.cards.set(run.run, card);
    // The console itself looks at the page after each run. Reads of that kind are hidden unless a switch shows them.
    const isRead = after === null && onlyReads(run.intent);
    card.item = el("li", { class: isRead ? "entry read" : "entry" }, card.element);
    this.change(() => (after ? after.after(card.item) : this.element.append(card.item)));
    return card;
  }

  /** Adds a request of the person at the console, and returns its entry. */
  addRequest(text, isCommand) {
    const content = isCommand ? el("code", {}, text) : el("span", {}, text);
    const label = el("span", { class: "visually-hidden" }, isCommand ? "Command: " : "You: ");
    const time = el("span", { class: "dim aside" }, moment(Date.now()));
    const item = el("li", { class: `entry request ${isCommand ? "command" : "chat"}` }, label, content, time);
    this.change(() => this.element.append(item), true);
    return item;
  }

  /** Adds an answer below its request. */
  addAnswer(view, after) {
    const item = el("li", { class: "entry answer" }, view);
    this.change(() => (after ? after.after(item) : this.element.append(item)), true);
    return item;
  }

  /** Shows the run that a request has started. */
  async addRun(id, after = this.element.lastElementChild) {
    let card = this.cards.get(id);
    if (card) {
      card.item.classList.remove("read");
      card.element.open = true;
      after?.after(card.item);
    } else {
      const started = { run: id, session: this.session, status: "running" };
      card = this.insert(started, after ?? this.element);
      const run = await get(path("/v1/runs/{}", id));
      if (card.run.status === "running") card.show({ ...run, status: card.run.status });
    }
    scrollToEnd();
  }

  /** Changes the list, and brings its end into view for an answer to the person at the console. */
  change(task, isAnswer = false) {
    task();
    if (!isAnswer || this.session !== state.session) return;
    scrollToEnd();
    // On a small screen the timeline can be outside the window.
    byId("activity-pane").parentElement.scrollIntoView({ block: "nearest" });
  }
}

/** Keeps the end of the timeline in view while it grows, unless somebody has scrolled away or opens a card. */
export function startTimeline() {
  const pane = byId("activity-pane");
  let last = 0;
  pane.addEventListener("scroll", () => {
    // Content that grows moves the end away as well; only a move upwards is made by somebody.
    const isEndNear = pane.scrollHeight - pane.scrollTop - pane.clientHeight < 40;
    if (isEndNear) followsEnd = true;
    else if (pane.scrollTop < last) followsEnd = false;
    last = pane.scrollTop;
  });
  pane.addEventListener("click", (event) => {
    if (event.target.closest("summary")) followsEnd = false;
  });
  new ResizeObserver(() => followsEnd && scrollToEnd()).observe(byId("activity"));
}

/** Scrolls the timeline to its end. */
export function scrollToEnd() {
  const pane = byId("activity-pane");
  followsEnd = true;
  pane.scrollTop = pane.scrollHeight;
}
