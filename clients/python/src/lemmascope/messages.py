"""Server-sent events."""

from dataclasses import dataclass


@dataclass
class Message:
    """One message of a stream."""

    id: str | None
    data: str


class MessageReader:
    """Puts the lines of a stream together into messages."""

    def __init__(self) -> None:
        self._id: str | None = None
        self._data: list[str] = []

    def feed(self, line: str) -> Message | None:
        """Takes a line without its end; returns the message that it completes."""
        if not line:
            message = Message(self._id, "\n".join(self._data)) if self._data else None
            self._data = []
            return message
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "id":
            self._id = value
        elif name == "data":
            self._data.append(value)
        return None
