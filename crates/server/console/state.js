// The state that several parts of the console share, and the events by which they hear of changes.

const bus = new EventTarget();

export const state = {
  /** The name of the chosen session. */
  session: "default",
  /** The sessions as the server lists them. */
  sessions: [],
  /** The scopes of the key that is signed in. */
  scopes: [],
  /** The plans that wait for a person to agree. */
  approvals: [],
  /** Everything that can be called, by name. */
  offerings: new Map(),
  /** The source of a definition that was recorded, for the editor to open. */
  recorded: undefined,
};

/** Calls a listener for each event of that name. */
export function on(name, listener) {
  bus.addEventListener(name, (event) => listener(event.detail));
}

/**
 * Emits an event:
 * - `session`: another session was chosen;
 * - `sessions`: the list of sessions changed;
 * - `approvals`: other plans wait than before;
 * - `definitions`: an intent was defined or removed;
 * - `picture`: the live picture came or went;
 * - `recorded`: the steps that were recorded of the session so far;
 * - `run-finished`: the session `detail.session` can have changed, as by a run.
 */
export function emit(name, detail) {
  bus.dispatchEvent(new CustomEvent(name, { detail }));
}

/** The session that is chosen, as the server describes it. */
export function currentSession() {
  return state.sessions.find((session) => session.name === state.session);
}

/** Whether the signed-in key has a scope. */
export function may(scope) {
  return state.scopes.includes(scope);
}

/** Whether a run of that intent changes nothing, as far as the server's description says. */
export function onlyReads(intent) {
  return state.offerings.get(intent)?.effect === "observe";
}
