// Completion for the command line, from the descriptions of everything that can be called.

import { state } from "./state.js";

/** The most completions that are shown. */
const MOST = 8;

/** The words by which the command language calls an offering. */
export function wordsOf(offering) {
  if (offering.kind !== "command") return offering.name;
  return offering.name.replace(/^engine\./, "").replaceAll("_", " ");
}

/** The parameters of an offering, as in `<target> [--double]`. */
export function usageOf(offering) {
  const { properties = {}, required = [] } = offering.parameters;
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  return [...required.map((name) => `<${name}>`), ...optional.map((name) => `[--${name}]`)].join(" ");
}

/** Completions of a line: `{text, label, usage, summary}`, the best first. */
export function completionsOf(line) {
  const offering = calledBy(line);
  if (offering && line.length > wordsOf(offering).length) return optionCompletions(line, offering);
  const typed = line.trimStart().toLowerCase();
  if (typed === "") return [];
  const ranked = [];
  for (const candidate of state.offerings.values()) {
    const words = wordsOf(candidate);
    const rank = rankOf(words.toLowerCase(), typed);
    if (rank > 0 && words !== line) ranked.push({ rank, words, candidate });
  }
  ranked.sort((a, b) => b.rank - a.rank || a.words.length - b.words.length || a.words.localeCompare(b.words));
  return ranked.slice(0, MOST).map(({ words, candidate }) => ({
    text: usageOf(candidate) === "" ? words : `${words} `,
    label: words,
    usage: usageOf(candidate),
    summary: candidate.summary,
  }));
}

/** The usage of the intent, verb or command that a line calls; nothing where it calls none. */
export function hintOf(line) {
  const offering = calledBy(line);
  if (!offering) return "";
  return `${wordsOf(offering)} ${usageOf(offering)} — ${offering.summary}`;
}

/** Whether the command language can plan a line: calls by a full name have plans, single actions and commands have none. */
export function canPlan(line) {
  const offering = state.offerings.get(line.trim().split(/\s/)[0]);
  return offering !== undefined && offering.kind !== "command";
}

/** The start of a whole name is the best match, then the start of its last part, then the start of another part. */
function rankOf(words, typed) {
  const segments = words.split(".");
  if (words.startsWith(typed)) return segments.length === 1 ? 5 : 3;
  if (segments.at(-1).startsWith(typed)) return 4;
  if (segments.some((segment) => segment.startsWith(typed))) return 2;
  return typed.length > 2 && words.includes(typed) ? 1 : 0;
}

function calledBy(line) {
  const typed = line.trimStart();
  let best = null;
  for (const offering of state.offerings.values()) {
    const words = wordsOf(offering);
    const names = [words, words.split(".").at(-1)];
    const isCalled = names.some((name) => typed === name || typed.startsWith(`${name} `));
    if (isCalled && (best === null || preference(offering) > preference(best))) best = offering;
  }
  return best;
}

/** Of offerings that share a last name, an intent comes before a verb, and a longer phrase before a shorter. */
function preference(offering) {
  return (offering.kind === "intent" ? 1000 : 0) + wordsOf(offering).split(" ").length;
}

function optionCompletions(line, offering) {
  const typed = /(?:^|\s)--([\w-]*)$/.exec(line);
  if (!typed) return [];
  const properties = Object.entries(offering.parameters.properties ?? {});
  const start = line.slice(0, line.length - typed[1].length);
  return properties
    .filter(([name]) => name.startsWith(typed[1]) && name !== typed[1])
    .slice(0, MOST)
    .map(([name, schema]) => ({
      text: `${start}${name} `,
      label: `--${name}`,
      usage: schema.type ?? "",
      summary: schema.description ?? "",
    }));
}

/** The lines of this visit. They are not stored: a line can contain a password. */
export class History {
  constructor() {
    this.lines = [];
    this.position = 0;
    this.draft = "";
  }

  add(line) {
    if (this.lines.at(-1) !== line) this.lines.push(line);
    this.position = this.lines.length;
  }

  /** The line before (-1) or after (+1) the shown one; the unfinished line is kept at the end. */
  move(step, current) {
    const next = this.position + step;
    if (next < 0 || next > this.lines.length) return null;
    if (this.position === this.lines.length) this.draft = current;
    this.position = next;
    return next === this.lines.length ? this.draft : this.lines[next];
  }
}
