// Contacts with their names, and the names that are remembered.

import { get, path, post, remove } from "/console/api.js";
import { announce, button, el, fill, whileBusy } from "/console/dom.js";
import { confirmed } from "/console/dialog.js";
import { problemView } from "/console/problem.js";
import { may } from "/console/state.js";

/** Shows the contacts. */
export async function showContacts(place) {
  const [{ contacts }, { confirmations }] = await Promise.all([
    get("/contacts?limit=1000"),
    get("/contacts/confirmations"),
  ]);
  const outcome = el("div", { "aria-live": "polite" });
  const act = (control, task, told) =>
    whileBusy(control, async () => {
      try {
        await task();
        announce(told);
        await showContacts(place);
      } catch (error) {
        fill(outcome, problemView(error));
      }
    });
  fill(
    place,
    el("div", { class: "page-head" }, el("h1", {}, "Contacts")),
    may("act") && form(act),
    outcome,
    el("h2", {}, "Names and addresses"),
    contacts.length === 0 ? el("p", { class: "dim" }, "There are no contacts yet.") : contactTable(contacts, act),
    confirmations.length > 0 && [
      el("h2", {}, "Names that are remembered"),
      table(["Name", "Means", ""], confirmations.map((it) => [
        it.query,
        it.agent,
        may("act") && button("Forget", ({ target }) =>
          act(target, () => remove(path("/contacts/confirmations/{}", it.confirmation_id)), `${it.query} is forgotten`)),
      ])),
    ],
  );
}

function contactTable(contacts, act) {
  const rows = contacts.map(({ contact_id, agent, aliases }) => [
    aliases.join(", "),
    el("code", {}, agent),
    may("act") && button("Remove", async ({ target }) => {
      const text = `${aliases.join(", ")} (${agent}) is removed, with what was confirmed of it.`;
      if (!(await confirmed("Remove the contact?", text, "Remove"))) return;
      await act(target, () => remove(path("/contacts/{}", contact_id)), "The contact is removed");
    }, { kind: "danger-quiet", "aria-label": `Remove ${aliases[0]}` }),
  ]);
  return table(["Names", "Address", ""], rows);
}

function table(heads, rows) {
  return el(
    "div",
    { class: "scroll" },
    el("table", {},
      el("thead", {}, el("tr", {}, heads.map((head) => el("th", { scope: "col" }, head)))),
      el("tbody", {}, rows.map((cells) =>
        el("tr", {}, cells.map((cell, index) => el("td", { dataset: heads[index] ? { label: `${heads[index]}:` } : {} }, cell)))))),
  );
}

function form(act) {
  const names = el("input", { id: "names", required: true, maxLength: 2000, autocomplete: "off" });
  const agent = el("input", { id: "agent", required: true, minLength: 3, maxLength: 512, autocomplete: "off", spellcheck: false });
  const add = button("Add", undefined, { kind: "primary", type: "submit" });
  const onsubmit = (event) => {
    event.preventDefault();
    const aliases = names.value.split(",").map((alias) => alias.trim()).filter(Boolean);
    act(add, () => post("/contacts", { agent: agent.value.trim(), aliases }), "The contact is added");
  };
  return el(
    "form",
    { class: "card form", onsubmit, "aria-label": "New contact" },
    el("label", { for: "names" }, "Names, separated by commas", names),
    el("label", { for: "agent" }, "Address", agent),
    el("div", {}, add),
  );
}
