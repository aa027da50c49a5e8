"""OctoPrint: the page of a 3D printer, which signs in by a page of its own and out by a menu."""

from trial import Application, run

CONFIG = """
accessControl: {salt: a-trial}
server:
  firstRun: false
  seenWizards: {corewizard: 4, classicwebcam: 1, tracking: null, backup: null}
  onlineCheck: {enabled: false}
  pluginBlacklist: {enabled: false}
plugins:
  tracking: {enabled: false}
  _disabled: [softwareupdate, announcements, achievements, discovery]
"""


class OctoPrint(Application):
    name = "octoprint"
    ready_path = "/login/"
    login_path = "/login/"
    home_path = "/"
    # A cover lies over the page until the server's socket answers.
    home_ready = 'wait hidden css("#page-container-loading") --timeout 30s'
    start_timeout = 180

    def install(self):
        self.pip("OctoPrint", "setuptools<80")

    def version(self):
        return self.pip_version("OctoPrint")

    def seed(self):
        (self.data / "config.yaml").write_text(CONFIG)
        run([self.bin("octoprint"), "--basedir", str(self.data), "user", "add", self.user, "--password", self.password,
             "--admin"])

    def command(self):
        return [self.bin("octoprint"), "serve", "--iknowwhatimdoing", "--host", "127.0.0.1", "--port", str(self.port),
                "--basedir", str(self.data)]

    def signed_in(self, browser):
        return f'"name":"{self.user}"' in self.get("/api/currentuser", browser.cookies())[2].replace(" ", "")


def applications(folder):
    return [OctoPrint(folder)]
