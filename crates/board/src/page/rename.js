// The title of a card, edited at its place on the board.

import { announce, el } from "/console/dom.js";
import { isStale, saveFields, staleText } from "./actions.js";
import { updateCard } from "./card_view.js";
import { isReordering, showColumns } from "./columns.js";
import { model } from "./model.js";
import { notify, notifyProblem } from "./notice.js";

/** Edits the title of a card in its element. The change is for the version that the person saw when it began. */
export function rename(item) {
  if (item.classList.contains("editing")) return;
  const seen = model.cards.get(Number(item.dataset.card));
  const field = el("textarea", { class: "card-rename", rows: 2, maxLength: 255, value: seen.title, "aria-label": `Title of #${seen.id}` });
  let isOver = false;
  const end = async (isKept) => {
    if (isOver) return;
    isOver = true;
    const title = field.value.replace(/\s+/g, " ").trim();
    const hasFocus = document.activeElement === field;
    item.classList.remove("editing");
    updateCard(item, model.cards.get(seen.id) ?? seen);
    if (hasFocus) item.querySelector(".card-title").focus();
    if (isKept && title !== "" && title !== seen.title) {
      await save(seen, title);
      if (hasFocus) item.querySelector(".card-title")?.focus();
    }
    showColumns([]);
  };
  item.classList.add("editing");
  item.querySelector(".card-title").replaceWith(field);
  field.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "Enter") {
      event.preventDefault();
      end(true);
    } else if (event.key === "Escape") {
      event.preventDefault();
      end(false);
    }
    event.stopPropagation();
  });
  field.addEventListener("blur", () => !isReordering() && end(true));
  field.focus();
  field.select();
}

async function save(seen, title) {
  try {
    const answer = await saveFields(seen, { title });
    announce(answer.reply);
  } catch (error) {
    if (!isStale(error)) {
      notifyProblem(error);
      return;
    }
    const { current } = error.members;
    // What was typed is not lost: the person decides which of the two stays.
    const again = current.deleted ? undefined : ["Use my title", () => save(current, title)];
    notify(`${staleText(error)} You wrote: “${title}”.`, { kind: "bad", action: again });
  }
}
