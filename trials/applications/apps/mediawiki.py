"""MediaWiki with SQLite, in English and in Brazilian Portuguese."""

import os
import sqlite3

from trial import Application, run


class MediaWiki(Application):
    name = "mediawiki"
    user = "Ada"
    ready_path = "/index.php?title=Fruit"
    login_path = "/index.php?title=Special:UserLogin"
    home_path = "/index.php?title=Fruit"
    search_path = "/index.php?title=Special:Search"
    accepted = {
        "account": (
            "goto {url}/index.php?title=Special:CreateAccount",
            'fill_form {"wpName": "{unique}", "wpPassword": "Long-enough-88", "retype": "Long-enough-88"}',
            "submit_form",
        ),
        "edit": (
            "goto {url}/index.php?title=Jam&action=edit",
            'type css("#wpTextbox1") " And {unique}." --append',
            "submit_form",
        ),
        "move": (
            "goto {url}/index.php?title=Special:MovePage/Fruit",
            'type css("input[name=wpNewTitleMain]") "{unique}" --clear',
            "submit_form",
        ),
    }
    refused = {
        "two passwords": (
            "goto {url}/index.php?title=Special:CreateAccount",
            'fill_form {"wpName": "{unique}", "wpPassword": "Long-enough-88", "retype": "Something-else-9"}',
            "submit_form",
        ),
        "move to a page that exists": (
            "goto {url}/index.php?title=Special:MovePage/Fruit",
            'type css("input[name=wpNewTitleMain]") "Jam" --clear',
            "submit_form",
        ),
    }

    def __init__(self, folder, language="en"):
        super().__init__(folder)
        self.language = language

    def install(self):
        self.debian("mediawiki", "mediawiki-classes")

    def version(self):
        return self.debian_version("mediawiki").split("-")[0].split(":")[1]

    @property
    def tree(self):
        return self.root / "usr/share/mediawiki"

    def environment(self):
        return {"MW_CONFIG_FILE": str(self.data / "LocalSettings.php"), "PHP_CLI_SERVER_WORKERS": "4"}

    def maintain(self, script, *words, **options):
        run(["php", str(self.tree / "maintenance" / script), *words],
            env={**os.environ, **(self.environment() if script != "install.php" else {})}, **options)

    def seed(self):
        (self.tree / "LocalSettings.php").unlink(missing_ok=True)
        self.maintain("install.php", "--dbtype", "sqlite", "--dbpath", str(self.data), "--dbname", "wiki",
                      "--confpath", str(self.data), "--server", self.url, "--scriptpath", "", "--lang",
                      {"pt": "pt-br"}.get(self.language, self.language), "--skins", "Vector", "--pass", self.password,
                      "Orchard", self.user)
        with open(self.data / "LocalSettings.php", "a", encoding="utf-8") as settings:
            settings.write("\n$wgUploadDirectory = sys_get_temp_dir();\n$wgCacheDirectory = false;\n")
        self.maintain("edit.php", "-u", self.user, "Fruit", input="The quince grows by the gate.")
        self.maintain("edit.php", "-u", self.user, "Jam", input="A jam of quince and pear.")
        self.maintain("runJobs.php")

    def command(self):
        return self.php(self.tree)

    def signed_in(self, browser):
        page = self.get("/api.php?action=query&meta=userinfo&format=json", browser.cookies())[2]
        return f'"name":"{self.user}"' in page

    def query(self, sql):
        with sqlite3.connect(self.data / "wiki.sqlite") as database:
            return database.execute(sql).fetchone()[0]

    def hits(self, word):
        return self.query(f"SELECT count(*) FROM text WHERE old_text LIKE '%{word}%'")

    def records(self):
        return self.query("SELECT (SELECT count(*) FROM user) || ' ' || count(*) FROM revision")


def applications(folder):
    return [MediaWiki(folder), MediaWiki(folder, "pt")]
