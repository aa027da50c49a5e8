"""Mezzanine, a content management system with a blog on Django, in English and in Brazilian Portuguese."""

import os
import sqlite3

from trial import Application, run

SEED = """
from django.contrib.auth import get_user_model
from mezzanine.blog.models import BlogPost
user = get_user_model().objects.create_superuser('{user}', 'ada@example.test', '{password}')
for title in ('Quince jelly', 'Another quince'):
    BlogPost.objects.create(title=title, content='By the gate.', user=user)
"""


class Mezzanine(Application):
    name = "mezzanine"
    ready_path = "/accounts/login/"
    login_path = "/accounts/login/"
    home_path = "/"
    search_path = "/blog/"
    accepted = {
        "profile": (
            "goto {url}/accounts/update/",
            'fill_form {"first_name": "Ada", "last_name": "{unique}", "email": "ada@example.test"}',
            "submit_form",
        ),
        "group": (
            "goto {url}/admin/auth/group/add/",
            'type css("#id_name") "{unique}"',
            "submit_form",
        ),
    }
    refused = {
        "passwords that differ": (
            "goto {url}/accounts/update/",
            'fill_form {"last_name": "{unique}", "password1": "Long-enough-88", "password2": "Long-enough-89"}',
            "submit_form",
        ),
        "user without a password": (
            "goto {url}/admin/auth/user/add/",
            'type css("#id_username") "{unique}"',
            "submit_form",
        ),
    }

    def __init__(self, folder, language="en"):
        super().__init__(folder)
        self.language = language

    def install(self):
        self.pip("Mezzanine", "setuptools<80")

    def version(self):
        return self.pip_version("Mezzanine")

    def manage(self, *words):
        run([self.python, "manage.py", *words], cwd=self.data / "orchard", env=os.environ)

    def seed(self):
        path = f"{self.folder}/venv/bin:{os.environ['PATH']}"
        run([self.bin("mezzanine-project"), "orchard"], cwd=self.data, env={**os.environ, "PATH": path})
        language = {"pt": "pt-br"}.get(self.language, self.language)
        with open(self.data / "orchard/orchard/local_settings.py", "a", encoding="utf-8") as settings:
            settings.write(f"\nLANGUAGE_CODE = '{language}'\nLANGUAGES = [('{language}', '{language}')]\n"
                           "ALLOWED_HOSTS = ['*']\nUSE_MODELTRANSLATION = False\n")
        with open(self.data / "orchard/orchard/settings.py", "a", encoding="utf-8") as settings:
            settings.write("\nINSTALLED_APPS = tuple(INSTALLED_APPS) + ('mezzanine.accounts',)\n")
        self.manage("createdb", "--noinput", "--nodata")
        self.manage("shell", "-c", SEED.format(user=self.user, password=self.password))

    def command(self):
        return [self.python, str(self.data / "orchard/manage.py"), "runserver", "--noreload", f"127.0.0.1:{self.port}"]

    def signed_in(self, browser):
        return self.get("/accounts/update/", browser.cookies())[0] == 200

    def query(self, sql):
        database = next((self.data / "orchard").rglob("*.db"))
        with sqlite3.connect(database) as connection:
            return connection.execute(sql).fetchone()[0]

    def hits(self, word):
        return self.query(f"SELECT count(*) FROM blog_blogpost WHERE title LIKE '%{word}%' OR content LIKE '%{word}%'")

    def records(self):
        return self.query("SELECT (SELECT count(*) FROM auth_group) || "
                          "(SELECT group_concat(username || last_name || password) FROM auth_user)")


def applications(folder):
    return [Mezzanine(folder), Mezzanine(folder, "pt")]
