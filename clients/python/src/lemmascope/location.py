"""Where the server of this machine is: `lemmascope serve` writes its address and token into its home."""

import os
from pathlib import Path
from urllib.parse import urlsplit

DEFAULT_ADDRESS = "http://127.0.0.1:4747"


def locate(address: str | None, token: str | None) -> tuple[str, str | None]:
    """The address and the token of the server; arguments come first."""
    home = Path(os.environ.get("LEMMASCOPE_HOME") or Path.home() / ".lemmascope")
    if address is None:
        address = _read(home / "address") or DEFAULT_ADDRESS
    if token is None and _is_this_machine(address):
        # The token of this machine's user is sent to no other machine.
        token = _read(home / "token")
    return address.rstrip("/"), token


def _read(path: Path) -> str | None:
    try:
        return path.read_text().strip() or None
    except OSError:
        return None


def _is_this_machine(address: str) -> bool:
    return urlsplit(address).hostname in ("127.0.0.1", "::1", "localhost")
