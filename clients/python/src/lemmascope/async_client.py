"""The client for asyncio. Generated from clients/openapi.json by scripts/make-clients; run `make docs` to write it again."""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, Literal

from . import types
from .transport import AsyncTransport, given, segment


class AsyncClient(AsyncTransport):
    """Every endpoint of a Lemmascope server as a method for asyncio."""

    async def list_intents(self, *, session: str | None = None, kind: Literal["intent", "verb", "command"] | None = None) -> types.ListIntentsAnswer:
        """List everything that can be called."""
        answer: types.ListIntentsAnswer = await self._json("GET", "/v1/intents", query=given(session=session, kind=kind))
        return answer

    async def submit_intent(self, intent_type: str, to_agent: str, payload: Mapping[str, Any], *, correlation_id: str | None = None, reply_to: str | None = None, deadline_at: str | None = None, remind_at: str | None = None, idempotency_key: str | None = None, metadata: Mapping[str, Any] | None = None) -> types.SubmitIntentAnswer:
        """Send an intent to an agent. It is durable when the answer comes."""
        answer: types.SubmitIntentAnswer = await self._json("POST", "/v1/intents", body={"intent_type": intent_type, "to_agent": to_agent, "payload": payload, **given(correlation_id=correlation_id, reply_to=reply_to, deadline_at=deadline_at, remind_at=remind_at, idempotency_key=idempotency_key, metadata=metadata)})
        return answer

    async def get_intent(self, name: str, *, session: str | None = None) -> Any:
        """Describe an intent or a verb."""
        answer: Any = await self._json("GET", f"/v1/intents/{segment(name)}", query=given(session=session))
        return answer

    async def call_intent(self, name: str, *, parameters: Mapping[str, Any] | None = None, session: str | None = None, dry_run: bool | None = None, confirm: str | None = None, timeout: str | None = None, retry: int | None = None, verify: bool | None = None, resume: str | None = None, idempotency_key: str | None = None) -> types.Report:
        """Call an intent or a verb."""
        answer: types.Report = await self._json("POST", f"/v1/intents/{segment(name)}", body={**given(parameters=parameters, session=session, dry_run=dry_run, confirm=confirm, timeout=timeout, retry=retry, verify=verify, resume=resume)}, idempotency_key=idempotency_key)
        return answer

    async def start_call_intent(self, name: str, *, parameters: Mapping[str, Any] | None = None, session: str | None = None, dry_run: bool | None = None, confirm: str | None = None, timeout: str | None = None, retry: int | None = None, verify: bool | None = None, resume: str | None = None, idempotency_key: str | None = None) -> types.StartedRun | types.Report:
        """Call an intent or a verb. It answers as soon as the run begins, or with the report where none began."""
        answer: types.StartedRun | types.Report = await self._json("POST", f"/v1/intents/{segment(name)}", body={**given(parameters=parameters, session=session, dry_run=dry_run, confirm=confirm, timeout=timeout, retry=retry, verify=verify, resume=resume)}, idempotency_key=idempotency_key, prefer_async=True)
        return answer

    async def plan_intent(self, intent: str, *, parameters: Mapping[str, Any] | None = None, session: str | None = None, idempotency_key: str | None = None) -> types.Report:
        """Plan an intent, and do nothing."""
        answer: types.Report = await self._json("POST", "/v1/plans", body={"intent": intent, **given(parameters=parameters, session=session)}, idempotency_key=idempotency_key)
        return answer

    async def say(self, text: str, *, session: str | None = None, plan: bool | None = None, why: bool | None = None, confirm: str | None = None, idempotency_key: str | None = None) -> types.Report:
        """Say what you want in your own words."""
        answer: types.Report = await self._json("POST", "/v1/sentences", body={"text": text, **given(session=session, plan=plan, why=why, confirm=confirm)}, idempotency_key=idempotency_key)
        return answer

    async def start_say(self, text: str, *, session: str | None = None, plan: bool | None = None, why: bool | None = None, confirm: str | None = None, idempotency_key: str | None = None) -> types.StartedRun | types.Report:
        """Say what you want in your own words. It answers as soon as the run begins, or with the report where none began."""
        answer: types.StartedRun | types.Report = await self._json("POST", "/v1/sentences", body={"text": text, **given(session=session, plan=plan, why=why, confirm=confirm)}, idempotency_key=idempotency_key, prefer_async=True)
        return answer

    async def command(self, line: str, *, session: str | None = None, idempotency_key: str | None = None) -> types.Report:
        """Execute a line of the command language."""
        answer: types.Report = await self._json("POST", "/v1/commands", body={"line": line, **given(session=session)}, idempotency_key=idempotency_key)
        return answer

    async def start_command(self, line: str, *, session: str | None = None, idempotency_key: str | None = None) -> types.StartedRun | types.Report:
        """Execute a line of the command language. It answers as soon as the run begins, or with the report where none began."""
        answer: types.StartedRun | types.Report = await self._json("POST", "/v1/commands", body={"line": line, **given(session=session)}, idempotency_key=idempotency_key, prefer_async=True)
        return answer

    async def document(self, body: Mapping[str, Any], *, session: str | None = None, idempotency_key: str | None = None) -> dict[str, Any]:
        """Execute an intent document."""
        answer: dict[str, Any] = await self._json("POST", "/v1/documents", query=given(session=session), body=body, idempotency_key=idempotency_key)
        return answer

    async def list_runs(self, *, session: str | None = None, before: int | None = None, limit: int | None = None) -> types.ListRunsAnswer:
        """List your runs, the latest first."""
        answer: types.ListRunsAnswer = await self._json("GET", "/v1/runs", query=given(session=session, before=before, limit=limit))
        return answer

    async def get_run(self, run: str) -> types.Run:
        """Look a run up."""
        answer: types.Run = await self._json("GET", f"/v1/runs/{segment(run)}")
        return answer

    async def cancel_run(self, run: str, *, idempotency_key: str | None = None) -> types.CancelRunAnswer:
        """Cancel a run."""
        answer: types.CancelRunAnswer = await self._json("POST", f"/v1/runs/{segment(run)}/cancel", idempotency_key=idempotency_key)
        return answer

    async def resume_run(self, run: str, *, checkpoint: str | None = None, parameters: Mapping[str, Any] | None = None, idempotency_key: str | None = None) -> types.Report:
        """Continue a run from a checkpoint."""
        answer: types.Report = await self._json("POST", f"/v1/runs/{segment(run)}/resume", body={**given(checkpoint=checkpoint, parameters=parameters)}, idempotency_key=idempotency_key)
        return answer

    async def start_resume_run(self, run: str, *, checkpoint: str | None = None, parameters: Mapping[str, Any] | None = None, idempotency_key: str | None = None) -> types.StartedRun | types.Report:
        """Continue a run from a checkpoint. It answers as soon as the run begins, or with the report where none began."""
        answer: types.StartedRun | types.Report = await self._json("POST", f"/v1/runs/{segment(run)}/resume", body={**given(checkpoint=checkpoint, parameters=parameters)}, idempotency_key=idempotency_key, prefer_async=True)
        return answer

    def follow_run(self, run: str, *, after: int | None = None) -> AsyncIterator[types.RunEvent]:
        """Follow the events of a run, as they happen or afterwards. `Last-Event-ID` or `after` resumes a stream."""
        return self._events(f"/v1/runs/{segment(run)}/events", query=given(after=after))

    async def list_approvals(self) -> types.ListApprovalsAnswer:
        """List the plans that wait for agreement: your own, and those of all owners with the scope admin."""
        answer: types.ListApprovalsAnswer = await self._json("GET", "/v1/approvals")
        return answer

    async def decide_approval(self, approval: str, agree: bool, *, idempotency_key: str | None = None) -> types.Report:
        """Approve a plan, or decline it. A plan is executed in its session, with the permissions of its owner."""
        answer: types.Report = await self._json("POST", f"/v1/approvals/{segment(approval)}", body={"agree": agree}, idempotency_key=idempotency_key)
        return answer

    async def list_sessions(self) -> types.ListSessionsAnswer:
        """List your sessions."""
        answer: types.ListSessionsAnswer = await self._json("GET", "/v1/sessions")
        return answer

    async def open_session(self, name: str, *, mode: Literal["headless", "headed", "remote", "grid"] | None = None, profile: str | None = None, viewport: str | None = None, user_agent: str | None = None, locale: str | None = None, timezone: str | None = None, idempotency_key: str | None = None) -> types.OpenSessionAnswer:
        """Open a session."""
        answer: types.OpenSessionAnswer = await self._json("POST", "/v1/sessions", body={"name": name, **given(mode=mode, profile=profile, viewport=viewport, user_agent=user_agent, locale=locale, timezone=timezone)}, idempotency_key=idempotency_key)
        return answer

    async def get_session(self, session: str) -> types.GetSessionAnswer:
        """Look a session up."""
        answer: types.GetSessionAnswer = await self._json("GET", f"/v1/sessions/{segment(session)}")
        return answer

    async def close_session(self, session: str, *, idempotency_key: str | None = None) -> types.Report:
        """Close a session."""
        answer: types.Report = await self._json("DELETE", f"/v1/sessions/{segment(session)}", idempotency_key=idempotency_key)
        return answer

    async def observe(self, session: str, *, full: Literal["true", "false"] | None = None) -> Any:
        """Observe the open page of a session: as JSON, or as text if `Accept` prefers it."""
        answer: Any = await self._json("GET", f"/v1/sessions/{segment(session)}/observation", query=given(full=full))
        return answer

    async def observe_text(self, session: str, *, full: Literal["true", "false"] | None = None) -> str:
        """Observe the open page of a session: as JSON, or as text if `Accept` prefers it. The answer is plain text."""
        answer: str = await self._text("GET", f"/v1/sessions/{segment(session)}/observation", query=given(full=full))
        return answer

    async def take_picture(self, session: str) -> bytes:
        """Take a screenshot of the page, without waiting for the current run."""
        answer: bytes = await self._bytes("GET", f"/v1/sessions/{segment(session)}/picture")
        return answer

    async def follow_pictures(self, session: str, *, seconds: int | None = None) -> bytes:
        """Follow the page in pictures, each sent when the page looks different and the client has read the one before."""
        answer: bytes = await self._bytes("GET", f"/v1/sessions/{segment(session)}/pictures", query=given(seconds=seconds))
        return answer

    async def send_input(self, session: str, kind: Literal["click", "move", "scroll", "text", "key"], *, x: float | None = None, y: float | None = None, dx: float | None = None, dy: float | None = None, text: str | None = None, key: str | None = None, idempotency_key: str | None = None) -> types.SendInputAnswer:
        """Use the mouse and keyboard of the page for a person. While the session is recorded, the answer has the steps."""
        answer: types.SendInputAnswer = await self._json("POST", f"/v1/sessions/{segment(session)}/input", body={"kind": kind, **given(x=x, y=y, dx=dx, dy=dy, text=text, key=key)}, idempotency_key=idempotency_key)
        return answer

    async def list_definitions(self, *, session: str | None = None) -> types.ListDefinitionsAnswer:
        """List the definitions."""
        answer: types.ListDefinitionsAnswer = await self._json("GET", "/v1/definitions", query=given(session=session))
        return answer

    async def get_definition(self, name: str, *, session: str | None = None) -> dict[str, Any]:
        """Show a definition."""
        answer: dict[str, Any] = await self._json("GET", f"/v1/definitions/{segment(name)}", query=given(session=session))
        return answer

    async def define(self, name: str, steps: str, *, session: str | None = None, idempotency_key: str | None = None) -> types.Report:
        """Define an intent for a session. `steps` is a definition in YAML without its first two lines."""
        answer: types.Report = await self._json("PUT", f"/v1/definitions/{segment(name)}", body={"steps": steps, **given(session=session)}, idempotency_key=idempotency_key)
        return answer

    async def undefine(self, name: str, *, session: str | None = None, idempotency_key: str | None = None) -> types.Report:
        """Forget an intent of a session."""
        answer: types.Report = await self._json("DELETE", f"/v1/definitions/{segment(name)}", query=given(session=session), idempotency_key=idempotency_key)
        return answer

    async def check_definition(self, source: str, *, idempotency_key: str | None = None) -> types.CheckDefinitionAnswer:
        """Check a definition."""
        answer: types.CheckDefinitionAnswer = await self._json("POST", "/v1/definition-checks", body={"source": source}, idempotency_key=idempotency_key)
        return answer

    async def list_journal(self, *, session: str | None = None) -> types.ListJournalAnswer:
        """List the changes, the latest first."""
        answer: types.ListJournalAnswer = await self._json("GET", "/v1/journal", query=given(session=session))
        return answer

    async def undo(self, *, session: str | None = None, idempotency_key: str | None = None) -> types.Report:
        """Undo the last run of a session."""
        answer: types.Report = await self._json("POST", "/v1/journal/undo", body={**given(session=session)}, idempotency_key=idempotency_key)
        return answer

    async def redo(self, *, session: str | None = None, idempotency_key: str | None = None) -> types.Report:
        """Redo the last undone change."""
        answer: types.Report = await self._json("POST", "/v1/journal/redo", body={**given(session=session)}, idempotency_key=idempotency_key)
        return answer

    async def list_keys(self) -> types.ListKeysAnswer:
        """List the keys, without secrets."""
        answer: types.ListKeysAnswer = await self._json("GET", "/v1/keys")
        return answer

    async def create_key(self, agent: str, *, scopes: Sequence[Literal["observe", "act", "files", "system", "admin"]] | None = None, expires: str | None = None, idempotency_key: str | None = None) -> types.CreateKeyAnswer:
        """Create a key; it is shown once."""
        answer: types.CreateKeyAnswer = await self._json("POST", "/v1/keys", body={"agent": agent, **given(scopes=scopes, expires=expires)}, idempotency_key=idempotency_key)
        return answer

    async def rotate_key(self, id: str, *, overlap: str | None = None, idempotency_key: str | None = None) -> types.RotateKeyAnswer:
        """Replace a key."""
        answer: types.RotateKeyAnswer = await self._json("POST", f"/v1/keys/{segment(id)}/rotate", body={**given(overlap=overlap)}, idempotency_key=idempotency_key)
        return answer

    async def revoke_key(self, id: str, *, idempotency_key: str | None = None) -> types.Report:
        """Revoke a key at once."""
        answer: types.Report = await self._json("DELETE", f"/v1/keys/{segment(id)}", idempotency_key=idempotency_key)
        return answer

    async def list_settings(self) -> types.Report:
        """List the settings."""
        answer: types.Report = await self._json("GET", "/v1/settings")
        return answer

    async def change_setting(self, key: str, value: Any, *, idempotency_key: str | None = None) -> types.Report:
        """Change a setting."""
        answer: types.Report = await self._json("PUT", f"/v1/settings/{segment(key)}", body={"value": value}, idempotency_key=idempotency_key)
        return answer

    async def reset_setting(self, key: str, *, idempotency_key: str | None = None) -> types.Report:
        """Reset a setting."""
        answer: types.Report = await self._json("DELETE", f"/v1/settings/{segment(key)}", idempotency_key=idempotency_key)
        return answer

    async def health(self) -> types.HealthAnswer:
        """Say that the server lives."""
        answer: types.HealthAnswer = await self._json("GET", "/health")
        return answer

    async def ready(self) -> types.ReadyAnswer:
        """Say whether the server takes work."""
        answer: types.ReadyAnswer = await self._json("GET", "/ready")
        return answer

    async def metrics(self) -> str:
        """Counters for Prometheus."""
        answer: str = await self._text("GET", "/metrics")
        return answer

    async def openapi(self) -> dict[str, Any]:
        """This description."""
        answer: dict[str, Any] = await self._json("GET", "/openapi.json")
        return answer

    async def docs(self) -> str:
        """This description as a page."""
        answer: str = await self._text("GET", "/docs")
        return answer

    async def agent_card(self) -> dict[str, Any]:
        """The agent card of the Agent2Agent protocol."""
        answer: dict[str, Any] = await self._json("GET", "/.well-known/agent-card.json")
        return answer

    async def list_pages(self) -> types.ListPagesAnswer:
        """List the pages that domains bring to the console."""
        answer: types.ListPagesAnswer = await self._json("GET", "/v1/pages")
        return answer

    async def me(self) -> types.MeAnswer:
        """Show the owner of this key."""
        answer: types.MeAnswer = await self._json("GET", "/v1/me")
        return answer

    async def apply_board_envelope(self, reply: str, actions: Sequence[Mapping[str, Any]], *, board: int | None = None, needsClarification: Any | None = None, clarificationQuestion: Any | None = None, suggestions: Any | None = None, idempotency_key: str | None = None) -> types.ApplyBoardEnvelopeAnswer:
        """Apply the actions of an envelope in one transaction, and answer with an envelope."""
        answer: types.ApplyBoardEnvelopeAnswer = await self._json("POST", "/v1/board/intents", query=given(board=board), body={"reply": reply, "actions": actions, **given(needsClarification=needsClarification, clarificationQuestion=clarificationQuestion, suggestions=suggestions)}, idempotency_key=idempotency_key)
        return answer

    async def send_board_message(self, message: str, *, board: int | None = None, conversation: str | None = None, idempotency_key: str | None = None) -> types.SendBoardMessageAnswer:
        """Send a sentence about a board, or the answer to its question; `undo` and `redo` are sentences too."""
        answer: types.SendBoardMessageAnswer = await self._json("POST", "/v1/board/messages", body={"message": message, **given(board=board, conversation=conversation)}, idempotency_key=idempotency_key)
        return answer

    async def list_boards(self) -> types.ListBoardsAnswer:
        """List the boards."""
        answer: types.ListBoardsAnswer = await self._json("GET", "/v1/boards")
        return answer

    async def get_board(self, board: str, *, after: int | None = None) -> types.GetBoardAnswer:
        """Show a board: its columns, and its cards without their comments."""
        answer: types.GetBoardAnswer = await self._json("GET", f"/v1/boards/{segment(board)}", query=given(after=after))
        return answer

    async def get_card(self, board: str, card: str) -> types.GetCardAnswer:
        """Show a card with its description and its comments, also a deleted one."""
        answer: types.GetCardAnswer = await self._json("GET", f"/v1/boards/{segment(board)}/cards/{segment(card)}")
        return answer

    async def get_board_history(self, board: str, *, before: int | None = None, limit: int | None = None) -> types.GetBoardHistoryAnswer:
        """List the latest changes of a board, the last one first."""
        answer: types.GetBoardHistoryAnswer = await self._json("GET", f"/v1/boards/{segment(board)}/history", query=given(before=before, limit=limit))
        return answer

    def follow_board(self, board: str, *, after: int | None = None) -> AsyncIterator[types.FollowBoardEvent]:
        """Stream the changes of a board."""
        return self._events(f"/v1/boards/{segment(board)}/events", query=given(after=after))

    async def list_intent_events(self, intent: str, *, since: int | None = None) -> dict[str, Any]:
        """List the events of an intent."""
        answer: dict[str, Any] = await self._json("GET", f"/v1/intents/{segment(intent)}/events", query=given(since=since))
        return answer

    def follow_intent(self, intent: str, *, since: int | None = None, wait_seconds: int | None = None) -> AsyncIterator[types.FollowIntentEvent]:
        """Follow the events of an intent. `Last-Event-ID` or `since` resumes a stream."""
        return self._events(f"/v1/intents/{segment(intent)}/events/stream", query=given(since=since, wait_seconds=wait_seconds))

    async def resolve_intent(self, intent: str, status: Literal["COMPLETED", "FAILED", "CANCELED"], *, result: Any | None = None, reason: str | None = None, idempotency_key: str | None = None) -> dict[str, Any]:
        """End an intent. That is final."""
        answer: dict[str, Any] = await self._json("POST", f"/v1/intents/{segment(intent)}/resolve", body={"status": status, **given(result=result, reason=reason)}, idempotency_key=idempotency_key)
        return answer

    async def list_inbox(self, *, owner_agent: str | None = None, limit: int | None = None) -> dict[str, Any]:
        """List the threads in your inbox, the latest first."""
        answer: dict[str, Any] = await self._json("GET", "/v1/inbox", query=given(owner_agent=owner_agent, limit=limit))
        return answer

    async def list_inbox_changes(self, *, owner_agent: str | None = None, cursor: str | None = None, limit: int | None = None) -> dict[str, Any]:
        """List the changes of your threads since a cursor."""
        answer: dict[str, Any] = await self._json("GET", "/v1/inbox/changes", query=given(owner_agent=owner_agent, cursor=cursor, limit=limit))
        return answer

    async def get_thread(self, intent: str, *, owner_agent: str | None = None) -> dict[str, Any]:
        """Read a thread; its recipient acknowledges it with that."""
        answer: dict[str, Any] = await self._json("GET", f"/v1/inbox/{segment(intent)}", query=given(owner_agent=owner_agent))
        return answer

    async def reply_to_thread(self, intent: str, message: str, *, idempotency_key: str | None = None) -> dict[str, Any]:
        """Write a message."""
        answer: dict[str, Any] = await self._json("POST", f"/v1/inbox/{segment(intent)}/reply", body={"message": message}, idempotency_key=idempotency_key)
        return answer

    async def approve_thread(self, intent: str, *, comment: str | None = None, idempotency_key: str | None = None) -> dict[str, Any]:
        """Approve."""
        answer: dict[str, Any] = await self._json("POST", f"/v1/inbox/{segment(intent)}/approve", body={**given(comment=comment)}, idempotency_key=idempotency_key)
        return answer

    async def reject_thread(self, intent: str, *, comment: str | None = None, idempotency_key: str | None = None) -> dict[str, Any]:
        """Reject."""
        answer: dict[str, Any] = await self._json("POST", f"/v1/inbox/{segment(intent)}/reject", body={**given(comment=comment)}, idempotency_key=idempotency_key)
        return answer

    async def delegate_thread(self, intent: str, delegate_to: str, *, note: str | None = None, idempotency_key: str | None = None) -> dict[str, Any]:
        """Hand a thread to another agent."""
        answer: dict[str, Any] = await self._json("POST", f"/v1/inbox/{segment(intent)}/delegate", body={"delegate_to": delegate_to, **given(note=note)}, idempotency_key=idempotency_key)
        return answer

    async def delete_messages(self, intent: str, *, mode: Literal["self", "both"] | None = None, limit: int | None = None, idempotency_key: str | None = None) -> dict[str, Any]:
        """Delete messages, for you or for everybody."""
        answer: dict[str, Any] = await self._json("POST", f"/v1/inbox/{segment(intent)}/messages/delete", body={**given(mode=mode, limit=limit)}, idempotency_key=idempotency_key)
        return answer

    async def decide_intent_approval(self, approval: str, decision: Literal["approve", "reject"], *, comment: str | None = None, idempotency_key: str | None = None) -> dict[str, Any]:
        """Decide an approval that an intent waits for."""
        answer: dict[str, Any] = await self._json("POST", f"/v1/approvals/{segment(approval)}/decision", body={"decision": decision, **given(comment=comment)}, idempotency_key=idempotency_key)
        return answer

    async def list_capabilities(self) -> dict[str, Any]:
        """Describe the capabilities of the gateway."""
        answer: dict[str, Any] = await self._json("GET", "/v1/capabilities")
        return answer

    async def register_schema(self, semantic_type: str, schema: Mapping[str, Any], *, idempotency_key: str | None = None) -> dict[str, Any]:
        """Register the schema of a type of payloads."""
        answer: dict[str, Any] = await self._json("POST", "/v1/schemas", body={"semantic_type": semantic_type, "schema": schema}, idempotency_key=idempotency_key)
        return answer

    async def get_schema(self, semantic_type: str) -> dict[str, Any]:
        """Look a schema up."""
        answer: dict[str, Any] = await self._json("GET", f"/v1/schemas/{segment(semantic_type)}")
        return answer

    async def create_subscription(self, callback_url: str, event_types: Sequence[str], *, secret: str | None = None, owner_agent: str | None = None, idempotency_key: str | None = None) -> dict[str, Any]:
        """Subscribe a webhook to events of your intents."""
        answer: dict[str, Any] = await self._json("POST", "/v1/webhooks/subscriptions", body={"callback_url": callback_url, "event_types": event_types, **given(secret=secret, owner_agent=owner_agent)}, idempotency_key=idempotency_key)
        return answer

    async def list_subscriptions(self, *, owner_agent: str | None = None) -> dict[str, Any]:
        """List your subscriptions."""
        answer: dict[str, Any] = await self._json("GET", "/v1/webhooks/subscriptions", query=given(owner_agent=owner_agent))
        return answer

    async def revoke_subscription(self, subscription: str, *, idempotency_key: str | None = None) -> dict[str, Any]:
        """End a subscription."""
        answer: dict[str, Any] = await self._json("DELETE", f"/v1/webhooks/subscriptions/{segment(subscription)}", idempotency_key=idempotency_key)
        return answer

    async def publish_event(self, event_type: str, *, data: Mapping[str, Any] | None = None, owner_agent: str | None = None, idempotency_key: str | None = None) -> dict[str, Any]:
        """Publish an event to your own subscriptions."""
        answer: dict[str, Any] = await self._json("POST", "/v1/webhooks/events", body={"event_type": event_type, **given(data=data, owner_agent=owner_agent)}, idempotency_key=idempotency_key)
        return answer

    async def get_event(self, event: str) -> dict[str, Any]:
        """Show the state of an event's deliveries."""
        answer: dict[str, Any] = await self._json("GET", f"/v1/webhooks/events/{segment(event)}")
        return answer

    async def replay_event(self, event: str, body: Mapping[str, Any], *, idempotency_key: str | None = None) -> dict[str, Any]:
        """Deliver an event again."""
        answer: dict[str, Any] = await self._json("POST", f"/v1/webhooks/events/{segment(event)}/replay", body=body, idempotency_key=idempotency_key)
        return answer

    async def list_dead_letters(self) -> dict[str, Any]:
        """List the dead letters."""
        answer: dict[str, Any] = await self._json("GET", "/v1/dead-letters")
        return answer

    async def redrive_dead_letter(self, letter: str, body: Mapping[str, Any], *, idempotency_key: str | None = None) -> dict[str, Any]:
        """Have it tried again."""
        answer: dict[str, Any] = await self._json("POST", f"/v1/dead-letters/{segment(letter)}/redrive", body=body, idempotency_key=idempotency_key)
        return answer

    async def store_macro(self, macro_id: str, template: Mapping[str, Any], *, idempotency_key: str | None = None) -> dict[str, Any]:
        """Store a version of a macro."""
        answer: dict[str, Any] = await self._json("POST", "/v1/macros", body={"macro_id": macro_id, "template": template}, idempotency_key=idempotency_key)
        return answer

    async def list_macros(self) -> dict[str, Any]:
        """List your macros and the macros that are shared with you."""
        answer: dict[str, Any] = await self._json("GET", "/v1/macros")
        return answer

    async def get_macro(self, macro: str, *, version: int | None = None, owner_agent: str | None = None) -> dict[str, Any]:
        """Look a macro up."""
        answer: dict[str, Any] = await self._json("GET", f"/v1/macros/{segment(macro)}", query=given(version=version, owner_agent=owner_agent))
        return answer

    async def list_macro_shares(self, macro: str) -> dict[str, Any]:
        """List the agents that a macro of yours is shared with."""
        answer: dict[str, Any] = await self._json("GET", f"/v1/macros/{segment(macro)}/shares")
        return answer

    async def share_macro(self, macro: str, agent: str, *, idempotency_key: str | None = None) -> dict[str, Any]:
        """Let an agent read and use a macro of yours."""
        answer: dict[str, Any] = await self._json("POST", f"/v1/macros/{segment(macro)}/shares", body={"agent": agent}, idempotency_key=idempotency_key)
        return answer

    async def revoke_macro_share(self, macro: str, agent: str, *, idempotency_key: str | None = None) -> dict[str, Any]:
        """Stop sharing a macro with an agent."""
        answer: dict[str, Any] = await self._json("POST", f"/v1/macros/{segment(macro)}/shares/revoke", body={"agent": agent}, idempotency_key=idempotency_key)
        return answer

    async def preview_macro(self, macro: str, *, params: Mapping[str, Any] | None = None, version: int | None = None, owner_agent: str | None = None, idempotency_key: str | None = None) -> dict[str, Any]:
        """Show the steps of a macro, and take none."""
        answer: dict[str, Any] = await self._json("POST", f"/v1/macros/{segment(macro)}/preview", body={**given(params=params, version=version, owner_agent=owner_agent)}, idempotency_key=idempotency_key)
        return answer

    async def adapt_chat_gpt(self, requester_agent: str, *, target_agent: str | None = None, recipient_name: str | None = None, confirm_send: bool | None = None, resolve_only: bool | None = None, intent_name: Literal["intent.ask.v1", "intent.reply.v1"] | None = None, payload: Mapping[str, Any] | None = None, message: str | None = None, question: str | None = None, answer: str | None = None, context: str | None = None, deadline_at: str | None = None, status: Literal["answered", "needs_clarification", "declined", "timeout"] | None = None, clarification_question: str | None = None, workflow_macro_id: str | None = None, workflow_macro_params: Mapping[str, Any] | None = None, workflow_owner_agent: str | None = None, input_mode: Literal["text", "voice"] | None = None, correlation_id: str | None = None, idempotency_key: str | None = None, conversation_id: str | None = None, action_call_id: str | None = None) -> types.AdaptChatGptAnswer:
        """Send a question or an answer to a contact"""
        answer: types.AdaptChatGptAnswer = await self._json("POST", "/connectors/chatgpt/v1/adapt", body={"requester_agent": requester_agent, **given(target_agent=target_agent, recipient_name=recipient_name, confirm_send=confirm_send, resolve_only=resolve_only, intent_name=intent_name, payload=payload, message=message, question=question, answer=answer, context=context, deadline_at=deadline_at, status=status, clarification_question=clarification_question, workflow_macro_id=workflow_macro_id, workflow_macro_params=workflow_macro_params, workflow_owner_agent=workflow_owner_agent, input_mode=input_mode, correlation_id=correlation_id, idempotency_key=idempotency_key, conversation_id=conversation_id, action_call_id=action_call_id)})
        return answer

    async def adapt_gemini(self, sender_agent: str, *, recipient_agent: str | None = None, recipient_name: str | None = None, confirm_send: bool | None = None, resolve_only: bool | None = None, intent: Literal["intent.ask.v1", "intent.reply.v1"] | None = None, data: Mapping[str, Any] | None = None, message: str | None = None, question: str | None = None, answer: str | None = None, context: str | None = None, deadline_at: str | None = None, status: Literal["answered", "needs_clarification", "declined", "timeout"] | None = None, clarification_question: str | None = None, workflow_macro_id: str | None = None, workflow_macro_params: Mapping[str, Any] | None = None, workflow_owner_agent: str | None = None, input_mode: Literal["text", "voice"] | None = None, correlation_id: str | None = None, idempotency_key: str | None = None, session_id: str | None = None, tool_call_id: str | None = None) -> types.AdaptGeminiAnswer:
        """Send a question or an answer to a contact"""
        answer: types.AdaptGeminiAnswer = await self._json("POST", "/connectors/gemini/v1/adapt", body={"sender_agent": sender_agent, **given(recipient_agent=recipient_agent, recipient_name=recipient_name, confirm_send=confirm_send, resolve_only=resolve_only, intent=intent, data=data, message=message, question=question, answer=answer, context=context, deadline_at=deadline_at, status=status, clarification_question=clarification_question, workflow_macro_id=workflow_macro_id, workflow_macro_params=workflow_macro_params, workflow_owner_agent=workflow_owner_agent, input_mode=input_mode, correlation_id=correlation_id, idempotency_key=idempotency_key, session_id=session_id, tool_call_id=tool_call_id)})
        return answer

    async def adapt_json(self, from_agent: str, *, to_agent: str | None = None, recipient_name: str | None = None, confirm_send: bool | None = None, resolve_only: bool | None = None, intent_type: Literal["intent.ask.v1", "intent.reply.v1"] | None = None, payload: Mapping[str, Any] | None = None, message: str | None = None, question: str | None = None, answer: str | None = None, context: str | None = None, deadline_at: str | None = None, status: Literal["answered", "needs_clarification", "declined", "timeout"] | None = None, clarification_question: str | None = None, workflow_macro_id: str | None = None, workflow_macro_params: Mapping[str, Any] | None = None, workflow_owner_agent: str | None = None, input_mode: Literal["text", "voice"] | None = None, correlation_id: str | None = None, idempotency_key: str | None = None, thread_id: str | None = None, call_id: str | None = None, metadata: Mapping[str, Any] | None = None) -> types.AdaptJsonAnswer:
        """Send a question or an answer to a contact"""
        answer: types.AdaptJsonAnswer = await self._json("POST", "/connectors/json/v1/adapt", body={"from_agent": from_agent, **given(to_agent=to_agent, recipient_name=recipient_name, confirm_send=confirm_send, resolve_only=resolve_only, intent_type=intent_type, payload=payload, message=message, question=question, answer=answer, context=context, deadline_at=deadline_at, status=status, clarification_question=clarification_question, workflow_macro_id=workflow_macro_id, workflow_macro_params=workflow_macro_params, workflow_owner_agent=workflow_owner_agent, input_mode=input_mode, correlation_id=correlation_id, idempotency_key=idempotency_key, thread_id=thread_id, call_id=call_id, metadata=metadata)})
        return answer

    async def describe_chat_gpt_actions(self) -> dict[str, Any]:
        """The OpenAPI document for the actions of a GPT"""
        answer: dict[str, Any] = await self._json("GET", "/connectors/chatgpt/openapi.json")
        return answer

    async def describe_gemini_functions(self) -> dict[str, Any]:
        """The function declarations for Gemini"""
        answer: dict[str, Any] = await self._json("GET", "/connectors/gemini/functions.json")
        return answer

    async def list_contacts(self, *, query: str | None = None, limit: int | None = None, cursor: str | None = None) -> types.ListContactsAnswer:
        """List contacts with their aliases"""
        answer: types.ListContactsAnswer = await self._json("GET", "/contacts", query=given(query=query, limit=limit, cursor=cursor))
        return answer

    async def add_contact(self, agent: str, aliases: Sequence[str]) -> types.AddContactAnswer:
        """Add a contact, or aliases to one"""
        answer: types.AddContactAnswer = await self._json("POST", "/contacts", body={"agent": agent, "aliases": aliases})
        return answer

    async def list_confirmations(self) -> types.ListConfirmationsAnswer:
        """List the names that are remembered"""
        answer: types.ListConfirmationsAnswer = await self._json("GET", "/contacts/confirmations")
        return answer

    async def get_contact(self, contact: str) -> types.GetContactAnswer:
        """Show a contact"""
        answer: types.GetContactAnswer = await self._json("GET", f"/contacts/{segment(contact)}")
        return answer

    async def remove_contact(self, contact: str, *, alias: str | None = None) -> types.RemoveContactAnswer:
        """Remove a contact or an alias"""
        answer: types.RemoveContactAnswer = await self._json("DELETE", f"/contacts/{segment(contact)}", query=given(alias=alias))
        return answer

    async def resolve_contact(self, query: str) -> types.ResolveContactAnswer:
        """Resolve a name to a contact"""
        answer: types.ResolveContactAnswer = await self._json("POST", "/contacts/resolve", body={"query": query})
        return answer

    async def confirm_contact(self, query: str, agent: str) -> types.ConfirmContactAnswer:
        """Remember the contact of an ambiguous name"""
        answer: types.ConfirmContactAnswer = await self._json("POST", "/contacts/confirm", body={"query": query, "agent": agent})
        return answer

    async def revoke_confirmation(self, confirmation: str) -> types.RevokeConfirmationAnswer:
        """Forget the contact of an ambiguous name"""
        answer: types.RevokeConfirmationAnswer = await self._json("DELETE", f"/contacts/confirmations/{segment(confirmation)}")
        return answer
