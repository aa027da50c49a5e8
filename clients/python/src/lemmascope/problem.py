"""Requests that led to nothing."""

from collections.abc import Mapping
from typing import Any

import httpx


class Problem(Exception):
    """A request that led to nothing: refused, not understood, or not answered.

    A run that failed is no problem but a report with the status "error".
    """

    def __init__(self, status: int, members: Mapping[str, Any]) -> None:
        self.status = status
        """The HTTP status; 0 where the server did not answer."""
        self.code: str = str(members.get("code", f"HTTP_{status}"))
        """The code, which stays the same while messages may change."""
        self.detail: str = str(members.get("detail", ""))
        """What is wrong."""
        self.remedy: str = " ".join(members.get("hint", ()))
        """How to go on; empty where no remedy is known."""
        self.members = dict(members)
        """Every member of the problem details."""
        super().__init__(f"{self.code}: {self.detail}" + (f" {self.remedy}" if self.remedy else ""))

    @classmethod
    def of_response(cls, response: httpx.Response) -> "Problem":
        """The problem in a response whose body has been read."""
        try:
            members = response.json()
        except ValueError:
            members = None
        if not isinstance(members, dict):
            # Another program answered, a proxy for example.
            members = {"detail": response.text[:1000] or response.reason_phrase}
        elif isinstance(members.get("error"), dict):
            # Intent documents are refused by documents of a form of their own.
            members = {"code": members["error"]["code"], "detail": members["error"]["message"], **members}
        return cls(response.status_code, members)

    @classmethod
    def unreachable(cls, address: str, error: Exception) -> "Problem":
        """The problem of a server that does not answer."""
        hint = "Start it with `lemmascope serve`, or give its address."
        detail = f"the server at {address} cannot be reached: {error}"
        return cls(0, {"code": "SERVER_UNREACHABLE", "detail": detail, "hint": [hint]})
