"""A real server with a home of its own, and the sites of the project."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAMS = Path(os.environ["TESTED_PROGRAMS"])
EXAMPLES = Path(__file__).parent.parent / "examples"


class World:
    """Starts `lemmascope serve` and `lemmascope-sites`; `close` stops both."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        folder = Path(self._folder.name)
        self.home, self.work = folder / "home", folder / "work"
        self.home.mkdir()
        self.work.mkdir()
        self.environment = {**os.environ, "HOME": str(self.work), "LEMMASCOPE_HOME": str(self.home)}
        command = [str(PROGRAMS / "lemmascope"), "serve", "--listen", "127.0.0.1:0", "--json"]
        self._server = subprocess.Popen(
            command, cwd=self.work, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert self._server.stdout is not None
        self.address: str = json.loads(self._server.stdout.readline())["url"]
        self.token = (self.home / "token").read_text().strip()
        # The sites are served until their standard input ends.
        self._sites = subprocess.Popen(
            [str(PROGRAMS / "lemmascope-sites")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self._sites.stdout is not None
        self.sites: dict[str, str] = json.loads(self._sites.stdout.readline())

    def example(self, name: str, *arguments: str) -> str:
        """The output of an example, which finds the server by itself."""
        ran = subprocess.run(
            [sys.executable, str(EXAMPLES / name), *arguments],
            env=self.environment, capture_output=True, text=True, timeout=120,
        )
        assert ran.returncode == 0, ran.stderr
        return ran.stdout

    def close(self) -> None:
        """Stops both."""
        self._server.terminate()
        self._server.communicate()
        self._sites.communicate()
        self._folder.cleanup()
