"""DokuWiki, which keeps pages and users in files, in English and in Brazilian Portuguese."""

import shutil
import subprocess

from trial import Application, output


class DokuWiki(Application):
    name = "dokuwiki"
    ready_path = "/doku.php"
    login_path = "/doku.php?id=start&do=login"
    home_path = "/doku.php?id=start"
    search_path = "/doku.php?id=start"
    accepted = {
        "page": (
            "goto {url}/doku.php?id={unique}&do=edit",
            'type css("#wiki__text") "The pear is ripe."',
            "submit_form",
        ),
    }
    refused = {
        "profile": (
            "goto {url}/doku.php?id=start&do=profile",
            'fill_form {"fullname": "{unique}", "oldpass": "Not-this-one-11"}',
            "submit_form",
        ),
    }

    def __init__(self, folder, language="en"):
        super().__init__(folder)
        self.language = language

    def install(self):
        self.debian("dokuwiki", "php-geshi", "php-phpseclib", "libphp-simplepie", "php-random-compat", "libjs-jquery",
                    "libjs-jquery-ui", "libjs-jquery-cookie")
        for path in (self.tree / "vendor/composer").glob("autoload_*.php"):
            path.write_text(path.read_text().replace("'/usr/share/php", f"'{self.root}/usr/share/php"))

    def version(self):
        return self.debian_version("dokuwiki").split("-")[0]

    @property
    def tree(self):
        return self.root / "usr/share/dokuwiki"

    def environment(self):
        return {"PHP_CLI_SERVER_WORKERS": "4"}

    def seed(self):
        conf = self.data / "conf"
        shutil.copytree(self.root / "etc/dokuwiki", conf, symlinks=False, ignore_dangling_symlinks=True)
        shutil.copytree(self.root / "var/lib/dokuwiki/data", self.data / "wiki")
        hashed = output(["php", "-r", "echo password_hash($argv[1], PASSWORD_BCRYPT);", self.password])
        (conf / "users.auth.php").write_text(f"{self.user}:{hashed}:Ada Byron:ada@example.test:admin,user\n")
        (conf / "acl.auth.php").write_text("*\t@ALL\t1\n*\t@user\t8\n")
        language = {"pt": "pt-br"}.get(self.language, self.language)
        (conf / "local.php").write_text(
            f"<?php\n$conf['savedir'] = '{self.data}/wiki'; $conf['useacl'] = 1; $conf['superuser'] = '@admin';\n"
            f"$conf['lang'] = '{language}'; $conf['title'] = 'Orchard'; $conf['updatecheck'] = 0;\n")
        # The package reads its configuration from a fixed folder.
        preload, packaged = self.tree / "inc/preload.php", self.folder / "preload.php"
        if not packaged.exists():
            shutil.copy(preload, packaged)
        preload.write_text(packaged.read_text().replace("'/etc/dokuwiki/'", f"'{conf}/'").replace(
            "$farm_conf = ", f"define('DOKU_CONF', '{conf}/');\n$farm_conf = "))
        pages = self.data / "wiki/pages"
        pages.mkdir(parents=True, exist_ok=True)
        texts = {"start": "The orchard.", "fruit": "The quince grows by the gate.", "jam": "A quince jam."}
        for name, text in texts.items():
            (pages / f"{name}.txt").write_text(f"====== {name.title()} ======\n{text}\n")
        subprocess.run(["php", "bin/indexer.php", "-q"], cwd=self.tree, capture_output=True)

    def command(self):
        return self.php(self.tree)

    def signed_in(self, browser):
        return 'name="fullname"' in self.get("/doku.php?id=start&do=profile", browser.cookies())[2]

    def hits(self, word):
        return sum(word in path.read_text() for path in (self.data / "wiki/pages").glob("*.txt"))

    def records(self):
        changed = "Ada Byron" not in (self.data / "conf/users.auth.php").read_text()
        return len(list((self.data / "wiki/pages").glob("*.txt"))) + changed


def applications(folder):
    return [DokuWiki(folder), DokuWiki(folder, "pt")]
