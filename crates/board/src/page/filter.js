// Which cards are shown.

import { announce, byId, el, fill } from "/console/dom.js";
import { dueOf } from "./card_view.js";
import { itemOf, setEntry, showCount, shownSections } from "./columns.js";
import { model, namesOf } from "./model.js";

const NOBODY = "\u0000nobody";
const WEEK = 7;

/** Connects the fields. */
export function startFilter() {
  const form = byId("filters");
  form.addEventListener("input", change);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(change));
  byId("filter-text").addEventListener("keydown", (event) => {
    if (event.key === "Escape" && isFiltered()) {
      event.preventDefault();
      form.reset();
    }
  });
}

function change() {
  applyFilter();
  if (isFiltered()) announce(byId("filter-count").textContent);
}

/** Whether some cards may be hidden. */
export function isFiltered() {
  return ["filter-text", "filter-assignee", "filter-label", "filter-due"].some((id) => byId(id).value.trim() !== "");
}

/** Shows the cards that the filter lets through, and hides the others. */
export function applyFilter() {
  offerNames();
  const filter = {
    words: fold(byId("filter-text").value).split(/\s+/).filter(Boolean),
    assignee: byId("filter-assignee").value,
    label: byId("filter-label").value,
    due: byId("filter-due").value,
  };
  const filtered = isFiltered();
  let count = 0;
  for (const [section, column] of shownSections()) {
    for (const id of column.cards) {
      const item = itemOf(id);
      // A card that is being renamed stays in sight.
      const hidden = filtered && !matches(model.cards.get(id), filter) && !item.classList.contains("editing");
      if (item.hidden !== hidden) item.hidden = hidden;
      if (!hidden) count += 1;
    }
    showCount(section, column);
  }
  byId("filter-clear").hidden = !filtered;
  byId("filter-count").textContent = filtered ? `${count} ${count === 1 ? "card" : "cards"}` : "";
  const columns = byId("columns");
  if (!columns.querySelector(".card:not([hidden]) .card-title[tabindex='0']")) {
    setEntry(columns.querySelector(".card:not([hidden]) .card-title"));
  }
}

function matches(card, { words, assignee, label, due }) {
  if (assignee && (assignee === NOBODY ? card.assignee : card.assignee !== assignee)) return false;
  if (label && !card.labels?.includes(label)) return false;
  if (due && !isDue(card, due)) return false;
  if (words.length === 0) return true;
  const text = fold([`#${card.id}`, card.title, card.description, card.assignee, ...(card.labels ?? [])].join(" "));
  return words.every((word) => text.includes(word));
}

function isDue(card, due) {
  const day = dueOf(card);
  if (due === "none") return day === null;
  if (day === null || card.status === "done") return false;
  return due === "overdue" ? day.days < 0 : day.days >= 0 && day.days <= WEEK;
}

/** Small letters without accents. */
function fold(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

function offerNames() {
  offer("filter-assignee", "Anyone", [[NOBODY, "Nobody"], ...namesOf("assignee").map((name) => [name, name])]);
  offer("filter-label", "Any label", namesOf("labels").map((name) => [name, name]));
}

function offer(id, all, names) {
  const select = byId(id);
  const signature = JSON.stringify(names);
  if (select.dataset.names === signature) return;
  select.dataset.names = signature;
  const chosen = select.value;
  fill(select, el("option", { value: "" }, all), names.map(([value, text]) => el("option", { value }, text)));
  select.value = names.some(([value]) => value === chosen) ? chosen : "";
  select.hidden = names.length === 0;
}
