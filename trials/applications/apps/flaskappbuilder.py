"""Flask-AppBuilder's own pages (users, roles, sign-in), in English and in Brazilian Portuguese."""

import sqlite3

from trial import Application, run

APPLICATION = """
import os
from flask import Flask
from flask_appbuilder import AppBuilder
from flask_appbuilder.utils.legacy import get_sqla_class
app = Flask("orchard")
app.config.update(SECRET_KEY="a trial", SQLALCHEMY_DATABASE_URI="sqlite:///" + os.path.abspath("app.db"),
                  WTF_CSRF_ENABLED=True, BABEL_DEFAULT_LOCALE="LANGUAGE", RATELIMIT_ENABLED=False,
                  LANGUAGES={"LANGUAGE": {"flag": "gb", "name": "LANGUAGE"}})
db = get_sqla_class()(app)
with app.app_context():
    appbuilder = AppBuilder(app, db.session)
"""

SEED = """
with app.app_context():
    manager = appbuilder.sm
    for name, first in (('{user}', 'Ada'), ('quince', 'Quince'), ('quincetwo', 'Quince')):
        manager.add_user(name, first, 'Byron', name + '@example.test', manager.find_role('Admin'), '{password}')
"""


class FlaskAppBuilder(Application):
    name = "flaskappbuilder"
    ready_path = "/login/"
    login_path = "/login/"
    home_path = "/"
    accepted = {
        "role": (
            "goto {url}/roles/add",
            'fill_form {"name": "{unique}"}',
            "submit_form",
        ),
    }
    refused = {
        "role": (
            "goto {url}/roles/add",
            'fill_form {"name": "Admin"}',
            "submit_form",
        ),
    }

    def __init__(self, folder, language="en"):
        super().__init__(folder)
        self.language = language

    def install(self):
        self.pip("Flask-AppBuilder")

    def version(self):
        return self.pip_version("Flask-AppBuilder")

    def seed(self):
        code = APPLICATION.replace("LANGUAGE", {"pt": "pt_BR"}.get(self.language, self.language))
        code += f"\nif __name__ == '__main__':\n    app.run('127.0.0.1', {self.port})\n"
        (self.data / "orchard.py").write_text(code)
        (self.data / "seed.py").write_text("from orchard import app, appbuilder\n"
                                           + SEED.format(user=self.user, password=self.password))
        run([self.python, "seed.py"], cwd=self.data)

    def command(self):
        return [self.python, "orchard.py"]

    def signed_in(self, browser):
        return self.get("/users/userinfo/", browser.cookies())[0] == 200

    def query(self, sql):
        with sqlite3.connect(self.data / "app.db") as database:
            return database.execute(sql).fetchone()[0]

    def records(self):
        return self.query("SELECT count(*) FROM ab_role")


def applications(folder):
    return [FlaskAppBuilder(folder), FlaskAppBuilder(folder, "pt")]
