"""WordPress with a MariaDB server of its own, in English and in Brazilian Portuguese."""

import os
import subprocess
import time

from trial import Application, output, run

CONFIG = """<?php
define('DB_NAME', 'wordpress'); define('DB_USER', 'root'); define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:SOCKET'); define('DB_CHARSET', 'utf8mb4'); define('DB_COLLATE', '');
foreach (['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE'] as $name) {
    define($name . '_KEY', 'a trial'); define($name . '_SALT', 'a trial');
}
define('WP_HTTP_BLOCK_EXTERNAL', true); define('DISABLE_WP_CRON', true); define('AUTOMATIC_UPDATER_DISABLED', true);
$table_prefix = 'wp_';
if (!defined('ABSPATH')) { define('ABSPATH', __DIR__ . '/'); }
require_once ABSPATH . 'wp-settings.php';
"""

SEED = """
define('WP_INSTALLING', true);
$_SERVER['HTTP_HOST'] = '127.0.0.1:PORT'; $_SERVER['REQUEST_URI'] = '/'; $_SERVER['SERVER_PROTOCOL'] = 'HTTP/1.0';
require 'wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
wp_install('Orchard', 'USER', 'ada@example.test', true, '', 'PASSWORD', 'LANGUAGE');
update_option('siteurl', 'http://127.0.0.1:PORT'); update_option('home', 'http://127.0.0.1:PORT');
foreach (['Quince jelly', 'Another quince'] as $title) {
    wp_insert_post(['post_title' => $title, 'post_content' => 'By the gate.', 'post_status' => 'publish',
        'post_author' => 1]);
}
wp_insert_comment(['comment_post_ID' => 1, 'comment_content' => 'The same words.', 'user_id' => 1,
    'comment_author' => 'USER', 'comment_author_email' => 'ada@example.test', 'comment_approved' => 1]);
"""


class WordPress(Application):
    name = "wordpress"
    ready_path = "/wp-login.php"
    login_path = "/wp-login.php"
    home_path = "/wp-admin/"
    search_path = "/wp-admin/edit.php"
    accepted = {
        "user": (
            "goto {url}/wp-admin/user-new.php",
            'fill_form {"user_login": "{unique}", "email": "{unique}@example.test"}',
            "submit_form",
        ),
        "category": (
            "goto {url}/wp-admin/edit-tags.php?taxonomy=category",
            'type css("#tag-name") "{unique}"',
            "submit_form",
        ),
        "comment": (
            "goto {url}/?p=1",
            'type css("#comment") "The {unique} is ripe."',
            "submit_form",
        ),
        "setting": (
            "goto {url}/wp-admin/options-general.php",
            'type css("#blogname") "Orchard {unique}" --clear',
            "submit_form",
        ),
    }
    refused = {
        "address in use": (
            "goto {url}/wp-admin/user-new.php",
            'fill_form {"user_login": "{unique}", "email": "ada@example.test"}',
            "submit_form",
        ),
        "category without a name": (
            "goto {url}/wp-admin/edit-tags.php?taxonomy=category",
            'type css("#tag-slug") "{unique}"',
            "submit_form",
        ),
        "comment twice": (
            "goto {url}/?p=1",
            'type css("#comment") "The same words."',
            "submit_form",
        ),
    }

    def __init__(self, folder, language="en"):
        super().__init__(folder)
        self.language = language
        self.database = None

    def install(self):
        self.debian("wordpress", "wordpress-l10n", "wordpress-theme-twentytwentythree", "php-getid3", "libjs-cropper",
                    "libjs-underscore")

    def version(self):
        return self.debian_version("wordpress").split("+")[0]

    @property
    def tree(self):
        return self.root / "usr/share/wordpress"

    @property
    def socket(self):
        return self.data / "mysql.sock"

    def environment(self):
        return {"PHP_CLI_SERVER_WORKERS": "4"}

    def seed(self):
        datadir = self.data / "mysql"
        run(["mariadb-install-db", f"--datadir={datadir}", "--auth-root-authentication-method=normal",
             "--skip-test-db", "--user=root"])
        self.database = subprocess.Popen(
            ["mariadbd", "--no-defaults", f"--datadir={datadir}", f"--socket={self.socket}", "--skip-networking",
             "--user=root", f"--pid-file={self.data}/mysql.pid"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while not self.socket.exists():
            if self.database.poll() is not None:
                raise RuntimeError("the database server ended")
            time.sleep(0.2)
        self.query("CREATE DATABASE wordpress", database="")
        (self.tree / "wp-config.php").write_text(CONFIG.replace("SOCKET", str(self.socket)))
        code = SEED.replace("PORT", str(self.port)).replace("USER", self.user).replace("PASSWORD", self.password)
        code = code.replace("LANGUAGE", {"pt": "pt_BR", "en": ""}[self.language])
        run(["php", "-d", "display_errors=0", "-r", code], cwd=self.tree, env=os.environ)

    def command(self):
        return self.php(self.tree)

    def stop(self):
        super().stop()
        if self.database:
            self.database.terminate()
            self.database.wait()

    def query(self, sql, database="wordpress"):
        return output(["mariadb", "--no-defaults", f"--socket={self.socket}", "-uroot", "-N", "-B", "-e", sql, database]
                      if database else ["mariadb", "--no-defaults", f"--socket={self.socket}", "-uroot", "-e", sql])

    def signed_in(self, browser):
        return self.get("/wp-admin/profile.php", browser.cookies())[0] == 200

    def hits(self, word):
        return int(self.query(f"SELECT count(*) FROM wp_posts WHERE post_type = 'post' AND post_title LIKE '%{word}%'"))

    def records(self):
        return self.query("SELECT (SELECT count(*) FROM wp_users), (SELECT count(*) FROM wp_terms), "
                          "(SELECT count(*) FROM wp_comments), option_value FROM wp_options "
                          "WHERE option_name = 'blogname'")


def applications(folder):
    return [WordPress(folder), WordPress(folder, "pt")]
