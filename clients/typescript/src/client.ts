// The client. Generated from clients/openapi.json by scripts/make-clients; run `make docs` to write it again.

import { type CallOptions, type ChangingOptions, Transport } from "./transport.js";
import type { AdaptChatGptAnswer, AdaptGeminiAnswer, AdaptJsonAnswer, AddContactAnswer, ApplyBoardEnvelopeAnswer, CancelRunAnswer, CheckDefinitionAnswer, ConfirmContactAnswer, CreateKeyAnswer, FollowBoardEvent, FollowIntentEvent, GetBoardAnswer, GetBoardHistoryAnswer, GetCardAnswer, GetContactAnswer, GetSessionAnswer, HealthAnswer, ListApprovalsAnswer, ListBoardsAnswer, ListConfirmationsAnswer, ListContactsAnswer, ListDefinitionsAnswer, ListIntentsAnswer, ListJournalAnswer, ListKeysAnswer, ListPagesAnswer, ListRunsAnswer, ListSessionsAnswer, MeAnswer, OpenSessionAnswer, ReadyAnswer, RemoveContactAnswer, Report, ResolveContactAnswer, RevokeConfirmationAnswer, RotateKeyAnswer, Run, RunEvent, SendBoardMessageAnswer, SendInputAnswer, StartedRun, SubmitIntentAnswer } from "./types.js";

/** Every endpoint of a Lemmascope server as a method. */
export class Client extends Transport {
  /** List everything that can be called. */
  listIntents(options: { session?: string; kind?: "intent" | "verb" | "command" } & CallOptions = {}): Promise<ListIntentsAnswer> {
    return this.json<ListIntentsAnswer>({ method: "GET", path: `/v1/intents`, options, query: { session: options.session, kind: options.kind } });
  }

  /** Send an intent to an agent. It is durable when the answer comes. */
  submitIntent(intentType: string, toAgent: string, payload: Record<string, unknown>, options: { correlation_id?: string; reply_to?: string; deadline_at?: string; remind_at?: string; idempotency_key?: string; metadata?: Record<string, unknown> } & CallOptions = {}): Promise<SubmitIntentAnswer> {
    return this.json<SubmitIntentAnswer>({ method: "POST", path: `/v1/intents`, options, body: { intent_type: intentType, to_agent: toAgent, payload, correlation_id: options.correlation_id, reply_to: options.reply_to, deadline_at: options.deadline_at, remind_at: options.remind_at, idempotency_key: options.idempotency_key, metadata: options.metadata } });
  }

  /** Describe an intent or a verb. */
  getIntent(name: string, options: { session?: string } & CallOptions = {}): Promise<unknown> {
    return this.json<unknown>({ method: "GET", path: `/v1/intents/${encodeURIComponent(name)}`, options, query: { session: options.session } });
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

  /** Execute a line of the command language. */
  command(line: string, options: { session?: string } & ChangingOptions = {}): Promise<Report> {
    return this.json<Report>({ method: "POST", path: `/v1/commands`, options, body: { line, session: options.session }, changes: true });
  }

  /** Execute a line of the command language. It answers as soon as the run begins, or with the report where none began. */
  startCommand(line: string, options: { session?: string } & ChangingOptions = {}): Promise<StartedRun | Report> {
    return this.json<StartedRun | Report>({ method: "POST", path: `/v1/commands`, options, body: { line, session: options.session }, changes: true, preferAsync: true });
  }

  /** Execute an intent document. */
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

  /** Approve a plan, or decline it. A plan is executed in its session, with the permissions of its owner. */
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

  /** Observe the open page of a session: as JSON, or as text if `Accept` prefers it. */
  observe(session: string, options: { full?: "true" | "false" } & CallOptions = {}): Promise<unknown> {
    return this.json<unknown>({ method: "GET", path: `/v1/sessions/${encodeURIComponent(session)}/observation`, options, query: { full: options.full } });
  }

  /** Observe the open page of a session: as JSON, or as text if `Accept` prefers it. The answer is plain text. */
  observeText(session: string, options: { full?: "true" | "false" } & CallOptions = {}): Promise<string> {
    return this.text({ method: "GET", path: `/v1/sessions/${encodeURIComponent(session)}/observation`, options, query: { full: options.full } });
  }

  /** Take a screenshot of the page, without waiting for the current run. */
  takePicture(session: string, options: CallOptions = {}): Promise<Uint8Array> {
    return this.bytes({ method: "GET", path: `/v1/sessions/${encodeURIComponent(session)}/picture`, options });
  }

  /** Follow the page in pictures, each sent when the page looks different and the client has read the one before. */
  followPictures(session: string, options: { seconds?: number } & CallOptions = {}): Promise<Uint8Array> {
    return this.bytes({ method: "GET", path: `/v1/sessions/${encodeURIComponent(session)}/pictures`, options, query: { seconds: options.seconds } });
  }

  /** Use the mouse and keyboard of the page for a person. While the session is recorded, the answer has the steps. */
  sendInput(session: string, kind: "click" | "move" | "scroll" | "text" | "key", options: { x?: number; y?: number; dx?: number; dy?: number; text?: string; key?: string } & ChangingOptions = {}): Promise<SendInputAnswer> {
    return this.json<SendInputAnswer>({ method: "POST", path: `/v1/sessions/${encodeURIComponent(session)}/input`, options, body: { kind, x: options.x, y: options.y, dx: options.dx, dy: options.dy, text: options.text, key: options.key }, changes: true });
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

  /** List the changes, the latest first. */
  listJournal(options: { session?: string } & CallOptions = {}): Promise<ListJournalAnswer> {
    return this.json<ListJournalAnswer>({ method: "GET", path: `/v1/journal`, options, query: { session: options.session } });
  }

  /** Undo the last run of a session. */
  undo(options: { session?: string } & ChangingOptions = {}): Promise<Report> {
    return this.json<Report>({ method: "POST", path: `/v1/journal/undo`, options, body: { session: options.session }, changes: true });
  }

  /** Redo the last undone change. */
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

  /** Show the owner of this key. */
  me(options: CallOptions = {}): Promise<MeAnswer> {
    return this.json<MeAnswer>({ method: "GET", path: `/v1/me`, options });
  }

  /** Apply the actions of an envelope in one transaction, and answer with an envelope. */
  applyBoardEnvelope(reply: string, actions: Array<Record<string, unknown>>, options: { board?: number; needsClarification?: unknown; clarificationQuestion?: unknown; suggestions?: unknown } & ChangingOptions = {}): Promise<ApplyBoardEnvelopeAnswer> {
    return this.json<ApplyBoardEnvelopeAnswer>({ method: "POST", path: `/v1/board/intents`, options, query: { board: options.board }, body: { reply, actions, needsClarification: options.needsClarification, clarificationQuestion: options.clarificationQuestion, suggestions: options.suggestions }, changes: true });
  }

  /** Send a sentence about a board, or the answer to its question; `undo` and `redo` are sentences too. */
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

  /** Stream the changes of a board. */
  followBoard(board: string, options: { after?: number } & CallOptions = {}): AsyncGenerator<FollowBoardEvent> {
    return this.events<FollowBoardEvent>({ method: "GET", path: `/v1/boards/${encodeURIComponent(board)}/events`, options, query: { after: options.after } });
  }

  /** List the events of an intent. */
  listIntentEvents(intent: string, options: { since?: number } & CallOptions = {}): Promise<Record<string, unknown>> {
    return this.json<Record<string, unknown>>({ method: "GET", path: `/v1/intents/${encodeURIComponent(intent)}/events`, options, query: { since: options.since } });
  }

  /** Follow the events of an intent. `Last-Event-ID` or `since` resumes a stream. */
  followIntent(intent: string, options: { since?: number; wait_seconds?: number } & CallOptions = {}): AsyncGenerator<FollowIntentEvent> {
    return this.events<FollowIntentEvent>({ method: "GET", path: `/v1/intents/${encodeURIComponent(intent)}/events/stream`, options, query: { since: options.since, wait_seconds: options.wait_seconds } });
  }

  /** End an intent. That is final. */
  resolveIntent(intent: string, status: "COMPLETED" | "FAILED" | "CANCELED", options: { result?: unknown; reason?: string } & ChangingOptions = {}): Promise<Record<string, unknown>> {
    return this.json<Record<string, unknown>>({ method: "POST", path: `/v1/intents/${encodeURIComponent(intent)}/resolve`, options, body: { status, result: options.result, reason: options.reason }, changes: true });
  }

  /** List the threads in your inbox, the latest first. */
  listInbox(options: { owner_agent?: string; limit?: number } & CallOptions = {}): Promise<Record<string, unknown>> {
    return this.json<Record<string, unknown>>({ method: "GET", path: `/v1/inbox`, options, query: { owner_agent: options.owner_agent, limit: options.limit } });
  }

  /** List the changes of your threads since a cursor. */
  listInboxChanges(options: { owner_agent?: string; cursor?: string; limit?: number } & CallOptions = {}): Promise<Record<string, unknown>> {
    return this.json<Record<string, unknown>>({ method: "GET", path: `/v1/inbox/changes`, options, query: { owner_agent: options.owner_agent, cursor: options.cursor, limit: options.limit } });
  }

  /** Read a thread; its recipient acknowledges it with that. */
  getThread(intent: string, options: { owner_agent?: string } & CallOptions = {}): Promise<Record<string, unknown>> {
    return this.json<Record<string, unknown>>({ method: "GET", path: `/v1/inbox/${encodeURIComponent(intent)}`, options, query: { owner_agent: options.owner_agent } });
  }

  /** Write a message. */
  replyToThread(intent: string, message: string, options: ChangingOptions = {}): Promise<Record<string, unknown>> {
    return this.json<Record<string, unknown>>({ method: "POST", path: `/v1/inbox/${encodeURIComponent(intent)}/reply`, options, body: { message }, changes: true });
  }

  /** Approve. */
  approveThread(intent: string, options: { comment?: string } & ChangingOptions = {}): Promise<Record<string, unknown>> {
    return this.json<Record<string, unknown>>({ method: "POST", path: `/v1/inbox/${encodeURIComponent(intent)}/approve`, options, body: { comment: options.comment }, changes: true });
  }

  /** Reject. */
  rejectThread(intent: string, options: { comment?: string } & ChangingOptions = {}): Promise<Record<string, unknown>> {
    return this.json<Record<string, unknown>>({ method: "POST", path: `/v1/inbox/${encodeURIComponent(intent)}/reject`, options, body: { comment: options.comment }, changes: true });
  }

  /** Hand a thread to another agent. */
  delegateThread(intent: string, delegateTo: string, options: { note?: string } & ChangingOptions = {}): Promise<Record<string, unknown>> {
    return this.json<Record<string, unknown>>({ method: "POST", path: `/v1/inbox/${encodeURIComponent(intent)}/delegate`, options, body: { delegate_to: delegateTo, note: options.note }, changes: true });
  }

  /** Delete messages, for you or for everybody. */
  deleteMessages(intent: string, options: { mode?: "self" | "both"; limit?: number } & ChangingOptions = {}): Promise<Record<string, unknown>> {
    return this.json<Record<string, unknown>>({ method: "POST", path: `/v1/inbox/${encodeURIComponent(intent)}/messages/delete`, options, body: { mode: options.mode, limit: options.limit }, changes: true });
  }

  /** Decide an approval that an intent waits for. */
  decideIntentApproval(approval: string, decision: "approve" | "reject", options: { comment?: string } & ChangingOptions = {}): Promise<Record<string, unknown>> {
    return this.json<Record<string, unknown>>({ method: "POST", path: `/v1/approvals/${encodeURIComponent(approval)}/decision`, options, body: { decision, comment: options.comment }, changes: true });
  }

  /** Describe the capabilities of the gateway. */
  listCapabilities(options: CallOptions = {}): Promise<Record<string, unknown>> {
    return this.json<Record<string, unknown>>({ method: "GET", path: `/v1/capabilities`, options });
  }

  /** Register the schema of a type of payloads. */
  registerSchema(semanticType: string, schema: Record<string, unknown>, options: ChangingOptions = {}): Promise<Record<string, unknown>> {
    return this.json<Record<string, unknown>>({ method: "POST", path: `/v1/schemas`, options, body: { semantic_type: semanticType, schema }, changes: true });
  }

  /** Look a schema up. */
  getSchema(semantic_type: string, options: CallOptions = {}): Promise<Record<string, unknown>> {
    return this.json<Record<string, unknown>>({ method: "GET", path: `/v1/schemas/${encodeURIComponent(semantic_type)}`, options });
  }

  /** Subscribe a webhook to events of your intents. */
  createSubscription(callbackUrl: string, eventTypes: Array<string>, options: { secret?: string; owner_agent?: string } & ChangingOptions = {}): Promise<Record<string, unknown>> {
    return this.json<Record<string, unknown>>({ method: "POST", path: `/v1/webhooks/subscriptions`, options, body: { callback_url: callbackUrl, event_types: eventTypes, secret: options.secret, owner_agent: options.owner_agent }, changes: true });
  }

  /** List your subscriptions. */
  listSubscriptions(options: { owner_agent?: string } & CallOptions = {}): Promise<Record<string, unknown>> {
    return this.json<Record<string, unknown>>({ method: "GET", path: `/v1/webhooks/subscriptions`, options, query: { owner_agent: options.owner_agent } });
  }

  /** End a subscription. */
  revokeSubscription(subscription: string, options: ChangingOptions = {}): Promise<Record<string, unknown>> {
    return this.json<Record<string, unknown>>({ method: "DELETE", path: `/v1/webhooks/subscriptions/${encodeURIComponent(subscription)}`, options, changes: true });
  }

  /** Publish an event to your own subscriptions. */
  publishEvent(eventType: string, options: { data?: Record<string, unknown>; owner_agent?: string } & ChangingOptions = {}): Promise<Record<string, unknown>> {
    return this.json<Record<string, unknown>>({ method: "POST", path: `/v1/webhooks/events`, options, body: { event_type: eventType, data: options.data, owner_agent: options.owner_agent }, changes: true });
  }

  /** Show the state of an event's deliveries. */
  getEvent(event: string, options: CallOptions = {}): Promise<Record<string, unknown>> {
    return this.json<Record<string, unknown>>({ method: "GET", path: `/v1/webhooks/events/${encodeURIComponent(event)}`, options });
  }

  /** Deliver an event again. */
  replayEvent(event: string, body: Record<string, unknown>, options: ChangingOptions = {}): Promise<Record<string, unknown>> {
    return this.json<Record<string, unknown>>({ method: "POST", path: `/v1/webhooks/events/${encodeURIComponent(event)}/replay`, options, body, changes: true });
  }

  /** List the dead letters. */
  listDeadLetters(options: CallOptions = {}): Promise<Record<string, unknown>> {
    return this.json<Record<string, unknown>>({ method: "GET", path: `/v1/dead-letters`, options });
  }

  /** Have it tried again. */
  redriveDeadLetter(letter: string, body: Record<string, unknown>, options: ChangingOptions = {}): Promise<Record<string, unknown>> {
    return this.json<Record<string, unknown>>({ method: "POST", path: `/v1/dead-letters/${encodeURIComponent(letter)}/redrive`, options, body, changes: true });
  }

  /** Store a version of a macro. */
  storeMacro(macroId: string, template: Record<string, unknown>, options: ChangingOptions = {}): Promise<Record<string, unknown>> {
    return this.json<Record<string, unknown>>({ method: "POST", path: `/v1/macros`, options, body: { macro_id: macroId, template }, changes: true });
  }

  /** List your macros and the macros that are shared with you. */
  listMacros(options: CallOptions = {}): Promise<Record<string, unknown>> {
    return this.json<Record<string, unknown>>({ method: "GET", path: `/v1/macros`, options });
  }

  /** Look a macro up. */
  getMacro(macro: string, options: { version?: number; owner_agent?: string } & CallOptions = {}): Promise<Record<string, unknown>> {
    return this.json<Record<string, unknown>>({ method: "GET", path: `/v1/macros/${encodeURIComponent(macro)}`, options, query: { version: options.version, owner_agent: options.owner_agent } });
  }

  /** List the agents that a macro of yours is shared with. */
  listMacroShares(macro: string, options: CallOptions = {}): Promise<Record<string, unknown>> {
    return this.json<Record<string, unknown>>({ method: "GET", path: `/v1/macros/${encodeURIComponent(macro)}/shares`, options });
  }

  /** Let an agent read and use a macro of yours. */
  shareMacro(macro: string, agent: string, options: ChangingOptions = {}): Promise<Record<string, unknown>> {
    return this.json<Record<string, unknown>>({ method: "POST", path: `/v1/macros/${encodeURIComponent(macro)}/shares`, options, body: { agent }, changes: true });
  }

  /** Stop sharing a macro with an agent. */
  revokeMacroShare(macro: string, agent: string, options: ChangingOptions = {}): Promise<Record<string, unknown>> {
    return this.json<Record<string, unknown>>({ method: "POST", path: `/v1/macros/${encodeURIComponent(macro)}/shares/revoke`, options, body: { agent }, changes: true });
  }

  /** Show the steps of a macro, and take none. */
  previewMacro(macro: string, options: { params?: Record<string, unknown>; version?: number; owner_agent?: string } & ChangingOptions = {}): Promise<Record<string, unknown>> {
    return this.json<Record<string, unknown>>({ method: "POST", path: `/v1/macros/${encodeURIComponent(macro)}/preview`, options, body: { params: options.params, version: options.version, owner_agent: options.owner_agent }, changes: true });
  }

  /** Send a question or an answer to a contact */
  adaptChatGpt(requesterAgent: string, options: { target_agent?: string; recipient_name?: string; confirm_send?: boolean; resolve_only?: boolean; intent_name?: "intent.ask.v1" | "intent.reply.v1"; payload?: Record<string, unknown>; message?: string; question?: string; answer?: string; context?: string; deadline_at?: string; status?: "answered" | "needs_clarification" | "declined" | "timeout"; clarification_question?: string; workflow_macro_id?: string; workflow_macro_params?: Record<string, unknown>; workflow_owner_agent?: string; input_mode?: "text" | "voice"; correlation_id?: string; idempotency_key?: string; conversation_id?: string; action_call_id?: string } & CallOptions = {}): Promise<AdaptChatGptAnswer> {
    return this.json<AdaptChatGptAnswer>({ method: "POST", path: `/connectors/chatgpt/v1/adapt`, options, body: { requester_agent: requesterAgent, target_agent: options.target_agent, recipient_name: options.recipient_name, confirm_send: options.confirm_send, resolve_only: options.resolve_only, intent_name: options.intent_name, payload: options.payload, message: options.message, question: options.question, answer: options.answer, context: options.context, deadline_at: options.deadline_at, status: options.status, clarification_question: options.clarification_question, workflow_macro_id: options.workflow_macro_id, workflow_macro_params: options.workflow_macro_params, workflow_owner_agent: options.workflow_owner_agent, input_mode: options.input_mode, correlation_id: options.correlation_id, idempotency_key: options.idempotency_key, conversation_id: options.conversation_id, action_call_id: options.action_call_id } });
  }

  /** Send a question or an answer to a contact */
  adaptGemini(senderAgent: string, options: { recipient_agent?: string; recipient_name?: string; confirm_send?: boolean; resolve_only?: boolean; intent?: "intent.ask.v1" | "intent.reply.v1"; data?: Record<string, unknown>; message?: string; question?: string; answer?: string; context?: string; deadline_at?: string; status?: "answered" | "needs_clarification" | "declined" | "timeout"; clarification_question?: string; workflow_macro_id?: string; workflow_macro_params?: Record<string, unknown>; workflow_owner_agent?: string; input_mode?: "text" | "voice"; correlation_id?: string; idempotency_key?: string; session_id?: string; tool_call_id?: string } & CallOptions = {}): Promise<AdaptGeminiAnswer> {
    return this.json<AdaptGeminiAnswer>({ method: "POST", path: `/connectors/gemini/v1/adapt`, options, body: { sender_agent: senderAgent, recipient_agent: options.recipient_agent, recipient_name: options.recipient_name, confirm_send: options.confirm_send, resolve_only: options.resolve_only, intent: options.intent, data: options.data, message: options.message, question: options.question, answer: options.answer, context: options.context, deadline_at: options.deadline_at, status: options.status, clarification_question: options.clarification_question, workflow_macro_id: options.workflow_macro_id, workflow_macro_params: options.workflow_macro_params, workflow_owner_agent: options.workflow_owner_agent, input_mode: options.input_mode, correlation_id: options.correlation_id, idempotency_key: options.idempotency_key, session_id: options.session_id, tool_call_id: options.tool_call_id } });
  }

  /** Send a question or an answer to a contact */
  adaptJson(fromAgent: string, options: { to_agent?: string; recipient_name?: string; confirm_send?: boolean; resolve_only?: boolean; intent_type?: "intent.ask.v1" | "intent.reply.v1"; payload?: Record<string, unknown>; message?: string; question?: string; answer?: string; context?: string; deadline_at?: string; status?: "answered" | "needs_clarification" | "declined" | "timeout"; clarification_question?: string; workflow_macro_id?: string; workflow_macro_params?: Record<string, unknown>; workflow_owner_agent?: string; input_mode?: "text" | "voice"; correlation_id?: string; idempotency_key?: string; thread_id?: string; call_id?: string; metadata?: Record<string, unknown> } & CallOptions = {}): Promise<AdaptJsonAnswer> {
    return this.json<AdaptJsonAnswer>({ method: "POST", path: `/connectors/json/v1/adapt`, options, body: { from_agent: fromAgent, to_agent: options.to_agent, recipient_name: options.recipient_name, confirm_send: options.confirm_send, resolve_only: options.resolve_only, intent_type: options.intent_type, payload: options.payload, message: options.message, question: options.question, answer: options.answer, context: options.context, deadline_at: options.deadline_at, status: options.status, clarification_question: options.clarification_question, workflow_macro_id: options.workflow_macro_id, workflow_macro_params: options.workflow_macro_params, workflow_owner_agent: options.workflow_owner_agent, input_mode: options.input_mode, correlation_id: options.correlation_id, idempotency_key: options.idempotency_key, thread_id: options.thread_id, call_id: options.call_id, metadata: options.metadata } });
  }

  /** The OpenAPI document for the actions of a GPT */
  describeChatGptActions(options: CallOptions = {}): Promise<Record<string, unknown>> {
    return this.json<Record<string, unknown>>({ method: "GET", path: `/connectors/chatgpt/openapi.json`, options });
  }

  /** The function declarations for Gemini */
  describeGeminiFunctions(options: CallOptions = {}): Promise<Record<string, unknown>> {
    return this.json<Record<string, unknown>>({ method: "GET", path: `/connectors/gemini/functions.json`, options });
  }

  /** List contacts with their aliases */
  listContacts(options: { query?: string; limit?: number; cursor?: string } & CallOptions = {}): Promise<ListContactsAnswer> {
    return this.json<ListContactsAnswer>({ method: "GET", path: `/contacts`, options, query: { query: options.query, limit: options.limit, cursor: options.cursor } });
  }

  /** Add a contact, or aliases to one */
  addContact(agent: string, aliases: Array<string>, options: CallOptions = {}): Promise<AddContactAnswer> {
    return this.json<AddContactAnswer>({ method: "POST", path: `/contacts`, options, body: { agent, aliases } });
  }

  /** List the names that are remembered */
  listConfirmations(options: CallOptions = {}): Promise<ListConfirmationsAnswer> {
    return this.json<ListConfirmationsAnswer>({ method: "GET", path: `/contacts/confirmations`, options });
  }

  /** Show a contact */
  getContact(contact: string, options: CallOptions = {}): Promise<GetContactAnswer> {
    return this.json<GetContactAnswer>({ method: "GET", path: `/contacts/${encodeURIComponent(contact)}`, options });
  }

  /** Remove a contact or an alias */
  removeContact(contact: string, options: { alias?: string } & CallOptions = {}): Promise<RemoveContactAnswer> {
    return this.json<RemoveContactAnswer>({ method: "DELETE", path: `/contacts/${encodeURIComponent(contact)}`, options, query: { alias: options.alias } });
  }

  /** Resolve a name to a contact */
  resolveContact(query: string, options: CallOptions = {}): Promise<ResolveContactAnswer> {
    return this.json<ResolveContactAnswer>({ method: "POST", path: `/contacts/resolve`, options, body: { query } });
  }

  /** Remember the contact of an ambiguous name */
  confirmContact(query: string, agent: string, options: CallOptions = {}): Promise<ConfirmContactAnswer> {
    return this.json<ConfirmContactAnswer>({ method: "POST", path: `/contacts/confirm`, options, body: { query, agent } });
  }

  /** Forget the contact of an ambiguous name */
  revokeConfirmation(confirmation: string, options: CallOptions = {}): Promise<RevokeConfirmationAnswer> {
    return this.json<RevokeConfirmationAnswer>({ method: "DELETE", path: `/contacts/confirmations/${encodeURIComponent(confirmation)}`, options });
  }
}
