// What changes while the page is open.

import { get } from "/console/api.js";
import { byId, el, fill } from "/console/dom.js";
import { waiting } from "./thread.js";

/** How often changes are looked for, in milliseconds. */
const PAUSE = 5000;

/** Shows how many approvals wait beside the link to them. */
export async function refresh() {
  const { threads } = await get("/v1/inbox?limit=200");
  const count = threads.filter(waiting).length;
  fill(byId("to-approvals"), "Approvals", count > 0 && el("span", { class: "badge status-ask count" }, String(count)));
}

/** Looks for changes as long as somebody looks at the page. */
export function watch(onChange) {
  let cursor = "";
  const look = async () => {
    if (document.hidden) return;
    const { changes, next_cursor } = await get(`/v1/inbox/changes?limit=200&cursor=${encodeURIComponent(cursor)}`);
    const isFirst = cursor === "";
    cursor = next_cursor;
    if (isFirst || changes.length === 0) return;
    await refresh();
    // Nothing that is being written is lost.
    if (!document.querySelector("form :focus")) onChange();
  };
  // An unreachable server is polled again; an action of the person meanwhile reports the error.
  setInterval(() => look().catch(() => undefined), PAUSE);
  look().catch(() => undefined);
}
