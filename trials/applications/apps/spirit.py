"""Spirit, a forum on Django, in English and in Brazilian Portuguese."""

import os
import sqlite3

from trial import Application, run

SEED = """
from django.contrib.auth import get_user_model
from spirit.category.models import Category
from spirit.topic.models import Topic
from spirit.comment.models import Comment
user = get_user_model().objects.create_user('{user}', 'ada@example.test', '{password}')
user.st.is_verified = True
user.st.save()
category = Category.objects.create(title='Fruit')
for title in ('Quince jelly', 'Another quince'):
    topic = Topic.objects.create(user=user, category=category, title=title)
    Comment.objects.create(user=user, topic=topic, comment='By the gate.', comment_html='By the gate.')
"""


class Spirit(Application):
    name = "spirit"
    ready_path = "/user/login/"
    login_path = "/user/login/"
    home_path = "/"
    search_path = "/search/"
    accepted = {
        "topic": (
            "goto {url}/topic/publish/",
            'type css("input[name=title]") "The {unique} is ripe"',
            'select css("select[name=category]") "Fruit"',
            'type css("textarea[name=comment]") "Come and see."',
            "submit_form",
        ),
        "reply": (
            "goto {url}/comment/1/publish/",
            'type css("textarea[name=comment]") "A {unique} too."',
            "submit_form",
        ),
    }
    refused = {
        "topic without a category": (
            "goto {url}/topic/publish/",
            'type css("input[name=title]") "The {unique} is ripe"',
            'type css("textarea[name=comment]") "Come and see."',
            "submit_form",
        ),
        "old password": (
            "goto {url}/user/password-change/",
            'fill_form {"old_password": "Not-this-one-11", "new_password1": "Long-enough-88", '
            '"new_password2": "Long-enough-88"}',
            "submit_form",
        ),
        "e-mail in use": (
            "goto {url}/user/email-change/",
            'fill_form {"password": "Not-this-one-11", "email": "{unique}@example.test"}',
            "submit_form",
        ),
    }

    def __init__(self, folder, language="en"):
        super().__init__(folder)
        self.language = language

    def install(self):
        self.pip("django-spirit", "setuptools<80")

    def version(self):
        return self.pip_version("django-spirit")

    def manage(self, *words, **options):
        run([self.python, "manage.py", *words], cwd=self.data / "orchard", env=os.environ, **options)

    def seed(self):
        run([self.bin("spirit"), "startproject", "orchard"], cwd=self.data,
            env={**os.environ, "PATH": f"{self.folder}/venv/bin:{os.environ['PATH']}"})
        language = {"pt": "pt-br"}.get(self.language, self.language)
        for path in (self.data / "orchard").rglob("settings/*.py"):
            if path.name in ("dev.py", "prod.py"):
                with open(path, "a", encoding="utf-8") as settings:
                    settings.write(f"\nLANGUAGE_CODE = '{language}'\nLANGUAGES = [('{language}', '{language}')]\n"
                                   "ALLOWED_HOSTS = ['*']\nST_RATELIMIT_ENABLE = False\nSESSION_COOKIE_SECURE = False\n"
                                   "CSRF_COOKIE_SECURE = False\n")
        self.manage("spiritinstall")
        self.manage("shell", "-c", SEED.format(user=self.user, password=self.password))
        self.manage("rebuild_index", "--noinput")

    def command(self):
        return [self.python, str(self.data / "orchard/manage.py"), "runserver", "--noreload", f"127.0.0.1:{self.port}"]

    def signed_in(self, browser):
        return self.get("/topic/publish/", browser.cookies())[0] == 200

    def query(self, sql):
        database = next((self.data / "orchard").rglob("*.sqlite3"))
        with sqlite3.connect(database) as connection:
            return connection.execute(sql).fetchone()[0]

    def hits(self, word):
        return self.query(f"SELECT count(*) FROM spirit_topic_topic WHERE title LIKE '%{word}%'")

    def records(self):
        return self.query("SELECT (SELECT count(*) FROM spirit_topic_topic) || ' ' || (SELECT count(*) FROM "
                          "spirit_comment_comment) || ' ' || email || password FROM auth_user WHERE username = 'ada'")


def applications(folder):
    return [Spirit(folder), Spirit(folder, "pt")]
