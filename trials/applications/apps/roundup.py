"""Roundup: an issue tracker whose sign-in form is in the sidebar of every page."""

import configparser
import sqlite3

from trial import Application, run


class Roundup(Application):
    name = "roundup"
    ready_path = "/"
    login_path = "/"
    home_path = "/"
    search_path = "/issue?@template=search"
    accepted = {
        "issue": (
            "goto {url}/issue?@template=item",
            'type css("input[name=title]") "Prune the {unique}"',
            'type css("textarea[name=\'@note\']") "Before March."',
            'select css("select[name=priority]") "bug"',
            "submit_form",
        ),
    }
    refused = {
        "issue": (
            "goto {url}/issue?@template=item",
            'type css("textarea[name=\'@note\']") "Before March."',
            "submit_form",
        ),
    }

    def install(self):
        self.pip("roundup")

    def version(self):
        return self.pip_version("roundup")

    def admin(self, *words):
        run([self.bin("roundup-admin"), "-i", str(self.data / "tracker"), *words])

    def seed(self):
        self.admin("install", "classic", "sqlite")
        config = self.data / "tracker/config.ini"
        settings = configparser.ConfigParser(interpolation=None)
        settings.read(config)
        settings["main"]["admin_email"] = "admin@example.test"
        settings["tracker"]["web"] = f"{self.url}/"
        settings["mail"].update(domain="example.test", host="localhost", debug=str(self.data / "mail"))
        with open(config, "w", encoding="utf-8") as file:
            settings.write(file)
        self.admin("initialise", self.password)
        self.admin("create", "user", f"username={self.user}", f"password={self.password}",
                   "address=ada@example.test", "roles=User")
        self.admin("create", "issue", "title=Plant a quince", "status=1", "priority=1")

    def command(self):
        # Roundup's own server refuses to run as root, which a trial in a container does.
        code = "import sys; from socketserver import ThreadingMixIn; import wsgiref.simple_server as simple; " \
               "from roundup.cgi.wsgi_handler import RequestDispatcher as Tracker; " \
               "Server = type('Server', (ThreadingMixIn, simple.WSGIServer), {'daemon_threads': True}); " \
               "simple.make_server('127.0.0.1', int(sys.argv[1]), Tracker(sys.argv[2]), Server).serve_forever()"
        return [self.python, "-c", code, str(self.port), str(self.data / "tracker")]

    def signed_in(self, browser):
        return "user3" in self.get("/", browser.cookies())[2]

    def query(self, sql):
        with sqlite3.connect(self.data / "tracker/db/db") as database:
            return database.execute(sql).fetchone()[0]

    def hits(self, word):
        return self.query(f"SELECT count(*) FROM _issue WHERE _title LIKE '%{word}%'")

    def records(self):
        return self.query("SELECT count(*) FROM _issue")


def applications(folder):
    return [Roundup(folder)]
