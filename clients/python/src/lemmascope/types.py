"""The answers of the server. Generated from clients/openapi.json by scripts/make-clients; run `make docs` to write it again."""

from __future__ import annotations

from typing import Any, Literal, TypedDict


class _ProblemRequired(TypedDict):
    type: str
    title: str
    status: int
    detail: str
    code: str


class Problem(_ProblemRequired, total=False):
    """A request that led to nothing (RFC 9457)."""

    cause: str
    intent: str
    field: str
    instead: list[str]
    context: list[str]
    hint: list[str]
    position: int


class Report(TypedDict, total=False):
    """The outcome of a request. A look at something is answered by the view alone, which has no status."""

    status: Literal["ok", "partial", "error", "ask"]
    intent: str
    summary: str
    code: str
    field: str
    instead: list[str]
    verdict: str
    actions: list[ReportActionsItem]
    changes: list[str]
    result: Any
    view: Any
    checkpoint: str
    context: list[str]
    hint: list[str]
    run: str
    digest: str


class ReportActionsItem(TypedDict):
    line: str
    ok: bool


class _RunRequired(TypedDict):
    run: str
    session: str
    intent: str
    status: Literal["running", "ok", "partial", "error", "ask", "cancelled", "interrupted"]
    parameters: dict[str, Any]
    started: int
    """Milliseconds since 1970."""


class Run(_RunRequired, total=False):
    continues: str
    finished: int
    report: dict[str, Any]


class StartedRun(TypedDict):
    """A run that is under way."""

    run: str
    status: Literal["running"]
    events: str
    """The path of its events."""


class RunEvent(TypedDict):
    """An event of a run. The members of `event` follow from its type."""

    run: str
    number: int
    """Its number in the run, from 1 without gaps."""
    at: int
    """Milliseconds since 1970."""
    event: RunEventEvent


class RunEventEvent(TypedDict):
    type: str


class ListIntentsAnswer(TypedDict):
    intents: list[dict[str, Any]]


class _SubmitIntentAnswerRequired(TypedDict):
    ok: Any


class SubmitIntentAnswer(_SubmitIntentAnswerRequired, total=False):
    intent_id: str
    correlation_id: str
    status: str
    created_at: str
    trace_id: str
    dry_run: Any
    """Nothing was sent; the workflow is the dry run."""
    workflow: dict[str, Any]


class ListRunsAnswer(TypedDict):
    runs: list[Run]


class CancelRunAnswer(TypedDict):
    run: str
    cancelled: bool


class ListApprovalsApprovalsItem(TypedDict):
    approval: str
    owner: str
    session: str
    intent: str
    question: str
    digest: str
    asked: int
    """Milliseconds since 1970."""


class ListApprovalsAnswer(TypedDict):
    approvals: list[ListApprovalsApprovalsItem]


class ListSessionsSessionsItem(TypedDict):
    name: str


class ListSessionsAnswer(TypedDict):
    sessions: list[ListSessionsSessionsItem]


class OpenSessionAnswer(TypedDict):
    name: str


class GetSessionAnswer(TypedDict):
    name: str


class SendInputAnswer(TypedDict, total=False):
    steps: list[str]


class ListDefinitionsAnswer(TypedDict):
    definitions: list[Any]
    left_out: list[Any]


class CheckDefinitionAnswer(TypedDict):
    valid: bool
    faults: list[dict[str, Any]]


class ListJournalEntriesItem(TypedDict):
    at: int
    """Milliseconds since 1970."""
    verb: str
    line: str
    undone: bool


class ListJournalAnswer(TypedDict):
    entries: list[ListJournalEntriesItem]


class ListKeysAnswer(TypedDict):
    keys: list[Any]


class CreateKeyAnswer(TypedDict):
    agent: str
    key: str


class RotateKeyAnswer(TypedDict):
    agent: str
    key: str


class _HealthAnswerRequired(TypedDict):
    status: str


class HealthAnswer(_HealthAnswerRequired, total=False):
    version: str


class _ReadyAnswerRequired(TypedDict):
    status: str


class ReadyAnswer(_ReadyAnswerRequired, total=False):
    version: str


class ListPagesPagesItem(TypedDict):
    path: str
    title: str


class ListPagesAnswer(TypedDict):
    pages: list[ListPagesPagesItem]


class _MeAnswerRequired(TypedDict):
    owner: str
    scopes: list[str]


class MeAnswer(_MeAnswerRequired, total=False):
    key: str


class _ApplyBoardEnvelopeActionsItemRequired(TypedDict):
    type: Literal["create_card", "move_card", "update_card", "delete_card", "list_cards", "search_cards", "bulk_move", "add_comment", "remove_comment", "assign_card", "set_due_date", "add_label", "remove_label", "set_priority", "restore_card", "bulk_create", "bulk_update", "create_column", "rename_column", "move_column", "archive_column", "restore_column"]


class ApplyBoardEnvelopeActionsItem(_ApplyBoardEnvelopeActionsItemRequired, total=False):
    identifier: str
    """The card: `#5`, its title or a part of the title."""
    identifiers: list[str]
    title: str
    """A title."""
    column: Any
    """A column, by its title."""
    toColumn: str
    """The column that a card goes to, by its title."""
    position: Any
    """The place in the column, from the top."""
    version: Any
    """The version of the card that you have seen: the action is refused where the card has another."""
    description: Any
    """A description."""
    updates: dict[str, Any]
    """New values: title, description, status, assignee, dueDate, priority."""
    cards: list[dict[str, Any]]
    """Cards with the fields of create_card."""
    comment: str
    """A comment."""
    label: str
    """A label."""
    assignee: Any
    """A user; `me` is the caller."""
    dueDate: Any
    """A day, such as 2026-12-24."""
    priority: Literal["none", "low", "medium", "high"]
    query: Any
    """Words to look for."""
    status: Literal["all", "active", "done", null]


class ApplyBoardEnvelopeAnswer(TypedDict):
    reply: str
    actions: list[ApplyBoardEnvelopeActionsItem]
    needsClarification: bool
    clarificationQuestion: Any
    suggestions: list[str]


class SendBoardMessageActionsItem(TypedDict):
    type: str
    result: Literal["done", "unchanged", "superseded", "failed"]
    cards: list[dict[str, Any]]


class SendBoardMessageAnswer(TypedDict):
    reply: str
    actions: list[SendBoardMessageActionsItem]
    needsClarification: bool
    clarificationQuestion: Any
    suggestions: list[str]


class ListBoardsBoardsItem(TypedDict):
    owner: str
    members: list[str]
    """The other owners that it is shared with."""
    id: int
    name: str
    archived: bool


class ListBoardsAnswer(TypedDict):
    boards: list[ListBoardsBoardsItem]
    default: int
    """The board that is meant where none is named."""
    user: Any
    """The user that `me` stands for."""


class GetBoardBoard(TypedDict):
    owner: str
    members: list[str]
    """The other owners that it is shared with."""
    id: int
    name: str
    archived: bool


class GetBoardColumnsItem(TypedDict):
    id: int
    title: str
    archived: bool
    completes: bool
    """Whether a card that enters it is done."""
    cards: list[int]
    """The ids of its cards, from the top."""


class GetBoardAnswer(TypedDict):
    board: GetBoardBoard
    number: int
    """The number of the last event that is in it."""
    whole: bool
    """Whether all cards are in it, or only those that have changed."""
    columns: list[GetBoardColumnsItem]
    cards: list[dict[str, Any]]


class GetCardAnswer(TypedDict):
    id: int
    title: str
    description: str
    version: int
    comments: list[dict[str, Any]]
    deleted: bool


class _GetBoardHistoryEventsItemRequired(TypedDict):
    number: int


class GetBoardHistoryEventsItem(_GetBoardHistoryEventsItemRequired, total=False):
    kind: str
    card: Any
    author: Any
    at: int
    """Milliseconds since 1970."""


class GetBoardHistoryAnswer(TypedDict):
    number: int
    events: list[GetBoardHistoryEventsItem]


class _FollowBoardEventRequired(TypedDict):
    number: int


class FollowBoardEvent(_FollowBoardEventRequired, total=False):
    kind: str
    card: Any
    author: Any
    at: int
    """Milliseconds since 1970."""


class FollowIntentEvent(TypedDict):
    seq: int
    event_type: str
    status: str
    at: str


class AdaptChatGptResolutionCandidatesItem(TypedDict):
    agent: str
    alias: str
    score: float


class _AdaptChatGptResolutionRequired(TypedDict):
    resolved: bool
    candidates: list[AdaptChatGptResolutionCandidatesItem]


class AdaptChatGptResolution(_AdaptChatGptResolutionRequired, total=False):
    query: str
    agent: str
    matched_alias: str
    match_type: Literal["memory", "exact", "fuzzy", "smart_fuzzy", "explicit"]
    reason: str
    warnings: list[str]
    remembered: bool


class AdaptChatGptDelivery(TypedDict, total=False):
    submitted: bool
    via: str
    intent_id: str
    status: Literal["accepted", "running", "done", "failed"]
    created_at: str


class _AdaptChatGptAnswerRequired(TypedDict):
    ok: bool
    decision_mode: Literal["sent", "resolved", "needs_confirmation", "needs_disambiguation", "contact_not_found"]
    resolution: AdaptChatGptResolution


class AdaptChatGptAnswer(_AdaptChatGptAnswerRequired, total=False):
    envelope: dict[str, Any]
    delivery: AdaptChatGptDelivery


class AdaptGeminiResolutionCandidatesItem(TypedDict):
    agent: str
    alias: str
    score: float


class _AdaptGeminiResolutionRequired(TypedDict):
    resolved: bool
    candidates: list[AdaptGeminiResolutionCandidatesItem]


class AdaptGeminiResolution(_AdaptGeminiResolutionRequired, total=False):
    query: str
    agent: str
    matched_alias: str
    match_type: Literal["memory", "exact", "fuzzy", "smart_fuzzy", "explicit"]
    reason: str
    warnings: list[str]
    remembered: bool


class AdaptGeminiDelivery(TypedDict, total=False):
    submitted: bool
    via: str
    intent_id: str
    status: Literal["accepted", "running", "done", "failed"]
    created_at: str


class _AdaptGeminiAnswerRequired(TypedDict):
    ok: bool
    decision_mode: Literal["sent", "resolved", "needs_confirmation", "needs_disambiguation", "contact_not_found"]
    resolution: AdaptGeminiResolution


class AdaptGeminiAnswer(_AdaptGeminiAnswerRequired, total=False):
    envelope: dict[str, Any]
    delivery: AdaptGeminiDelivery


class AdaptJsonResolutionCandidatesItem(TypedDict):
    agent: str
    alias: str
    score: float


class _AdaptJsonResolutionRequired(TypedDict):
    resolved: bool
    candidates: list[AdaptJsonResolutionCandidatesItem]


class AdaptJsonResolution(_AdaptJsonResolutionRequired, total=False):
    query: str
    agent: str
    matched_alias: str
    match_type: Literal["memory", "exact", "fuzzy", "smart_fuzzy", "explicit"]
    reason: str
    warnings: list[str]
    remembered: bool


class AdaptJsonDelivery(TypedDict, total=False):
    submitted: bool
    via: str
    intent_id: str
    status: Literal["accepted", "running", "done", "failed"]
    created_at: str


class _AdaptJsonAnswerRequired(TypedDict):
    ok: bool
    decision_mode: Literal["sent", "resolved", "needs_confirmation", "needs_disambiguation", "contact_not_found"]
    resolution: AdaptJsonResolution


class AdaptJsonAnswer(_AdaptJsonAnswerRequired, total=False):
    envelope: dict[str, Any]
    delivery: AdaptJsonDelivery


class ListContactsAnswer(TypedDict):
    ok: Any


class AddContactAnswer(TypedDict):
    ok: Any


class ListConfirmationsAnswer(TypedDict):
    ok: Any


class GetContactAnswer(TypedDict):
    ok: Any


class RemoveContactAnswer(TypedDict):
    ok: Any


class ResolveContactAnswer(TypedDict):
    ok: Any


class ConfirmContactAnswer(TypedDict):
    ok: Any


class RevokeConfirmationAnswer(TypedDict):
    ok: Any
