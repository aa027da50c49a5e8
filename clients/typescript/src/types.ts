// The answers of the server. Generated from clients/openapi.json by scripts/make-clients; run `make docs` to write it again.

/** A request that led to nothing (RFC 9457). */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  cause?: string;
  intent?: string;
  field?: string;
  instead?: Array<string>;
  context?: Array<string>;
  hint?: Array<string>;
  position?: number;
  [member: string]: unknown;
}

/** The outcome of a request. A look at something is answered by the view alone, which has no status. */
export interface Report {
  status?: "ok" | "partial" | "error" | "ask";
  intent?: string;
  summary?: string;
  code?: string;
  field?: string;
  instead?: Array<string>;
  verdict?: string;
  actions?: Array<ReportActionsItem>;
  changes?: Array<string>;
  result?: unknown;
  view?: unknown;
  checkpoint?: string;
  context?: Array<string>;
  hint?: Array<string>;
  run?: string;
  digest?: string;
  [member: string]: unknown;
}

export interface ReportActionsItem {
  line: string;
  ok: boolean;
  [member: string]: unknown;
}

export interface Run {
  run: string;
  session: string;
  intent: string;
  status: "running" | "ok" | "partial" | "error" | "ask" | "cancelled" | "interrupted";
  parameters: Record<string, unknown>;
  continues?: string;
  /** Milliseconds since 1970. */
  started: number;
  finished?: number;
  report?: Record<string, unknown>;
  [member: string]: unknown;
}

/** A run that is under way. */
export interface StartedRun {
  run: string;
  status: "running";
  /** The path of its events. */
  events: string;
  [member: string]: unknown;
}

/** An event of a run. The members of `event` follow from its type. */
export interface RunEvent {
  run: string;
  /** Its number in the run, from 1 without gaps. */
  number: number;
  /** Milliseconds since 1970. */
  at: number;
  event: RunEventEvent;
  [member: string]: unknown;
}

export interface RunEventEvent {
  type: string;
  [member: string]: unknown;
}

export interface ListIntentsAnswer {
  intents: Array<Record<string, unknown>>;
  [member: string]: unknown;
}

export interface ListRunsAnswer {
  runs: Array<Run>;
  [member: string]: unknown;
}

export interface CancelRunAnswer {
  run: string;
  cancelled: boolean;
  [member: string]: unknown;
}

export interface ListApprovalsApprovalsItem {
  approval: string;
  owner: string;
  session: string;
  intent: string;
  question: string;
  digest: string;
  /** Milliseconds since 1970. */
  asked: number;
  [member: string]: unknown;
}

export interface ListApprovalsAnswer {
  approvals: Array<ListApprovalsApprovalsItem>;
  [member: string]: unknown;
}

export interface ListSessionsSessionsItem {
  name: string;
  [member: string]: unknown;
}

export interface ListSessionsAnswer {
  sessions: Array<ListSessionsSessionsItem>;
  [member: string]: unknown;
}

export interface OpenSessionAnswer {
  name: string;
  [member: string]: unknown;
}

export interface GetSessionAnswer {
  name: string;
  [member: string]: unknown;
}

export interface ListDefinitionsAnswer {
  definitions: Array<unknown>;
  left_out: Array<unknown>;
  [member: string]: unknown;
}

export interface CheckDefinitionAnswer {
  valid: boolean;
  faults: Array<Record<string, unknown>>;
  [member: string]: unknown;
}

export interface ListJournalEntriesItem {
  /** Milliseconds since 1970. */
  at: number;
  verb: string;
  line: string;
  undone: boolean;
  [member: string]: unknown;
}

export interface ListJournalAnswer {
  entries: Array<ListJournalEntriesItem>;
  [member: string]: unknown;
}

export interface ListKeysAnswer {
  keys: Array<unknown>;
  [member: string]: unknown;
}

export interface CreateKeyAnswer {
  agent: string;
  key: string;
  [member: string]: unknown;
}

export interface RotateKeyAnswer {
  agent: string;
  key: string;
  [member: string]: unknown;
}

export interface HealthAnswer {
  status: string;
  version?: string;
  [member: string]: unknown;
}

export interface ReadyAnswer {
  status: string;
  version?: string;
  [member: string]: unknown;
}

export interface MeAnswer {
  owner: string;
  scopes: Array<string>;
  key?: string;
  [member: string]: unknown;
}
