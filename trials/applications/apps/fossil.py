"""Fossil, a version control system with a wiki, tickets and a web interface."""

import sqlite3
import time

from trial import Application, run


class Fossil(Application):
    name = "fossil"
    ready_path = "/login"
    login_path = "/login"
    home_path = "/timeline"
    search_path = "/search"
    accepted = {
        "user": (
            "goto {url}/setup_uedit",
            'type css("input[name=login]") "{unique}"',
            'type css("textarea[name=info]") "Grace Hopper"',
            'type css("input[name=pw]") "Long-enough-88"',
            "submit_form",
        ),
    }
    refused = {
        "name in use": (
            "goto {url}/setup_uedit",
            'type css("input[name=login]") "ada"',
            'type css("textarea[name=info]") "{unique}"',
            "submit_form",
        ),
        "old password": (
            "goto {url}/login",
            'type css("input[name=p]") "Not-this-one-11"',
            'type css("input[name=n1]") "Long-enough-88"',
            'type css("input[name=n2]") "Long-enough-88"',
            "submit_form",
        ),
    }

    def install(self):
        self.debian("fossil", "libfuse2", "libtcl8.6")

    def version(self):
        return self.debian_version("fossil")

    @property
    def program(self):
        return str(self.root / "usr/bin/fossil")

    @property
    def repository(self):
        return str(self.data / "orchard.fossil")

    def environment(self):
        folders = [str(self.root / folder / "x86_64-linux-gnu") for folder in ("usr/lib", "lib")]
        return {"HOME": str(self.data), "USER": self.user, "LD_LIBRARY_PATH": ":".join(folders)}

    def fossil(self, *words, **options):
        run([self.program, *words], cwd=self.data, env=self.environment(), **options)

    def seed(self):
        self.fossil("init", "--admin-user", self.user, self.repository)
        self.fossil("user", "password", self.user, self.password, "-R", self.repository)
        for title in ("Quince jelly", "Another quince"):
            page = self.data / "page.wiki"
            page.write_text(f"The {title} is by the gate.\n")
            self.fossil("wiki", "create", title, str(page), "-R", self.repository)
        with sqlite3.connect(self.repository) as database:
            for name in ("search-wiki", "search-tkt"):
                database.execute("REPLACE INTO config(name, value, mtime) VALUES (?, '1', ?)", (name, int(time.time())))

    def command(self):
        return [self.program, "server", self.repository, "--port", str(self.port), "--localhost"]

    def signed_in(self, browser):
        return self.get("/setup", browser.cookies())[0] == 200

    def query(self, sql, *values):
        with sqlite3.connect(self.repository) as database:
            return database.execute(sql, values).fetchone()[0]

    def hits(self, word):
        return self.query("SELECT count(*) FROM tag WHERE tagname LIKE 'wiki-%' AND tagname LIKE ?", f"%{word}%")

    def records(self):
        return self.query("SELECT group_concat(login || info || pw) FROM user")


def applications(folder):
    return [Fossil(folder)]
