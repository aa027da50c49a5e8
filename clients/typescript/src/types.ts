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

export interface SubmitIntentAnswer {
  ok: unknown;
  intent_id?: string;
  correlation_id?: string;
  status?: string;
  created_at?: string;
  trace_id?: string;
  /** Nothing was sent; the workflow is the dry run. */
  dry_run?: unknown;
  workflow?: Record<string, unknown>;
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

export interface SendInputAnswer {
  steps?: Array<string>;
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

export interface ListPagesPagesItem {
  path: string;
  title: string;
  [member: string]: unknown;
}

export interface ListPagesAnswer {
  pages: Array<ListPagesPagesItem>;
  [member: string]: unknown;
}

export interface MeAnswer {
  owner: string;
  scopes: Array<string>;
  key?: string;
  [member: string]: unknown;
}

export interface ApplyBoardEnvelopeActionsItem {
  type: "create_card" | "move_card" | "update_card" | "delete_card" | "list_cards" | "search_cards" | "bulk_move" | "add_comment" | "remove_comment" | "assign_card" | "set_due_date" | "add_label" | "remove_label" | "set_priority" | "restore_card" | "bulk_create" | "bulk_update" | "create_column" | "rename_column" | "move_column" | "archive_column" | "restore_column";
  /** The card: `#5`, its title or a part of the title. */
  identifier?: string;
  identifiers?: Array<string>;
  /** A title. */
  title?: string;
  /** A column, by its title. */
  column?: unknown;
  /** The column that a card goes to, by its title. */
  toColumn?: string;
  /** The place in the column, from the top. */
  position?: unknown;
  /** The version of the card that you have seen: the action is refused where the card has another. */
  version?: unknown;
  /** A description. */
  description?: unknown;
  /** New values: title, description, status, assignee, dueDate, priority. */
  updates?: Record<string, unknown>;
  /** Cards with the fields of create_card. */
  cards?: Array<Record<string, unknown>>;
  /** A comment. */
  comment?: string;
  /** A label. */
  label?: string;
  /** A user; `me` is the caller. */
  assignee?: unknown;
  /** A day, such as 2026-12-24. */
  dueDate?: unknown;
  priority?: "none" | "low" | "medium" | "high";
  /** Words to look for. */
  query?: unknown;
  status?: "all" | "active" | "done" | null;
  [member: string]: unknown;
}

export interface ApplyBoardEnvelopeAnswer {
  reply: string;
  actions: Array<ApplyBoardEnvelopeActionsItem>;
  needsClarification: boolean;
  clarificationQuestion: unknown;
  suggestions: Array<string>;
  [member: string]: unknown;
}

export interface SendBoardMessageActionsItem {
  type: string;
  result: "done" | "unchanged" | "superseded" | "failed";
  cards: Array<Record<string, unknown>>;
  [member: string]: unknown;
}

export interface SendBoardMessageAnswer {
  reply: string;
  actions: Array<SendBoardMessageActionsItem>;
  needsClarification: boolean;
  clarificationQuestion: unknown;
  suggestions: Array<string>;
  [member: string]: unknown;
}

export interface ListBoardsBoardsItem {
  owner: string;
  /** The other owners that it is shared with. */
  members: Array<string>;
  id: number;
  name: string;
  archived: boolean;
  [member: string]: unknown;
}

export interface ListBoardsAnswer {
  boards: Array<ListBoardsBoardsItem>;
  /** The board that is meant where none is named. */
  default: number;
  /** The user that `me` stands for. */
  user: unknown;
  [member: string]: unknown;
}

export interface GetBoardBoard {
  owner: string;
  /** The other owners that it is shared with. */
  members: Array<string>;
  id: number;
  name: string;
  archived: boolean;
  [member: string]: unknown;
}

export interface GetBoardColumnsItem {
  id: number;
  title: string;
  archived: boolean;
  /** Whether a card that enters it is done. */
  completes: boolean;
  /** The ids of its cards, from the top. */
  cards: Array<number>;
  [member: string]: unknown;
}

export interface GetBoardAnswer {
  board: GetBoardBoard;
  /** The number of the last event that is in it. */
  number: number;
  /** Whether all cards are in it, or only those that have changed. */
  whole: boolean;
  columns: Array<GetBoardColumnsItem>;
  cards: Array<Record<string, unknown>>;
  [member: string]: unknown;
}

export interface GetCardAnswer {
  id: number;
  title: string;
  description: string;
  version: number;
  comments: Array<Record<string, unknown>>;
  deleted: boolean;
  [member: string]: unknown;
}

export interface GetBoardHistoryEventsItem {
  number: number;
  kind?: string;
  card?: unknown;
  author?: unknown;
  /** Milliseconds since 1970. */
  at?: number;
  [member: string]: unknown;
}

export interface GetBoardHistoryAnswer {
  number: number;
  events: Array<GetBoardHistoryEventsItem>;
  [member: string]: unknown;
}

export interface FollowBoardEvent {
  number: number;
  kind?: string;
  card?: unknown;
  author?: unknown;
  /** Milliseconds since 1970. */
  at?: number;
  [member: string]: unknown;
}

export interface FollowIntentEvent {
  seq: number;
  event_type: string;
  status: string;
  at: string;
  [member: string]: unknown;
}

export interface AdaptChatGptResolutionCandidatesItem {
  agent: string;
  alias: string;
  score: number;
  [member: string]: unknown;
}

export interface AdaptChatGptResolution {
  resolved: boolean;
  query?: string;
  agent?: string;
  matched_alias?: string;
  match_type?: "memory" | "exact" | "fuzzy" | "smart_fuzzy" | "explicit";
  candidates: Array<AdaptChatGptResolutionCandidatesItem>;
  reason?: string;
  warnings?: Array<string>;
  remembered?: boolean;
  [member: string]: unknown;
}

export interface AdaptChatGptDelivery {
  submitted?: boolean;
  via?: string;
  intent_id?: string;
  status?: "accepted" | "running" | "done" | "failed";
  created_at?: string;
  [member: string]: unknown;
}

export interface AdaptChatGptAnswer {
  ok: boolean;
  decision_mode: "sent" | "resolved" | "needs_confirmation" | "needs_disambiguation" | "contact_not_found";
  envelope?: Record<string, unknown>;
  resolution: AdaptChatGptResolution;
  delivery?: AdaptChatGptDelivery;
  [member: string]: unknown;
}

export interface AdaptGeminiResolutionCandidatesItem {
  agent: string;
  alias: string;
  score: number;
  [member: string]: unknown;
}

export interface AdaptGeminiResolution {
  resolved: boolean;
  query?: string;
  agent?: string;
  matched_alias?: string;
  match_type?: "memory" | "exact" | "fuzzy" | "smart_fuzzy" | "explicit";
  candidates: Array<AdaptGeminiResolutionCandidatesItem>;
  reason?: string;
  warnings?: Array<string>;
  remembered?: boolean;
  [member: string]: unknown;
}

export interface AdaptGeminiDelivery {
  submitted?: boolean;
  via?: string;
  intent_id?: string;
  status?: "accepted" | "running" | "done" | "failed";
  created_at?: string;
  [member: string]: unknown;
}

export interface AdaptGeminiAnswer {
  ok: boolean;
  decision_mode: "sent" | "resolved" | "needs_confirmation" | "needs_disambiguation" | "contact_not_found";
  envelope?: Record<string, unknown>;
  resolution: AdaptGeminiResolution;
  delivery?: AdaptGeminiDelivery;
  [member: string]: unknown;
}

export interface AdaptJsonResolutionCandidatesItem {
  agent: string;
  alias: string;
  score: number;
  [member: string]: unknown;
}

export interface AdaptJsonResolution {
  resolved: boolean;
  query?: string;
  agent?: string;
  matched_alias?: string;
  match_type?: "memory" | "exact" | "fuzzy" | "smart_fuzzy" | "explicit";
  candidates: Array<AdaptJsonResolutionCandidatesItem>;
  reason?: string;
  warnings?: Array<string>;
  remembered?: boolean;
  [member: string]: unknown;
}

export interface AdaptJsonDelivery {
  submitted?: boolean;
  via?: string;
  intent_id?: string;
  status?: "accepted" | "running" | "done" | "failed";
  created_at?: string;
  [member: string]: unknown;
}

export interface AdaptJsonAnswer {
  ok: boolean;
  decision_mode: "sent" | "resolved" | "needs_confirmation" | "needs_disambiguation" | "contact_not_found";
  envelope?: Record<string, unknown>;
  resolution: AdaptJsonResolution;
  delivery?: AdaptJsonDelivery;
  [member: string]: unknown;
}

export interface ListContactsAnswer {
  ok: unknown;
  [member: string]: unknown;
}

export interface AddContactAnswer {
  ok: unknown;
  [member: string]: unknown;
}

export interface ListConfirmationsAnswer {
  ok: unknown;
  [member: string]: unknown;
}

export interface GetContactAnswer {
  ok: unknown;
  [member: string]: unknown;
}

export interface RemoveContactAnswer {
  ok: unknown;
  [member: string]: unknown;
}

export interface ResolveContactAnswer {
  ok: unknown;
  [member: string]: unknown;
}

export interface ConfirmContactAnswer {
  ok: unknown;
  [member: string]: unknown;
}

export interface RevokeConfirmationAnswer {
  ok: unknown;
  [member: string]: unknown;
}
