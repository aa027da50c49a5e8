"""Shaarli, a bookmark manager in PHP with its content in files."""

import http.cookiejar
import re
import shutil
import urllib.parse
import urllib.request

from trial import Application

ROUTER = """<?php
chdir(__DIR__);
if (is_file(__DIR__ . parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH))) { return false; }
$_SERVER['SCRIPT_NAME'] = '/index.php';
require __DIR__ . '/index.php';
"""
PACKAGES = ("shaarli", "php-text-template", "php-arthurhoaro-web-thumbnailer", "php-gettext-languages", "php-psr-log",
            "php-klogger", "php-malkusch-lock", "php-netscape-bookmark-parser", "php-nikic-fast-route",
            "php-oscarotero-gettext", "php-parsedown", "php-parsedown-extra", "php-psr-container", "php-pimple",
            "php-psr-http-message", "php-pubsubhubbub-publisher", "php-slim")


class Shaarli(Application):
    name = "shaarli"
    ready_path = "/install"
    login_path = "/login"
    home_path = "/"
    search_path = "/"
    accepted = {
        "note": (
            "goto {url}/admin/shaare",
            'type css("#lf_title") "The {unique}"',
            "submit_form",
        ),
        "tag": (
            "goto {url}/admin/tags?fromtag=fruit",
            'type css("input[name=totag]") "{unique}"',
            "submit_form",
        ),
    }
    refused = {
        "old password": (
            "goto {url}/admin/password",
            'fill_form {"oldpassword": "Not-this-one-11", "setpassword": "Long-enough-88"}',
            "submit_form",
        ),
    }

    def install(self):
        self.debian(*PACKAGES)

    def version(self):
        return self.debian_version("shaarli")

    def seed(self):
        site = self.data / "site"
        shutil.copytree(self.root / "usr/share/shaarli", site, symlinks=True)
        (site / "cache").unlink()
        for name in ("cache", "data", "pagecache", "tmp"):
            (site / name).mkdir()
        (site / "router.php").write_text(ROUTER)
        for path in (site / "index.php", site / "init.php", site / "application/config/ConfigManager.php"):
            text = path.read_text().replace("/usr/share/shaarli/", f"{site}/")
            path.write_text(text.replace("/var/lib/shaarli/data", "data").replace("/var/cache/shaarli/", ""))

    def command(self):
        return [*self.php(self.data / "site"), str(self.data / "site/router.php")]

    def started(self):
        jar = http.cookiejar.CookieJar()
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))

        def page(path, **values):
            data = urllib.parse.urlencode(values).encode() if values else None
            with browser.open(self.url + path, data, timeout=30) as answer:
                return answer.read().decode()

        def token(path):
            return re.search(r'name="token" value="([^"]+)"', page(path)).group(1)

        page("/install", token=token("/"), setlogin=self.user, setpassword=self.password, title="Orchard",
             continent="UTC", city="UTC", language="en")
        page("/login", login=self.user, password=self.password, token=token("/login"))
        for title in ("Quince jelly", "Another quince", "Pears"):
            page("/admin/shaare", token=token("/admin/shaare"), lf_url="", lf_title=title,
                 lf_description="By the gate.", lf_tags="fruit")

    def signed_in(self, browser):
        return self.get("/admin/tools", browser.cookies())[0] == 200

    def feed(self, query=""):
        return self.get(f"/feed/atom?nb=all{query}")[2]

    def hits(self, word):
        return self.feed(f"&searchterm={word}").count("<entry>")

    def records(self):
        titles = re.findall(r"<title>.*?</title>|<category [^>]*label=\"[^\"]*\"", self.feed())
        return sorted(titles), (self.data / "site/data/config.json.php").read_text().count("hash")


def applications(folder):
    return [Shaarli(folder)]
