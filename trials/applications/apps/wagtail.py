"""Wagtail, a content management system on Django, in English and in Brazilian Portuguese."""

import os
import sqlite3

from trial import Application, run

SEED = """
from django.contrib.auth import get_user_model
from wagtail.models import Page
get_user_model().objects.create_superuser('{user}', 'ada@example.test', '{password}')
home = Page.objects.get(depth=2).specific
for title in ('Quince jelly', 'Another quince'):
    home.add_child(instance=type(home)(title=title))
"""


class Wagtail(Application):
    name = "wagtail"
    ready_path = "/admin/login/"
    login_path = "/admin/login/"
    home_path = "/admin/"
    search_path = "/admin/pages/search/"
    accepted = {
        "redirect": (
            "goto {url}/admin/redirects/add/",
            'fill_form {"old_path": "/{unique}", "redirect_link": "http://example.test/"}',
            "submit_form",
        ),
    }
    refused = {
        "redirect": (
            "goto {url}/admin/redirects/add/",
            'fill_form {"old_path": "/{unique}", "redirect_link": "no address"}',
            "submit_form",
        ),
    }

    def __init__(self, folder, language="en"):
        super().__init__(folder)
        self.language = language

    def install(self):
        self.pip("wagtail")

    def version(self):
        return self.pip_version("wagtail")

    def manage(self, *words):
        run([self.python, "manage.py", *words], cwd=self.data / "orchard", env=os.environ)

    def seed(self):
        run([self.bin("wagtail"), "start", "orchard"], cwd=self.data)
        language = {"pt": "pt-br"}.get(self.language, self.language)
        with open(self.data / "orchard/orchard/settings/dev.py", "a", encoding="utf-8") as settings:
            settings.write(f"\nLANGUAGE_CODE = '{language}'\nWAGTAIL_CONTENT_LANGUAGES = LANGUAGES = "
                           f"[('{language}', '{language}')]\nWAGTAIL_ENABLE_UPDATE_CHECK = False\n")
        self.manage("migrate")
        self.manage("shell", "-c", SEED.format(user=self.user, password=self.password))
        self.manage("update_index")

    def command(self):
        return [self.python, str(self.data / "orchard/manage.py"), "runserver", "--noreload", f"127.0.0.1:{self.port}"]

    def signed_in(self, browser):
        return self.get("/admin/account/", browser.cookies())[0] == 200

    def query(self, sql):
        with sqlite3.connect(self.data / "orchard/db.sqlite3") as database:
            return database.execute(sql).fetchone()[0]

    def hits(self, word):
        return self.query(f"SELECT count(*) FROM wagtailcore_page WHERE title LIKE '%{word}%'")

    def records(self):
        return self.query("SELECT count(*) FROM wagtailredirects_redirect")


def applications(folder):
    return [Wagtail(folder), Wagtail(folder, "pt")]
