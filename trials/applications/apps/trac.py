"""Trac: a wiki and issue tracker. Its server asks for the name and the password by HTTP basic authentication."""

import sqlite3

from trial import Application, run


class Trac(Application):
    name = "trac"
    ready_path = "/env"
    login_path = "/env/login"
    home_path = "/env/wiki"
    search_path = "/env/search"
    accepted = {
        "ticket": (
            "goto {url}/env/newticket",
            'fill_form {"summary": "Prune the {unique}", "description": "Before March."}',
            "submit_form",
        ),
    }
    refused = {
        "ticket": (
            "goto {url}/env/newticket",
            'fill_form {"description": "Before March."}',
            "submit_form",
        ),
    }

    def install(self):
        self.pip("Trac", "setuptools<80", "passlib")

    def version(self):
        return self.pip_version("Trac")

    def seed(self):
        run([self.bin("trac-admin"), str(self.data / "env"), "initenv", "Orchard", "sqlite:db/trac.db"])
        run([self.bin("trac-admin"), str(self.data / "env"), "permission", "add", self.user, "TRAC_ADMIN"])
        (self.data / "page.txt").write_text("= Quince =\nThe quince grows by the gate.\n")
        run([self.bin("trac-admin"), str(self.data / "env"), "wiki", "import", "Fruit", str(self.data / "page.txt")])
        hashed = "from passlib.apache import HtpasswdFile as H; import sys; f = H(sys.argv[1], new=True); " \
                 "f.set_password(sys.argv[2], sys.argv[3]); f.save()"
        run([self.python, "-c", hashed, str(self.data / "users"), self.user, self.password])

    def command(self):
        return [self.bin("tracd"), "--port", str(self.port), "--hostname", "127.0.0.1",
                "--basic-auth", f"env,{self.data}/users,Orchard", str(self.data / "env")]

    def query(self, sql, *values):
        with sqlite3.connect(self.data / "env/db/trac.db") as database:
            return database.execute(sql, values).fetchone()[0]

    def signed_in(self, browser):
        held = [cookie["value"] for cookie in browser.cookies() if cookie["name"] == "trac_auth"]
        return any(self.query("SELECT count(*) FROM auth_cookie WHERE cookie = ?", value) for value in held)

    def hits(self, word):
        return self.query("SELECT count(*) FROM wiki WHERE text LIKE ?", f"%{word}%")

    def records(self):
        return self.query("SELECT count(*) FROM ticket")


def applications(folder):
    return [Trac(folder)]
