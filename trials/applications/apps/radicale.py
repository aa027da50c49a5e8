"""Radicale, a calendar server: its web page is one script that signs in by requests of its own."""

import json

from trial import Application


class Radicale(Application):
    name = "radicale"
    ready_path = "/.web/"
    login_path = "/.web/"
    # The page forgets its user when it is loaded again.
    home_path = None

    def install(self):
        self.pip("radicale", "bcrypt")

    def version(self):
        return self.pip_version("radicale")

    def seed(self):
        (self.data / "users").write_text(f"{self.user}:{self.password}\n")
        (self.data / "config").write_text(
            f"[auth]\ntype = htpasswd\nhtpasswd_filename = {self.data}/users\nhtpasswd_encryption = plain\n"
            f"delay = 0\n[storage]\nfilesystem_folder = {self.data}/collections\n")

    def command(self):
        return [self.python, "-m", "radicale", "--config", str(self.data / "config"),
                "--server-hosts", f"127.0.0.1:{self.port}"]

    def signed_in(self, browser):
        # The server has no session: signed in is the page that lists the user's collections.
        return f"{self.user}'s Collections" in json.dumps(browser.line("text").get("result"))


def applications(folder):
    return [Radicale(folder)]
