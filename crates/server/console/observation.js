// The observation of a session: the page as text, with the ids by which commands address its elements.

import { get, getText, path } from "./api.js";
import { byId, el, fill, whileBusy } from "./dom.js";
import { setElements, wantsIds } from "./overlay.js";
import { showProblem } from "./problem.js";
import { currentSession, on, state } from "./state.js";

let reading = null;
let lastAddress;

/** Connects the panel. */
export function startObservation() {
  byId("refresh-observation").addEventListener("click", ({ currentTarget }) => whileBusy(currentTarget, observe));
  byId("show-ids").addEventListener("change", () => wantsIds() && observe());
  on("session", () => {
    lastAddress = undefined;
    observe();
  });
  on("run-finished", ({ session }) => session === state.session && observe());
  on("sessions", () => {
    // Another client can open a page as well.
    if (currentSession()?.url !== lastAddress) observe();
  });
}

/** Reads the observation of the chosen session. */
export async function observe() {
  reading?.abort();
  const place = byId("observation");
  const session = state.session;
  lastAddress = currentSession()?.url;
  // To observe a session without a page would start a browser.
  if (!lastAddress) {
    setElements(null);
    fill(place, el("p", { class: "dim" }, "No page is open."));
    return;
  }
  reading = new AbortController();
  const { signal } = reading;
  const address = path("/v1/sessions/{}/observation", session);
  try {
    const text = await getText(address, { signal });
    const scrolled = place.scrollTop;
    fill(place, el("pre", {}, linesOf(text)));
    place.scrollTop = scrolled;
    setElements(wantsIds() ? await get(address, { signal }) : null);
  } catch (error) {
    if (error.name === "AbortError") return;
    setElements(null);
    showProblem(place, error);
  }
}

/** The lines of the text, with ids and headings set apart. */
function linesOf(text) {
  return text.trimEnd().split("\n").map((line) => {
    const id = /^\s*\[\d+\]/.exec(line)?.[0];
    if (id) return [el("b", { class: "id" }, id), `${line.slice(id.length)}\n`];
    if (line.startsWith("#") || line.startsWith("@")) return [el("b", {}, line), "\n"];
    return `${line}\n`;
  });
}
