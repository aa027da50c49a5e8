// The events of a run, streamed by the server.

import { path } from "./api.js";

const KINDS = [
  "run_started",
  "step_started",
  "step_finished",
  "retrying",
  "progress",
  "checkpoint",
  "warning",
  "run_finished",
];

/** Browsers open about six connections to a server; the remaining ones are for requests and the picture. */
const MOST_STREAMS = 3;
const waiting = [];
let open = 0;

/**
 * Follows a run to its end. Calls `onEvent` with each event, and `onEnd` once: with true when the run finished,
 * and with false when the stream cannot be read. Returns a function that stops the stream.
 */
export function followRun(run, onEvent, onEnd) {
  let source = null;
  let isOver = false;
  const end = (isFinished) => {
    if (isOver) return;
    isOver = true;
    if (source) {
      source.close();
      open -= 1;
      waiting.shift()?.();
    }
    onEnd(isFinished);
  };
  const start = () => {
    if (isOver) return;
    open += 1;
    source = new EventSource(path("/v1/runs/{}/events", run));
    for (const kind of KINDS) {
      source.addEventListener(kind, (message) => {
        const { event, at } = JSON.parse(message.data);
        onEvent(event, at);
        if (kind === "run_finished") end(true);
      });
    }
    source.addEventListener("error", () => {
      // The browser reconnects by itself, with the number of the last event, unless the server refuses the stream.
      if (source.readyState === EventSource.CLOSED) end(false);
    });
  };
  if (open < MOST_STREAMS) start();
  else waiting.push(start);
  return () => end(false);
}
