// The client. Generated from clients/openapi.json by scripts/make-clients; run `make docs` to write it again.

import { type CallOptions, type ChangingOptions, Transport } from "./transport.js";
import type { ApplyBoardEnvelopeAnswer, CancelRunAnswer, CheckDefinitionAnswer, CreateKeyAnswer, FollowBoardEvent, GetBoardAnswer, GetBoardHistoryAnswer, GetCardAnswer, GetSessionAnswer, HealthAnswer, ListApprovalsAnswer, ListBoardsAnswer, ListDefinitionsAnswer, ListIntentsAnswer, ListJournalAnswer, ListKeysAnswer, ListPagesAnswer, ListRunsAnswer, ListSessionsAnswer, MeAnswer, OpenSessionAnswer, ReadyAnswer, Report, RotateKeyAnswer, Run, RunEvent, SendBoardMessageAnswer, StartedRun } from "./types.js";

/** Every endpoint of a Lemmascope server as a method. */
export class Client extends Transport {
  /** List everything that can be called. */
  listIntents(options: { session?: string; kind?: "intent" | "verb" | "command" } & CallOptions = {}): Promise<ListIntentsAnswer> {
    return this.json<ListIntentsAnswer>({ method: "GET", path: `/v1/intents`, options, query: { session: options.session, kind: options.kind } });
  }

  /** Describe an intent or a verb. */
  getIntent(name: string, options: { session?: string } & CallOptions = {}): Promise<Record<string, unknown>> {
    return this.json<Record<string, unknown>>({ method: "GET", path: `/v1/intents/${encodeURIComponent(name)}`, options, query: { session: options.session } });
  }

  /** Call an intent or a verb. */
  callIntent(name: string, options: { parameters?: Record<string, unknown>; session?: string; dry_run?: boolean; confirm?: string; timeout?: string; retry?: number; verify?: boolean; resume?: string } & ChangingOptions = {}): Promise<Report> {
    return this.json<Report>({ method: "POST", path: `/v1/intents/${encodeURIComponent(name)}`, options, body: { parameters: options.parameters, session: options.session, dry_run: options.dry_run, confirm: options.confirm, timeout: options.timeout, retry: options.retry, verify: options.verify, resume: options.resume }, changes: true });
  }

  /** Call an intent or a verb. It answers as soon as the run begins, or with the report where none began. */
  startCallIntent(name: string, options: { parameters?: Record<string, unknown>; session?: string; dry_run?: boolean; confirm?: string; timeout?: string; retry?: number; verify?: boolean; resume?: string } & ChangingOptions = {}): Promise<StartedRun | Report> {
    return this.json<StartedRun | Report>({ method: "POST", path: `/v1/intents/${encodeURIComponent(name)}`, options, body: { parameters: options.parameters, session: options.session, dry_run: options.dry_run, confirm: options.confirm, timeout: options.timeout, retry: options.retry, verify: options.verify, resume: options.resume }, changes: true, preferAsync: true });
  }

  /** Plan an intent, and do nothing. */
  planIntent(intent: string, options: { parameters?: Record<string, unknown>; session?: string } & ChangingOptions = {}): Promise<Report> {
    return this.json<Report>({ method: "POST", path: `/v1/plans`, options, body: { intent, parameters: options.parameters, session: options.session }, changes: true });
  }

  /** Say what you want in your own words. */
  say(text: string, options: { session?: string; plan?: boolean; why?: boolean; confirm?: string } & ChangingOptions = {}): Promise<Report> {
    return this.json<Report>({ method: "POST", path: `/v1/sentences`, options, body: { text, session: options.session, plan: options.plan, why: options.why, confirm: options.confirm }, changes: true });
  }

  /** Say what you want in your own words. It answers as soon as the run begins, or with the report where none began. */
  startSay(text: string, options: { session?: string; plan?: boolean; why?: boolean; confirm?: string } & ChangingOptions = {}): Promise<StartedRun | Report> {
    return this.json<StartedRun | Report>({ method: "POST", path: `/v1/sentences`, options, body: { text, session: options.session, plan: options.plan, why: options.why, confirm: options.confirm }, changes: true, preferAsync: true });
  }

  /** Carry out a line of the command language. */
  command(line: string, options: { session?: string } & ChangingOptions = {}): Promise<Report> {
    return this.json<Report>({ method: "POST", path: `/v1/commands`, options, body: { line, session: options.session }, changes: true });
  }

  /** Carry out a line of the command language. It answers as soon as the run begins, or with the report where none began. */
  startCommand(line: string, options: { session?: string } & ChangingOptions = {}): Promise<StartedRun | Report> {
    return this.json<StartedRun | Report>({ method: "POST", path: `/v1/commands`, options, body: { line, session: options.session }, changes: true, preferAsync: true });
  }

  /** Carry out an intent document. */
  document(body: Record<string, unknown>, options: { session?: string } & ChangingOptions = {}): Promise<Record<string, unknown>> {
    return this.json<Record<string, unknown>>({ method: "POST", path: `/v1/documents`, options, query: { session: options.session }, body, changes: true });
  }

  /** List your runs, the latest first. */
  listRuns(options: { session?: string; before?: number; limit?: number } & CallOptions = {}): Promise<ListRunsAnswer> {
    return this.json<ListRunsAnswer>({ method: "GET", path: `/v1/runs`, options, query: { session: options.session, before: options.before, limit: options.limit } });
  }

  /** Look a run up. */
  getRun(run: string, options: CallOptions = {}): Promise<Run> {
    return this.json<Run>({ method: "GET", path: `/v1/runs/${encodeURIComponent(run)}`, options });
  }

  /** Cancel a run. */
  cancelRun(run: string, options: ChangingOptions = {}): Promise<CancelRunAnswer> {
    return this.json<CancelRunAnswer>({ method: "POST", path: `/v1/runs/${encodeURIComponent(run)}/cancel`, options, changes: true });
  }

  /** Continue a run from a checkpoint. */
  resumeRun(run: string, options: { checkpoint?: string; parameters?: Record<string, unknown> } & ChangingOptions = {}): Promise<Report> {
    return this.json<Report>({ method: "POST", path: `/v1/runs/${encodeURIComponent(run)}/resume`, options, body: { checkpoint: options.checkpoint, parameters: options.parameters }, changes: true });
  }

  /** Continue a run from a checkpoint. It answers as soon as the run begins, or with the report where none began. */
  startResumeRun(run: string, options: { checkpoint?: string; parameters?: Record<string, unknown> } & ChangingOptions = {}): Promise<StartedRun | Report> {
    return this.json<StartedRun | Report>({ method: "POST", path: `/v1/runs/${encodeURIComponent(run)}/resume`, options, body: { checkpoint: options.checkpoint, parameters: options.parameters }, changes: true, preferAsync: true });
  }

  /** Follow the events of a run, as they happen or afterwards. `Last-Event-ID` or `after` resumes a stream. */
  followRun(run: string, options: { after?: number } & CallOptions = {}): AsyncGenerator<RunEvent> {
    return this.events<RunEvent>({ method: "GET", path: `/v1/runs/${encodeURIComponent(run)}/events`, options, query: { after: options.after } });
  }

  /** List the plans that wait for agreement: your own, and those of all owners with the scope admin. */
  listApprovals(options: CallOptions = {}): Promise<ListApprovalsAnswer> {
    return this.json<ListApprovalsAnswer>({ method: "GET", path: `/v1/approvals`, options });
  }

  /** Agree to a plan, or decline it. A plan is carried out in its session, with the rights of its owner. */
  decideApproval(approval: string, agree: boolean, options: ChangingOptions = {}): Promise<Report> {
    return this.json<Report>({ method: "POST", path: `/v1/approvals/${encodeURIComponent(approval)}`, options, body: { agree }, changes: true });
  }

  /** List your sessions. */
  listSessions(options: CallOptions = {}): Promise<ListSessionsAnswer> {
    return this.json<ListSessionsAnswer>({ method: "GET", path: `/v1/sessions`, options });
  }

  /** Open a session. */
  openSession(name: string, options: { mode?: "headless" | "headed" | "remote" | "grid"; profile?: string; viewport?: string; user_agent?: string; locale?: string; timezone?: string } & ChangingOptions = {}): Promise<OpenSessionAnswer> {
    return this.json<OpenSessionAnswer>({ method: "POST", path: `/v1/sessions`, options, body: { name, mode: options.mode, profile: options.profile, viewport: options.viewport, user_agent: options.user_agent, locale: options.locale, timezone: options.timezone }, changes: true });
  }

  /** Look a session up. */
  getSession(session: string, options: CallOptions = {}): Promise<GetSessionAnswer> {
    return this.json<GetSessionAnswer>({ method: "GET", path: `/v1/sessions/${encodeURIComponent(session)}`, options });
  }

  /** Close a session. */
  closeSession(session: string, options: ChangingOptions = {}): Promise<Report> {
    return this.json<Report>({ method: "DELETE", path: `/v1/sessions/${encodeURIComponent(session)}`, options, changes: true });
  }

  /** Look at what is open in a session: as JSON, or as text where `Accept` prefers it. */
  observe(session: string, options: { full?: "true" | "false" } & CallOptions = {}): Promise<unknown> {
    return this.json<unknown>({ method: "GET", path: `/v1/sessions/${encodeURIComponent(session)}/observation`, options, query: { full: options.full } });
  }

  /** Look at what is open in a session: as JSON, or as text where `Accept` prefers it. The answer is plain text. */
  observeText(session: string, options: { full?: "true" | "false" } & CallOptions = {}): Promise<string> {
    return this.text({ method: "GET", path: `/v1/sessions/${encodeURIComponent(session)}/observation`, options, query: { full: options.full } });
  }

  /** Take a picture of the page, without waiting for what is being done. */
  takePicture(session: string, options: CallOptions = {}): Promise<Uint8Array> {
    return this.bytes({ method: "GET", path: `/v1/sessions/${encodeURIComponent(session)}/picture`, options });
  }

  /** Use the mouse and keyboard of the page for a person. */
  sendInput(session: string, kind: "click" | "move" | "scroll" | "text" | "key", options: { x?: number; y?: number; dx?: number; dy?: number; text?: string; key?: string } & ChangingOptions = {}): Promise<Record<string, unknown>> {
    return this.json<Record<string, unknown>>({ method: "POST", path: `/v1/sessions/${encodeURIComponent(session)}/input`, options, body: { kind, x: options.x, y: options.y, dx: options.dx, dy: options.dy, text: options.text, key: options.key }, changes: true });
  }

  /** List the definitions. */
  listDefinitions(options: { session?: string } & CallOptions = {}): Promise<ListDefinitionsAnswer> {
    return this.json<ListDefinitionsAnswer>({ method: "GET", path: `/v1/definitions`, options, query: { session: options.session } });
  }

  /** Show a definition. */
  getDefinition(name: string, options: { session?: string } & CallOptions = {}): Promise<Record<string, unknown>> {
    return this.json<Record<string, unknown>>({ method: "GET", path: `/v1/definitions/${encodeURIComponent(name)}`, options, query: { session: options.session } });
  }

  /** Define an intent for a session. `steps` is a definition in YAML without its first two lines. */
  define(name: string, steps: string, options: { session?: string } & ChangingOptions = {}): Promise<Report> {
    return this.json<Report>({ method: "PUT", path: `/v1/definitions/${encodeURIComponent(name)}`, options, body: { steps, session: options.session }, changes: true });
  }

  /** Forget an intent of a session. */
  undefine(name: string, options: { session?: string } & ChangingOptions = {}): Promise<Report> {
    return this.json<Report>({ method: "DELETE", path: `/v1/definitions/${encodeURIComponent(name)}`, options, query: { session: options.session }, changes: true });
  }

  /** Check a definition. */
  checkDefinition(source: string, options: ChangingOptions = {}): Promise<CheckDefinitionAnswer> {
    return this.json<CheckDefinitionAnswer>({ method: "POST", path: `/v1/definition-checks`, options, body: { source }, changes: true });
  }

  /** List what was done, the latest first. */
  listJournal(options: { session?: string } & CallOptions = {}): Promise<ListJournalAnswer> {
    return this.json<ListJournalAnswer>({ method: "GET", path: `/v1/journal`, options, query: { session: options.session } });
  }

  /** Undo the last run of a session. */
  undo(options: { session?: string } & ChangingOptions = {}): Promise<Report> {
    return this.json<Report>({ method: "POST", path: `/v1/journal/undo`, options, body: { session: options.session }, changes: true });
  }

  /** Redo what was undone last. */
  redo(options: { session?: string } & ChangingOptions = {}): Promise<Report> {
    return this.json<Report>({ method: "POST", path: `/v1/journal/redo`, options, body: { session: options.session }, changes: true });
  }

  /** List the keys, without secrets. */
  listKeys(options: CallOptions = {}): Promise<ListKeysAnswer> {
    return this.json<ListKeysAnswer>({ method: "GET", path: `/v1/keys`, options });
  }

  /** Create a key; it is shown once. */
  createKey(agent: string, options: { scopes?: Array<"observe" | "act" | "files" | "system" | "admin">; expires?: string } & ChangingOptions = {}): Promise<CreateKeyAnswer> {
    return this.json<CreateKeyAnswer>({ method: "POST", path: `/v1/keys`, options, body: { agent, scopes: options.scopes, expires: options.expires }, changes: true });
  }

  /** Replace a key. */
  rotateKey(id: string, options: { overlap?: string } & ChangingOptions = {}): Promise<RotateKeyAnswer> {
    return this.json<RotateKeyAnswer>({ method: "POST", path: `/v1/keys/${encodeURIComponent(id)}/rotate`, options, body: { overlap: options.overlap }, changes: true });
  }

  /** Revoke a key at once. */
  revokeKey(id: string, options: ChangingOptions = {}): Promise<Report> {
    return this.json<Report>({ method: "DELETE", path: `/v1/keys/${encodeURIComponent(id)}`, options, changes: true });
  }

  /** List the settings. */
  listSettings(options: CallOptions = {}): Promise<Report> {
    return this.json<Report>({ method: "GET", path: `/v1/settings`, options });
  }

  /** Change a setting. */
  changeSetting(key: string, value: unknown, options: ChangingOptions = {}): Promise<Report> {
    return this.json<Report>({ method: "PUT", path: `/v1/settings/${encodeURIComponent(key)}`, options, body: { value }, changes: true });
  }

  /** Reset a setting. */
  resetSetting(key: string, options: ChangingOptions = {}): Promise<Report> {
    return this.json<Report>({ method: "DELETE", path: `/v1/settings/${encodeURIComponent(key)}`, options, changes: true });
  }

  /** Say that the server lives. */
  health(options: CallOptions = {}): Promise<HealthAnswer> {
    return this.json<HealthAnswer>({ method: "GET", path: `/health`, options });
  }

  /** Say whether the server takes work. */
  ready(options: CallOptions = {}): Promise<ReadyAnswer> {
    return this.json<ReadyAnswer>({ method: "GET", path: `/ready`, options });
  }

  /** Counters for Prometheus. */
  metrics(options: CallOptions = {}): Promise<string> {
    return this.text({ method: "GET", path: `/metrics`, options });
  }

  /** This description. */
  openapi(options: CallOptions = {}): Promise<Record<string, unknown>> {
    return this.json<Record<string, unknown>>({ method: "GET", path: `/openapi.json`, options });
  }

  /** This description as a page. */
  docs(options: CallOptions = {}): Promise<string> {
    return this.text({ method: "GET", path: `/docs`, options });
  }

  /** The agent card of the Agent2Agent protocol. */
  agentCard(options: CallOptions = {}): Promise<Record<string, unknown>> {
    return this.json<Record<string, unknown>>({ method: "GET", path: `/.well-known/agent-card.json`, options });
  }

  /** List the pages that domains bring to the console. */
  listPages(options: CallOptions = {}): Promise<ListPagesAnswer> {
    return this.json<ListPagesAnswer>({ method: "GET", path: `/v1/pages`, options });
  }

  /** Say for whom this key speaks. */
  me(options: CallOptions = {}): Promise<MeAnswer> {
    return this.json<MeAnswer>({ method: "GET", path: `/v1/me`, options });
  }

  /** Carry out the actions of an envelope as one unit, and answer with an envelope. */
  applyBoardEnvelope(reply: string, actions: Array<Record<string, unknown>>, options: { board?: number; needsClarification?: unknown; clarificationQuestion?: unknown; suggestions?: unknown } & ChangingOptions = {}): Promise<ApplyBoardEnvelopeAnswer> {
    return this.json<ApplyBoardEnvelopeAnswer>({ method: "POST", path: `/v1/board/intents`, options, query: { board: options.board }, body: { reply, actions, needsClarification: options.needsClarification, clarificationQuestion: options.clarificationQuestion, suggestions: options.suggestions }, changes: true });
  }

  /** Say in a sentence what is to be done on a board, or answer its question; `undo` and `redo` are sentences too. */
  sendBoardMessage(message: string, options: { board?: number; conversation?: string } & ChangingOptions = {}): Promise<SendBoardMessageAnswer> {
    return this.json<SendBoardMessageAnswer>({ method: "POST", path: `/v1/board/messages`, options, body: { message, board: options.board, conversation: options.conversation }, changes: true });
  }

  /** List the boards. */
  listBoards(options: CallOptions = {}): Promise<ListBoardsAnswer> {
    return this.json<ListBoardsAnswer>({ method: "GET", path: `/v1/boards`, options });
  }

  /** Show a board: its columns, and its cards without their comments. */
  getBoard(board: string, options: { after?: number } & CallOptions = {}): Promise<GetBoardAnswer> {
    return this.json<GetBoardAnswer>({ method: "GET", path: `/v1/boards/${encodeURIComponent(board)}`, options, query: { after: options.after } });
  }

  /** Show a card with its description and its comments, also a deleted one. */
  getCard(board: string, card: string, options: CallOptions = {}): Promise<GetCardAnswer> {
    return this.json<GetCardAnswer>({ method: "GET", path: `/v1/boards/${encodeURIComponent(board)}/cards/${encodeURIComponent(card)}`, options });
  }

  /** List the latest changes of a board, the last one first. */
  getBoardHistory(board: string, options: { before?: number; limit?: number } & CallOptions = {}): Promise<GetBoardHistoryAnswer> {
    return this.json<GetBoardHistoryAnswer>({ method: "GET", path: `/v1/boards/${encodeURIComponent(board)}/history`, options, query: { before: options.before, limit: options.limit } });
  }

  /** Follow the changes of a board, whoever makes them. */
  followBoard(board: string, options: { after?: number } & CallOptions = {}): AsyncGenerator<FollowBoardEvent> {
    return this.events<FollowBoardEvent>({ method: "GET", path: `/v1/boards/${encodeURIComponent(board)}/events`, options, query: { after: options.after } });
  }
}
