"""The client that blocks. Generated from clients/openapi.json by scripts/make-clients; run `make docs` to write it again."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from . import types
from .transport import Transport, given, segment


class Client(Transport):
    """Every endpoint of a Lemmascope server as a method that blocks."""

    def list_intents(self, *, session: str | None = None, kind: Literal["intent", "verb", "command"] | None = None) -> types.ListIntentsAnswer:
        """List everything that can be called."""
        answer: types.ListIntentsAnswer = self._json("GET", "/v1/intents", query=given(session=session, kind=kind))
        return answer

    def get_intent(self, name: str, *, session: str | None = None) -> dict[str, Any]:
        """Describe an intent or a verb."""
        answer: dict[str, Any] = self._json("GET", f"/v1/intents/{segment(name)}", query=given(session=session))
        return answer

    def call_intent(self, name: str, *, parameters: Mapping[str, Any] | None = None, session: str | None = None, dry_run: bool | None = None, confirm: str | None = None, timeout: str | None = None, retry: int | None = None, verify: bool | None = None, resume: str | None = None, idempotency_key: str | None = None) -> types.Report:
        """Call an intent or a verb."""
        answer: types.Report = self._json("POST", f"/v1/intents/{segment(name)}", body={**given(parameters=parameters, session=session, dry_run=dry_run, confirm=confirm, timeout=timeout, retry=retry, verify=verify, resume=resume)}, idempotency_key=idempotency_key)
        return answer

    def start_call_intent(self, name: str, *, parameters: Mapping[str, Any] | None = None, session: str | None = None, dry_run: bool | None = None, confirm: str | None = None, timeout: str | None = None, retry: int | None = None, verify: bool | None = None, resume: str | None = None, idempotency_key: str | None = None) -> types.StartedRun | types.Report:
        """Call an intent or a verb. It answers as soon as the run begins, or with the report where none began."""
        answer: types.StartedRun | types.Report = self._json("POST", f"/v1/intents/{segment(name)}", body={**given(parameters=parameters, session=session, dry_run=dry_run, confirm=confirm, timeout=timeout, retry=retry, verify=verify, resume=resume)}, idempotency_key=idempotency_key, prefer_async=True)
        return answer

    def plan_intent(self, intent: str, *, parameters: Mapping[str, Any] | None = None, session: str | None = None, idempotency_key: str | None = None) -> types.Report:
        """Plan an intent, and do nothing."""
        answer: types.Report = self._json("POST", "/v1/plans", body={"intent": intent, **given(parameters=parameters, session=session)}, idempotency_key=idempotency_key)
        return answer

    def say(self, text: str, *, session: str | None = None, plan: bool | None = None, why: bool | None = None, confirm: str | None = None, idempotency_key: str | None = None) -> types.Report:
        """Say what you want in your own words."""
        answer: types.Report = self._json("POST", "/v1/sentences", body={"text": text, **given(session=session, plan=plan, why=why, confirm=confirm)}, idempotency_key=idempotency_key)
        return answer

    def start_say(self, text: str, *, session: str | None = None, plan: bool | None = None, why: bool | None = None, confirm: str | None = None, idempotency_key: str | None = None) -> types.StartedRun | types.Report:
        """Say what you want in your own words. It answers as soon as the run begins, or with the report where none began."""
        answer: types.StartedRun | types.Report = self._json("POST", "/v1/sentences", body={"text": text, **given(session=session, plan=plan, why=why, confirm=confirm)}, idempotency_key=idempotency_key, prefer_async=True)
        return answer

    def command(self, line: str, *, session: str | None = None, idempotency_key: str | None = None) -> types.Report:
        """Carry out a line of the command language."""
        answer: types.Report = self._json("POST", "/v1/commands", body={"line": line, **given(session=session)}, idempotency_key=idempotency_key)
        return answer

    def start_command(self, line: str, *, session: str | None = None, idempotency_key: str | None = None) -> types.StartedRun | types.Report:
        """Carry out a line of the command language. It answers as soon as the run begins, or with the report where none began."""
        answer: types.StartedRun | types.Report = self._json("POST", "/v1/commands", body={"line": line, **given(session=session)}, idempotency_key=idempotency_key, prefer_async=True)
        return answer

    def document(self, body: Mapping[str, Any], *, session: str | None = None, idempotency_key: str | None = None) -> dict[str, Any]:
        """Carry out an intent document."""
        answer: dict[str, Any] = self._json("POST", "/v1/documents", query=given(session=session), body=body, idempotency_key=idempotency_key)
        return answer

    def list_runs(self, *, session: str | None = None, before: int | None = None, limit: int | None = None) -> types.ListRunsAnswer:
        """List your runs, the latest first."""
        answer: types.ListRunsAnswer = self._json("GET", "/v1/runs", query=given(session=session, before=before, limit=limit))
        return answer

    def get_run(self, run: str) -> types.Run:
        """Look a run up."""
        answer: types.Run = self._json("GET", f"/v1/runs/{segment(run)}")
        return answer

    def cancel_run(self, run: str, *, idempotency_key: str | None = None) -> types.CancelRunAnswer:
        """Cancel a run."""
        answer: types.CancelRunAnswer = self._json("POST", f"/v1/runs/{segment(run)}/cancel", idempotency_key=idempotency_key)
        return answer

    def resume_run(self, run: str, *, checkpoint: str | None = None, parameters: Mapping[str, Any] | None = None, idempotency_key: str | None = None) -> types.Report:
        """Continue a run from a checkpoint."""
        answer: types.Report = self._json("POST", f"/v1/runs/{segment(run)}/resume", body={**given(checkpoint=checkpoint, parameters=parameters)}, idempotency_key=idempotency_key)
        return answer

    def start_resume_run(self, run: str, *, checkpoint: str | None = None, parameters: Mapping[str, Any] | None = None, idempotency_key: str | None = None) -> types.StartedRun | types.Report:
        """Continue a run from a checkpoint. It answers as soon as the run begins, or with the report where none began."""
        answer: types.StartedRun | types.Report = self._json("POST", f"/v1/runs/{segment(run)}/resume", body={**given(checkpoint=checkpoint, parameters=parameters)}, idempotency_key=idempotency_key, prefer_async=True)
        return answer

    def follow_run(self, run: str, *, after: int | None = None) -> Iterator[types.RunEvent]:
        """Follow the events of a run, as they happen or afterwards. `Last-Event-ID` or `after` resumes a stream."""
        return self._events(f"/v1/runs/{segment(run)}/events", query=given(after=after))

    def list_approvals(self) -> types.ListApprovalsAnswer:
        """List the plans that wait for agreement: your own, and those of all owners with the scope admin."""
        answer: types.ListApprovalsAnswer = self._json("GET", "/v1/approvals")
        return answer

    def decide_approval(self, approval: str, agree: bool, *, idempotency_key: str | None = None) -> types.Report:
        """Agree to a plan, or decline it. A plan is carried out in its session, with the rights of its owner."""
        answer: types.Report = self._json("POST", f"/v1/approvals/{segment(approval)}", body={"agree": agree}, idempotency_key=idempotency_key)
        return answer

    def list_sessions(self) -> types.ListSessionsAnswer:
        """List your sessions."""
        answer: types.ListSessionsAnswer = self._json("GET", "/v1/sessions")
        return answer

    def open_session(self, name: str, *, mode: Literal["headless", "headed", "remote", "grid"] | None = None, profile: str | None = None, viewport: str | None = None, user_agent: str | None = None, locale: str | None = None, timezone: str | None = None, idempotency_key: str | None = None) -> types.OpenSessionAnswer:
        """Open a session."""
        answer: types.OpenSessionAnswer = self._json("POST", "/v1/sessions", body={"name": name, **given(mode=mode, profile=profile, viewport=viewport, user_agent=user_agent, locale=locale, timezone=timezone)}, idempotency_key=idempotency_key)
        return answer

    def get_session(self, session: str) -> types.GetSessionAnswer:
        """Look a session up."""
        answer: types.GetSessionAnswer = self._json("GET", f"/v1/sessions/{segment(session)}")
        return answer

    def close_session(self, session: str, *, idempotency_key: str | None = None) -> types.Report:
        """Close a session."""
        answer: types.Report = self._json("DELETE", f"/v1/sessions/{segment(session)}", idempotency_key=idempotency_key)
        return answer

    def observe(self, session: str, *, full: Literal["true", "false"] | None = None) -> Any:
        """Look at what is open in a session: as JSON, or as text where `Accept` prefers it."""
        answer: Any = self._json("GET", f"/v1/sessions/{segment(session)}/observation", query=given(full=full))
        return answer

    def observe_text(self, session: str, *, full: Literal["true", "false"] | None = None) -> str:
        """Look at what is open in a session: as JSON, or as text where `Accept` prefers it. The answer is plain text."""
        answer: str = self._text("GET", f"/v1/sessions/{segment(session)}/observation", query=given(full=full))
        return answer

    def take_picture(self, session: str) -> bytes:
        """Take a picture of the page, without waiting for what is being done."""
        answer: bytes = self._bytes("GET", f"/v1/sessions/{segment(session)}/picture")
        return answer

    def send_input(self, session: str, kind: Literal["click", "move", "scroll", "text", "key"], *, x: float | None = None, y: float | None = None, dx: float | None = None, dy: float | None = None, text: str | None = None, key: str | None = None, idempotency_key: str | None = None) -> dict[str, Any]:
        """Use the mouse and keyboard of the page for a person."""
        answer: dict[str, Any] = self._json("POST", f"/v1/sessions/{segment(session)}/input", body={"kind": kind, **given(x=x, y=y, dx=dx, dy=dy, text=text, key=key)}, idempotency_key=idempotency_key)
        return answer

    def list_definitions(self, *, session: str | None = None) -> types.ListDefinitionsAnswer:
        """List the definitions."""
        answer: types.ListDefinitionsAnswer = self._json("GET", "/v1/definitions", query=given(session=session))
        return answer

    def get_definition(self, name: str, *, session: str | None = None) -> dict[str, Any]:
        """Show a definition."""
        answer: dict[str, Any] = self._json("GET", f"/v1/definitions/{segment(name)}", query=given(session=session))
        return answer

    def define(self, name: str, steps: str, *, session: str | None = None, idempotency_key: str | None = None) -> types.Report:
        """Define an intent for a session. `steps` is a definition in YAML without its first two lines."""
        answer: types.Report = self._json("PUT", f"/v1/definitions/{segment(name)}", body={"steps": steps, **given(session=session)}, idempotency_key=idempotency_key)
        return answer

    def undefine(self, name: str, *, session: str | None = None, idempotency_key: str | None = None) -> types.Report:
        """Forget an intent of a session."""
        answer: types.Report = self._json("DELETE", f"/v1/definitions/{segment(name)}", query=given(session=session), idempotency_key=idempotency_key)
        return answer

    def check_definition(self, source: str, *, idempotency_key: str | None = None) -> types.CheckDefinitionAnswer:
        """Check a definition."""
        answer: types.CheckDefinitionAnswer = self._json("POST", "/v1/definition-checks", body={"source": source}, idempotency_key=idempotency_key)
        return answer

    def list_journal(self, *, session: str | None = None) -> types.ListJournalAnswer:
        """List what was done, the latest first."""
        answer: types.ListJournalAnswer = self._json("GET", "/v1/journal", query=given(session=session))
        return answer

    def undo(self, *, session: str | None = None, idempotency_key: str | None = None) -> types.Report:
        """Undo the last run of a session."""
        answer: types.Report = self._json("POST", "/v1/journal/undo", body={**given(session=session)}, idempotency_key=idempotency_key)
        return answer

    def redo(self, *, session: str | None = None, idempotency_key: str | None = None) -> types.Report:
        """Redo what was undone last."""
        answer: types.Report = self._json("POST", "/v1/journal/redo", body={**given(session=session)}, idempotency_key=idempotency_key)
        return answer

    def list_keys(self) -> types.ListKeysAnswer:
        """List the keys, without secrets."""
        answer: types.ListKeysAnswer = self._json("GET", "/v1/keys")
        return answer

    def create_key(self, agent: str, *, scopes: Sequence[Literal["observe", "act", "files", "system", "admin"]] | None = None, expires: str | None = None, idempotency_key: str | None = None) -> types.CreateKeyAnswer:
        """Create a key; it is shown once."""
        answer: types.CreateKeyAnswer = self._json("POST", "/v1/keys", body={"agent": agent, **given(scopes=scopes, expires=expires)}, idempotency_key=idempotency_key)
        return answer

    def rotate_key(self, id: str, *, overlap: str | None = None, idempotency_key: str | None = None) -> types.RotateKeyAnswer:
        """Replace a key."""
        answer: types.RotateKeyAnswer = self._json("POST", f"/v1/keys/{segment(id)}/rotate", body={**given(overlap=overlap)}, idempotency_key=idempotency_key)
        return answer

    def revoke_key(self, id: str, *, idempotency_key: str | None = None) -> types.Report:
        """Revoke a key at once."""
        answer: types.Report = self._json("DELETE", f"/v1/keys/{segment(id)}", idempotency_key=idempotency_key)
        return answer

    def list_settings(self) -> types.Report:
        """List the settings."""
        answer: types.Report = self._json("GET", "/v1/settings")
        return answer

    def change_setting(self, key: str, value: Any, *, idempotency_key: str | None = None) -> types.Report:
        """Change a setting."""
        answer: types.Report = self._json("PUT", f"/v1/settings/{segment(key)}", body={"value": value}, idempotency_key=idempotency_key)
        return answer

    def reset_setting(self, key: str, *, idempotency_key: str | None = None) -> types.Report:
        """Reset a setting."""
        answer: types.Report = self._json("DELETE", f"/v1/settings/{segment(key)}", idempotency_key=idempotency_key)
        return answer

    def health(self) -> types.HealthAnswer:
        """Say that the server lives."""
        answer: types.HealthAnswer = self._json("GET", "/health")
        return answer

    def ready(self) -> types.ReadyAnswer:
        """Say whether the server takes work."""
        answer: types.ReadyAnswer = self._json("GET", "/ready")
        return answer

    def metrics(self) -> str:
        """Counters for Prometheus."""
        answer: str = self._text("GET", "/metrics")
        return answer

    def openapi(self) -> dict[str, Any]:
        """This description."""
        answer: dict[str, Any] = self._json("GET", "/openapi.json")
        return answer

    def docs(self) -> str:
        """This description as a page."""
        answer: str = self._text("GET", "/docs")
        return answer

    def agent_card(self) -> dict[str, Any]:
        """The agent card of the Agent2Agent protocol."""
        answer: dict[str, Any] = self._json("GET", "/.well-known/agent-card.json")
        return answer

    def list_pages(self) -> types.ListPagesAnswer:
        """List the pages that domains bring to the console."""
        answer: types.ListPagesAnswer = self._json("GET", "/v1/pages")
        return answer

    def me(self) -> types.MeAnswer:
        """Say for whom this key speaks."""
        answer: types.MeAnswer = self._json("GET", "/v1/me")
        return answer

    def apply_board_envelope(self, reply: str, actions: Sequence[Mapping[str, Any]], *, board: int | None = None, needsClarification: Any | None = None, clarificationQuestion: Any | None = None, suggestions: Any | None = None, idempotency_key: str | None = None) -> types.ApplyBoardEnvelopeAnswer:
        """Carry out the actions of an envelope as one unit, and answer with an envelope."""
        answer: types.ApplyBoardEnvelopeAnswer = self._json("POST", "/v1/board/intents", query=given(board=board), body={"reply": reply, "actions": actions, **given(needsClarification=needsClarification, clarificationQuestion=clarificationQuestion, suggestions=suggestions)}, idempotency_key=idempotency_key)
        return answer

    def send_board_message(self, message: str, *, board: int | None = None, conversation: str | None = None, idempotency_key: str | None = None) -> types.SendBoardMessageAnswer:
        """Say in a sentence what is to be done on a board, or answer its question; `undo` and `redo` are sentences too."""
        answer: types.SendBoardMessageAnswer = self._json("POST", "/v1/board/messages", body={"message": message, **given(board=board, conversation=conversation)}, idempotency_key=idempotency_key)
        return answer

    def list_boards(self) -> types.ListBoardsAnswer:
        """List the boards."""
        answer: types.ListBoardsAnswer = self._json("GET", "/v1/boards")
        return answer

    def get_board(self, board: str, *, after: int | None = None) -> types.GetBoardAnswer:
        """Show a board: its columns, and its cards without their comments."""
        answer: types.GetBoardAnswer = self._json("GET", f"/v1/boards/{segment(board)}", query=given(after=after))
        return answer

    def get_card(self, board: str, card: str) -> types.GetCardAnswer:
        """Show a card with its description and its comments, also a deleted one."""
        answer: types.GetCardAnswer = self._json("GET", f"/v1/boards/{segment(board)}/cards/{segment(card)}")
        return answer

    def get_board_history(self, board: str, *, before: int | None = None, limit: int | None = None) -> types.GetBoardHistoryAnswer:
        """List the latest changes of a board, the last one first."""
        answer: types.GetBoardHistoryAnswer = self._json("GET", f"/v1/boards/{segment(board)}/history", query=given(before=before, limit=limit))
        return answer

    def follow_board(self, board: str, *, after: int | None = None) -> Iterator[types.FollowBoardEvent]:
        """Follow the changes of a board, whoever makes them."""
        return self._events(f"/v1/boards/{segment(board)}/events", query=given(after=after))
