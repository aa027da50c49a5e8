// Keys of agents: create, rotate, revoke. A secret is shown once.

import { get, path, post, remove } from "./api.js";
import { confirmed } from "./dialog.js";
import { announce, button, el, fill, whileBusy } from "./dom.js";
import { fullMoment } from "./format.js";
import { problemView, showProblem } from "./problem.js";

const SCOPES = [
  ["observe", "read pages and state"],
  ["act", "act on pages"],
  ["files", "read and write files"],
  ["system", "control this machine"],
  ["admin", "change keys and settings"],
];

/** Shows the page. */
export async function showKeys(place) {
  const outcome = el("div", { "aria-live": "polite" });
  const list = el("div", { class: "scroll" });
  const form = createForm(async (body) => {
    const created = await act(() => post("/v1/keys", body));
    if (created) form.reset();
  });
  fill(
    place,
    el("div", { class: "page-head" }, el("h1", {}, "Keys")),
    el("p", { class: "dim" }, "An agent calls the server with a key of its own, which allows no more than its scopes."),
    outcome,
    list,
    el("h2", {}, "Create a key"),
    form,
  );

  async function act(task) {
    try {
      const answer = await task();
      fill(outcome, answer?.key && secretView(answer));
      await load();
      return answer;
    } catch (error) {
      fill(outcome, problemView(error));
      return null;
    }
  }

  async function load() {
    try {
      const { keys } = await get("/v1/keys");
      fill(list, keys?.length ? keyTable(keys, act) : el("p", { class: "dim" }, "There are no keys yet."));
    } catch (error) {
      showProblem(list, error);
    }
  }

  await load();
}

function secretView({ agent, key }) {
  const copy = button("Copy", async () => {
    try {
      await navigator.clipboard.writeText(key);
      copy.textContent = "Copied";
      announce("The key is copied.");
    } catch {
      // Without the clipboard, which browsers offer only to secure origins, the person copies the selection.
      getSelection().selectAllChildren(secret);
    }
  }, { kind: "primary" });
  const secret = el("code", { class: "secret", tabIndex: 0 }, key);
  return el("div", { class: "notice" },
    el("p", {}, el("b", {}, `Key of ${agent}. `), "Copy it now: it is not shown again."),
    el("div", { class: "row" }, secret, copy));
}

function keyTable(keys, act) {
  const head = ["Agent", "Scopes", "State", "Created", "Expires", ""].map((label) => el("th", { scope: "col" }, label));
  const rows = keys.map(({ id, agent, scopes, state: condition, created, expires }) => {
    const isValid = condition === "valid";
    const rotate = button("Rotate", async () => {
      const text = "The answer is a new key. The old one stays valid for another 24 hours.";
      if (!(await confirmed(`Rotate the key of ${agent}?`, text, "Rotate"))) return;
      whileBusy(rotate, () => act(() => post(path("/v1/keys/{}/rotate", id), { overlap: "24h" })));
    });
    const revoke = button("Revoke", async () => {
      const text = "Requests with this key are refused at once. This cannot be undone.";
      if (!(await confirmed(`Revoke the key of ${agent}?`, text, "Revoke"))) return;
      whileBusy(revoke, () => act(() => remove(path("/v1/keys/{}", id))));
    }, { kind: "danger-quiet" });
    return el("tr", {},
      el("td", {}, el("b", {}, agent), el("div", { class: "dim small" }, id)),
      el("td", {}, scopes.map((scope) => [el("span", { class: "badge plain" }, scope), " "])),
      el("td", {}, el("span", { class: `badge ${isValid ? "good" : "plain"}` }, condition)),
      el("td", { class: "dim nowrap", dataset: { label: "created" } }, dateOf(created)),
      el("td", { class: "dim nowrap", dataset: { label: "expires" } }, dateOf(expires)),
      el("td", {}, isValid && el("div", { class: "row end" }, rotate, revoke)));
  });
  return el("table", {}, el("thead", {}, el("tr", {}, head)), el("tbody", {}, rows));
}

function dateOf(milliseconds) {
  return milliseconds ? fullMoment(milliseconds) : "never";
}

function createForm(onCreate) {
  const submit = el("button", { type: "submit", class: "button primary" }, "Create");
  const scopes = SCOPES.map(([scope, about]) => el("label", { class: "switch" },
    el("input", { type: "checkbox", name: "scopes", value: scope, defaultChecked: scope === "observe" }),
    el("span", {}, el("b", {}, scope), " ", el("span", { class: "dim" }, about))));
  const form = el("form", { class: "card form" },
    el("label", {}, "Agent", el("input", {
      name: "agent", required: true, maxLength: 100, pattern: "[A-Za-z0-9_@+\\-][A-Za-z0-9._@+\\-]*",
      title: "Letters, digits and . _ @ + -", placeholder: "ci", autocomplete: "off",
    })),
    el("label", {}, "Valid for", el("input", { name: "expires", placeholder: "90d; empty for no expiry", autocomplete: "off" })),
    el("fieldset", {}, el("legend", {}, "Scopes"), scopes),
    el("div", { class: "row" }, submit));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const data = new FormData(form);
    const body = { agent: data.get("agent").trim(), scopes: data.getAll("scopes") };
    if (data.get("expires").trim() !== "") body.expires = data.get("expires").trim();
    whileBusy(submit, () => onCreate(body));
  });
  return form;
}
