// The board as it is now: read once, then followed.

import { get, path, withQuery } from "/console/api.js";
import { byId, fill } from "/console/dom.js";
import { problemView } from "/console/problem.js";
import { model, take } from "./model.js";

/** Milliseconds that changes are gathered for, so that a change of many cards is read once. */
const GATHERED = 40;
/** Milliseconds until a stream that broke off is opened again. */
const RETRY = 3000;

let source = null;
let reading = null;
let isStale = false;
let gathering = 0;
let listener = () => {};

/** Calls `onChange` with the ids of the cards that have changed, or with nothing where all of them may have. */
export function startLive(onChange) {
  listener = onChange;
  // A browser has few connections to a server: a window that nobody sees gives its own back.
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) stop();
    else if (model.board) resume();
  });
}

let early = null;

/** Begins to read a board that is going to be shown. */
export function preread(id) {
  early = { id, snapshot: get(path("/v1/boards/{}", id)) };
  // The caller shows a failure.
  return early.snapshot.catch(() => {});
}

/** Shows a board. */
export async function openBoard(id) {
  stop();
  await reading?.catch(() => {});
  const snapshot = await (early?.id === id ? early.snapshot : get(path("/v1/boards/{}", id)));
  early = null;
  take(snapshot);
  listener(null);
  follow();
}

/** Reads what has changed. Several calls at once become one or two. */
export function refresh() {
  if (reading) {
    isStale = true;
    return reading;
  }
  reading = read().finally(() => {
    reading = null;
  });
  return reading;
}

async function read() {
  do {
    isStale = false;
    const id = model.board.id;
    const snapshot = await get(withQuery(path("/v1/boards/{}", id), { after: model.number }));
    if (model.board.id !== id || snapshot.number < model.number) continue;
    const changed = take(snapshot);
    listener(snapshot.whole ? null : changed);
  } while (isStale);
}

function resume() {
  refresh().then(showConnected, showBroken);
  follow();
}

function follow() {
  if (source || document.hidden) return;
  source = new EventSource(withQuery(path("/v1/boards/{}/events", model.board.id), { after: model.number }));
  const changed = (message) => {
    if (JSON.parse(message.data).number > model.number) gather();
  };
  for (const kind of ["ready", "change", "reset"]) source.addEventListener(kind, changed);
  source.addEventListener("ready", showConnected);
  source.addEventListener("error", () => {
    showBroken();
    // The browser reconnects by itself, unless the server refuses the stream.
    if (source?.readyState !== EventSource.CLOSED) return;
    stop();
    setTimeout(() => !document.hidden && resume(), RETRY);
  });
}

function stop() {
  source?.close();
  source = null;
}

function gather() {
  clearTimeout(gathering);
  gathering = setTimeout(() => refresh().catch(showBroken), GATHERED);
}

function showConnected() {
  byId("connection").hidden = true;
}

function showBroken(error) {
  const place = byId("connection");
  place.hidden = false;
  const known = error instanceof Error ? error : new Error("The connection to the server is lost. What you see may be old; the page reconnects by itself.");
  fill(place, problemView(known));
}
