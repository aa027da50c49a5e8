"""django-wiki, a wiki on Django, in English and in Brazilian Portuguese."""

import os
import sqlite3

from trial import Application, run

SETTINGS = """
from pathlib import Path
BASE_DIR = Path(__file__).parent
SECRET_KEY = 'orchard'
DEBUG = False
ALLOWED_HOSTS = ['*']
ROOT_URLCONF = 'orchard_urls'
INSTALLED_APPS = ['django.contrib.humanize', 'django.contrib.auth', 'django.contrib.contenttypes',
    'django.contrib.sessions', 'django.contrib.sites', 'django.contrib.messages', 'django.contrib.staticfiles',
    'django.contrib.admin', 'django_nyt', 'mptt', 'sekizai', 'sorl.thumbnail', 'wiki', 'wiki.plugins.macros',
    'wiki.plugins.notifications', 'wiki.plugins.attachments']
MIDDLEWARE = ['django.contrib.sessions.middleware.SessionMiddleware', 'django.middleware.common.CommonMiddleware',
    'django.middleware.csrf.CsrfViewMiddleware', 'django.contrib.auth.middleware.AuthenticationMiddleware',
    'django.contrib.messages.middleware.MessageMiddleware']
TEMPLATES = [{{'BACKEND': 'django.template.backends.django.DjangoTemplates', 'APP_DIRS': True, 'OPTIONS': {{
    'context_processors': ['django.contrib.auth.context_processors.auth', 'django.template.context_processors.debug',
        'django.template.context_processors.i18n', 'django.template.context_processors.media',
        'django.template.context_processors.request', 'django.template.context_processors.static',
        'django.template.context_processors.tz', 'django.contrib.messages.context_processors.messages',
        'sekizai.context_processors.sekizai']}}}}]
DATABASES = {{'default': {{'ENGINE': 'django.db.backends.sqlite3', 'NAME': BASE_DIR / 'db.sqlite3'}}}}
DEFAULT_AUTO_FIELD = 'django.db.models.AutoField'
LANGUAGE_CODE = '{language}'
USE_I18N = True
SITE_ID = 1
STATIC_URL = '/static/'
LOGIN_REDIRECT_URL = '/'
"""
URLS = """
from django.contrib import admin
from django.urls import include, path
urlpatterns = [path('admin/', admin.site.urls), path('notifications/', include('django_nyt.urls')),
    path('', include('wiki.urls'))]
"""
SEED = """
from django.contrib.auth import get_user_model
from wiki.models import URLPath
user = get_user_model().objects.create_superuser('{user}', 'ada@example.test', '{password}')
root = URLPath.create_root(title='Orchard', content='Welcome.')
for title in ('Quince jelly', 'Another quince'):
    URLPath.create_urlpath(root, title.lower().replace(' ', '-'), title=title, content='By the gate.', user_message='')
"""


class DjangoWiki(Application):
    name = "djangowiki"
    ready_path = "/_accounts/login/"
    login_path = "/_accounts/login/"
    home_path = "/"
    search_path = "/"
    accepted = {
        "article": (
            "goto {url}/_create/",
            'fill_form {"title": "The {unique}", "slug": "{unique}", "content": "Come and see."}',
            "submit_form",
        ),
        "change": (
            "goto {url}/quince-jelly/_edit/",
            'fill_form {"content": "The {unique} is ripe.", "summary": "Ripe"}',
            "submit_form",
        ),
    }
    refused = {
        "name in use": (
            "goto {url}/_create/",
            'fill_form {"title": "The {unique}", "slug": "quince-jelly", "content": "Come and see."}',
            "submit_form",
        ),
        "passwords that differ": (
            "goto {url}/_accounts/settings/",
            'fill_form {"password1": "Long-enough-88", "password2": "Long-enough-89"}',
            "submit_form",
        ),
    }

    def __init__(self, folder, language="en"):
        super().__init__(folder)
        self.language = language

    def install(self):
        self.pip("wiki", "setuptools<80")

    def version(self):
        return self.pip_version("wiki")

    def manage(self, *words):
        run([self.python, "-m", "django", *words], cwd=self.data, env={**os.environ, **self.environment()})

    def environment(self):
        return {"DJANGO_SETTINGS_MODULE": "orchard_settings", "PYTHONPATH": str(self.data)}

    def seed(self):
        language = {"pt": "pt-br"}.get(self.language, self.language)
        (self.data / "orchard_settings.py").write_text(SETTINGS.format(language=language))
        (self.data / "orchard_urls.py").write_text(URLS)
        self.manage("migrate")
        self.manage("shell", "-c", SEED.format(user=self.user, password=self.password))

    def command(self):
        return [self.python, "-m", "django", "runserver", "--noreload", "--insecure", f"127.0.0.1:{self.port}"]

    def signed_in(self, browser):
        return self.get("/_accounts/settings/", browser.cookies())[0] == 200

    def query(self, sql):
        with sqlite3.connect(self.data / "db.sqlite3") as database:
            return database.execute(sql).fetchone()[0]

    def hits(self, word):
        return self.query("SELECT count(*) FROM wiki_article a JOIN wiki_articlerevision r "
                          "ON r.id = a.current_revision_id "
                          f"WHERE r.title LIKE '%{word}%' OR r.content LIKE '%{word}%'")

    def records(self):
        return self.query("SELECT (SELECT count(*) FROM wiki_articlerevision) || "
                          "(SELECT password FROM auth_user LIMIT 1)")


def applications(folder):
    return [DjangoWiki(folder), DjangoWiki(folder, "pt")]
