#!/usr/bin/env python3
"""Tries the engine on real web applications and prints a table of what it says against what is.

    run.py [--program PROGRAM] [--folder FOLDER] [--details | --install | --serve] [NAME…]

Each application is installed from its package registry into FOLDER/NAME, once; its content is made anew for every
trial. The transcript of a trial is written to FOLDER/NAME/transcript.json. Without names, all applications are tried,
one at a time.
"""

import argparse
import importlib
import json
import sys
import traceback
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent))

from cells import HEADINGS, trial
from trial import Browser, free_port


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--program", default="lemmascope", help="the engine to try")
    arguments.add_argument("--folder", default="/tmp/applications", help="where the applications are installed")
    arguments.add_argument("--details", action="store_true", help="print every answer that is not right")
    arguments.add_argument("--install", action="store_true", help="install the applications and try nothing")
    arguments.add_argument("--serve", action="store_true", help="start the application and wait for Enter")
    arguments.add_argument("--language", help="try only the applications in this language")
    arguments.add_argument("names", nargs="*")
    options = arguments.parse_args()

    known = sorted(path.stem for path in (Path(__file__).parent / "apps").glob("[a-z]*.py"))
    print("| application | version | language | " + " | ".join(HEADINGS) + " |")
    print("| --- " * (len(HEADINGS) + 3) + "|", flush=True)
    details, totals = [], {}
    for name in options.names or known:
        for application in importlib.import_module(f"apps.{name}").applications(options.folder):
            if options.language not in (None, application.language):
                continue
            try:
                cells = tried(application, options)
            except Exception:
                details.append(f"{application.name}: could not be tried\n{traceback.format_exc()}")
                continue
            if cells is None:
                continue
            row = [application.name, application.version(), application.language]
            print("| " + " | ".join(row + [cells[heading].mark for heading in HEADINGS]) + " |", flush=True)
            for heading in HEADINGS:
                cell = cells[heading]
                mark = cell.mark.split()[0]
                totals[mark] = totals.get(mark, 0) + 1
                if mark not in ("right", "-"):
                    where = f"{application.name} ({application.language}), {heading}"
                    details.append(f"{where}: {cell.mark}\n  said: {cell.said}\n  fact: {cell.fact}")
    print("\n" + ", ".join(f"{count} {mark}" for mark, count in sorted(totals.items()) if mark != "-"))
    if options.details and details:
        print("\n" + "\n".join(details))


def tried(application, options):
    """Installs the application unless it is installed, tries it, and writes the transcript."""
    application.folder.mkdir(parents=True, exist_ok=True)
    if not (application.folder / "installed").exists():
        application.install()
        (application.folder / "installed").touch()
    if options.install:
        return None
    application.port = free_port()
    application.reset()
    application.seed()
    browser = None
    try:
        application.start()
        application.started()
        if options.serve:
            input(f"{application.url}{application.login_path or ''} as {application.user} {application.password} ")
            return None
        browser = Browser(options.program, application.folder / "browser")
        return trial(application, browser)
    finally:
        if browser:
            browser.close()
            (application.folder / "transcript.json").write_text(json.dumps(browser.transcript, indent=1))
        application.stop()


if __name__ == "__main__":
    main()
