"""The admin pages of Django, in English and in Portuguese, with the users and groups that Django brings."""

import os
import sqlite3

from trial import Application, run

SETTINGS = """
SECRET_KEY = "a trial"
DEBUG = True
ALLOWED_HOSTS = ["127.0.0.1"]
ROOT_URLCONF = "site_urls"
INSTALLED_APPS = ["django.contrib." + name for name in
                  ("admin", "auth", "contenttypes", "sessions", "messages", "staticfiles")]
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
]
TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True, "OPTIONS": {
    "context_processors": ["django.template.context_processors.request", "django.contrib.auth.context_processors.auth",
                           "django.contrib.messages.context_processors.messages"]}}]
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "db.sqlite3"}}
LANGUAGE_CODE = "LANGUAGE"
LANGUAGES = [("LANGUAGE", "LANGUAGE")]
STATIC_URL = "/static/"
"""

URLS = """
from django.contrib import admin
from django.urls import path
urlpatterns = [path("admin/", admin.site.urls)]
"""


class DjangoAdmin(Application):
    name = "djangoadmin"
    ready_path = "/admin/login/"
    login_path = "/admin/"
    home_path = "/admin/"
    search_path = "/admin/auth/user/"
    accepted = {
        "group": (
            "goto {url}/admin/auth/group/add/",
            'fill_form {"name": "{unique}"}',
            "submit_form",
        ),
        "user": (
            "goto {url}/admin/auth/user/add/",
            'fill_form {"username": "{unique}", "password1": "Long-enough-88", "password2": "Long-enough-88"}',
            "submit_form",
        ),
        "deletion": (
            "goto {url}/admin/auth/user/2/delete/",
            "submit_form",
        ),
    }
    refused = {
        "group that exists": (
            "goto {url}/admin/auth/group/add/",
            'fill_form {"name": "Pickers"}',
            "submit_form",
        ),
        "two passwords": (
            "goto {url}/admin/auth/user/add/",
            'fill_form {"username": "{unique}", "password1": "Long-enough-88", "password2": "Something-else-9"}',
            "submit_form",
        ),
        "old password": (
            "goto {url}/admin/password_change/",
            'fill_form {"old_password": "Not-this-one-11", "new_password1": "Long-enough-88", '
            '"new_password2": "Long-enough-88"}',
            "submit_form",
        ),
    }

    def __init__(self, folder, language="en"):
        super().__init__(folder)
        self.language = language

    def install(self):
        self.pip("django")

    def version(self):
        return self.pip_version("django")

    def environment(self):
        return {"DJANGO_SETTINGS_MODULE": "site_settings", "PYTHONPATH": str(self.data),
                "DJANGO_SUPERUSER_PASSWORD": self.password}

    def manage(self, *words):
        run([self.python, "-m", "django", *words], cwd=self.data, env={**os.environ, **self.environment()})

    def seed(self):
        (self.data / "site_settings.py").write_text(SETTINGS.replace("LANGUAGE\"", f"{self.code()}\""))
        (self.data / "site_urls.py").write_text(URLS)
        self.manage("migrate")
        self.manage("createsuperuser", "--noinput", "--username", self.user, "--email", "ada@example.test")
        self.manage("shell", "-c",
                    "from django.contrib.auth.models import Group, User; Group.objects.create(name='Pickers'); "
                    "User.objects.create_user('quince'); User.objects.create_user('quince-two')")

    def code(self):
        return {"pt": "pt-br"}.get(self.language, self.language)

    def command(self):
        return [self.python, "-m", "django", "runserver", "--noreload", f"127.0.0.1:{self.port}"]

    def signed_in(self, browser):
        return self.get("/admin/", browser.cookies())[0] == 200

    def query(self, sql):
        with sqlite3.connect(self.data / "db.sqlite3") as database:
            return database.execute(sql).fetchone()[0]

    def hits(self, word):
        return self.query(f"SELECT count(*) FROM auth_user WHERE username LIKE '%{word}%'")

    def records(self):
        return self.query("SELECT (SELECT count(*) FROM auth_group) || ' ' || count(*) || ' ' || "
                          "max(CASE username WHEN 'ada' THEN password END) FROM auth_user")


def applications(folder):
    return [DjangoAdmin(folder), DjangoAdmin(folder, "pt")]
