// Changes of the board: every one is an action of the contract, bound to the version of the card that the person has seen.

import { get, path, post, withQuery } from "/console/api.js";
import { announce } from "/console/dom.js";
import { refresh } from "./live.js";
import { model } from "./model.js";
import { notify, notifyProblem } from "./notice.js";

/** Carries out actions as one unit. Gives the answer of the server, after the board shows it. */
export async function carryOut(...actions) {
  const address = withQuery("/v1/board/intents", { board: model.board.id });
  const answer = await post(address, { reply: "Change from the page of the board.", actions });
  await refresh();
  return answer;
}

/** The same, with the outcome in a notice. Gives whether it was done. */
export async function attempt(actions, { isQuiet = false } = {}) {
  try {
    const answer = await carryOut(...[actions].flat());
    if (answer.needsClarification) {
      notify(answer.clarificationQuestion, { kind: "bad" });
      return false;
    }
    announce(answer.reply);
    if (!isQuiet) notify(answer.reply, { undo: true });
    return true;
  } catch (error) {
    await refresh().catch(() => {});
    if (isStale(error)) notify(staleText(error), { kind: "bad" });
    else notifyProblem(error);
    return false;
  }
}

/** Moves a card to a place in a column. */
export function moveCard(card, column, position) {
  return attempt({ type: "move_card", ...bound(card), toColumn: column.title, position }, { isQuiet: true });
}

/** Deletes a card; the notice offers to take it back. */
export function deleteCard(card) {
  return attempt({ type: "delete_card", ...bound(card) });
}

/** The members that bind an action to a card as it was seen. */
export function bound(card) {
  return { identifier: `#${card.id}`, version: card.version };
}

/**
 * Saves fields of a card as it was seen. Where somebody else has changed other fields of it meanwhile, the change is made for the
 * card as it is now; where they have changed the same ones, it fails with what they are now.
 */
export async function saveFields(seen, updates) {
  try {
    return await carryOut({ type: "update_card", ...bound(seen), updates });
  } catch (error) {
    if (!isStale(error)) throw error;
    const { current } = error.members;
    await refresh();
    const isSame = (name) => (current[name] ?? EMPTY[name] ?? "") === (seen[name] ?? EMPTY[name] ?? "");
    if (current.deleted || !Object.keys(updates).every(isSame)) throw error;
    return carryOut({ type: "update_card", ...bound(current), updates });
  }
}

/** The values of fields that a card leaves out. */
const EMPTY = { priority: "none" };

/** Whether a change was refused because somebody else had changed the card. */
export function isStale(error) {
  return error.status === 409 && Boolean(error.members?.current);
}

/** What to say of such a refusal. */
export function staleText(error) {
  const { current } = error.members;
  const isMine = current.changedBy === model.author;
  const who = isMine ? " in another window" : current.changedBy ? ` by ${current.changedBy}` : "";
  return `#${current.id} “${current.title}” was changed${who} meanwhile. Nothing was overwritten; the board shows it as it is now.`;
}

/** A card with its description and comments. */
export function readCard(id) {
  return get(path("/v1/boards/{}/cards/{}", model.board.id, id));
}

/** Sends a message to the board's conversation. */
export function say(message) {
  return post("/v1/board/messages", { message, board: model.board.id });
}

/** Takes the last change back, or makes it again. */
export async function timeTravel(word) {
  try {
    const answer = await say(word);
    await refresh();
    const isDone = answer.actions[0]?.result === "done";
    announce(answer.reply);
    notify(answer.reply, isDone ? {} : { kind: "bad" });
    return answer;
  } catch (error) {
    notifyProblem(error);
    return null;
  }
}
