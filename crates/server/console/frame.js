// The frame that all pages of the console have: the navigation, and who is signed in.

import { get } from "./api.js";
import { byId, el, fill } from "./dom.js";
import { may, state } from "./state.js";

/** The console's own pages in the order of the navigation. Pages that domains bring follow the first one. */
const OWN_PAGES = [
  { id: "sessions", label: "Session" },
  { id: "approvals", label: "Approvals" },
  { id: "runs", label: "Runs" },
  { id: "definitions", label: "Definitions" },
  { id: "proposals", label: "Proposals" },
  { id: "packs", label: "Packs" },
  { id: "journal", label: "Journal" },
  { id: "settings", label: "Settings", scope: "admin" },
  { id: "keys", label: "Keys", scope: "admin" },
];

/** The console's own pages that the signed-in key may see. */
export function ownPages() {
  return OWN_PAGES.filter(({ scope }) => scope === undefined || may(scope));
}

/** Reads who is signed in and which pages there are, and fills the navigation. Gives the answer to `/v1/me`. */
export async function startFrame() {
  const [me, health, { pages }] = await Promise.all([get("/v1/me"), get("/health"), get("/v1/pages")]);
  state.scopes = me.scopes;
  fill(byId("version"), `${health.version} · ${me.owner}`);
  const [first, ...rest] = ownPages().map(({ id, label }) => link(`page-${id}`, `/#/${id}`, label));
  const brought = pages.map(({ path, title }) => {
    const page = link(`page-${path.slice(1)}`, path, title);
    if (location.pathname === path) page.firstChild.setAttribute("aria-current", "page");
    return page;
  });
  fill(byId("pages"), first, brought, rest);
  return me;
}

function link(id, href, label) {
  return el("li", {}, el("a", { href, id }, label));
}
