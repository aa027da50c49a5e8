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


class _MeAnswerRequired(TypedDict):
    owner: str
    scopes: list[str]


class MeAnswer(_MeAnswerRequired, total=False):
    key: str
