"""The cells of the table: each drives the engine and compares its answer with what the application recorded."""

from dataclasses import dataclass

HEADINGS = (
    "login wrong", "login right", "way out", "search hit", "search none", "form invalid", "form valid", "logout",
)


@dataclass
class Cell:
    """One comparison. `mark` is `right`, `false` (the answer contradicts the application), `unable` (the engine says
    truthfully that it did not succeed, where success was possible) or `-` (the application has no such page)."""

    mark: str = "-"
    said: str = ""
    fact: str = ""


def trial(application, browser):
    """Fills in the cells of one application, in an order in which none spoils the next."""
    cells = {heading: Cell() for heading in HEADINGS}
    if application.login_path is not None:
        cells["login wrong"] = login(application, browser, application.wrong_password)
        cells["login right"] = login(application, browser, application.password)
        cells["way out"] = way_out(application, browser)
    if application.search_path is not None:
        cells["search hit"] = search(application, browser, application.hit)
        cells["search none"] = search(application, browser, application.miss)
    cells["form invalid"] = forms(application, browser, application.refused, False)
    cells["form valid"] = forms(application, browser, application.accepted, True)
    if application.login_path is not None:
        cells["logout"] = logout(application, browser)
    return cells


def login(application, browser, password):
    wanted = password == application.password
    browser.line(f"goto {application.url}{application.login_path}")
    answer = browser.line(f"login {quoted(application.user)} {quoted(password)}")
    fact = application.signed_in(browser)
    return judged(answer, fact, wanted, "signed in" if fact else "not signed in")


def logout(application, browser):
    if not application.signed_in(browser):
        return Cell("-", "", "not signed in before")
    go_home(application, browser)
    answer = browser.line("logout")
    fact = not application.signed_in(browser)
    return judged(answer, fact, True, "signed out" if fact else "still signed in")


def way_out(application, browser):
    """Looks whether a signed-in page lists a user menu or a way to sign out."""
    if not application.signed_in(browser):
        return Cell("-", "", "not signed in before")
    go_home(application, browser)
    seen = browser.line("observe")
    listed = [*seen.get("patterns", {}), *(element.get("role") for element in seen.get("elements", []))]
    signs = [sign for sign in ("user_menu", "logout") if sign in listed]
    return Cell("right" if signs else "false", ", ".join(signs) or "nothing listed", "signed in")


def go_home(application, browser):
    """Opens the page of a signed-in user, unless the application forgets its user when a page is loaded."""
    if application.home_path is not None:
        browser.line(f"goto {application.url}{application.home_path}")
        browser.line(application.home_ready)


def search(application, browser, word):
    browser.line(f"goto {application.url}{application.search_path}")
    answer = browser.line(f"search {quoted(word)}")
    expected = 0 if word == application.miss else application.hits(word)
    result = answer.get("result")
    count = result.get("result") if isinstance(result, dict) else None
    said = f"{answer.get('status')}, {count if count is not None else 'no count'}"
    fact = "some results" if expected is None else f"{expected} results"
    if answer.get("status") != "ok":
        return Cell("unable", words(answer), fact)
    if expected == 0:
        return Cell("right" if count == 0 else "false" if count else "unable", said, fact)
    if count is None:
        return Cell("right", said, fact)
    true = count > 0 if expected is None else count == expected
    return Cell("right" if true else "false", said, fact)


def forms(application, browser, scripts, valid):
    """Sends several forms; the cell has the worst mark and the answers that earned it."""
    tried = {label: form(application, browser, lines, valid) for label, lines in scripts.items()}
    for mark in ("false", "unable", "right"):
        found = {label: cell for label, cell in tried.items() if cell.mark == mark}
        if found:
            cell = next(iter(found.values()))
            said = " / ".join(f"{label}: {cell.said}" for label, cell in found.items())
            return Cell(mark if len(tried) == 1 else f"{mark} {len(found)}/{len(tried)}", said, cell.fact)
    return Cell()


def form(application, browser, lines, valid):
    """Carries out the lines of a form; the last one that ran is the answer."""
    before = application.records()
    unique = f"{'pear' if valid else 'plum'}{len(browser.transcript)}x{application.port}"
    answer = {}
    for line in lines:
        answer = browser.line(line.replace("{url}", application.url).replace("{unique}", unique))
        if answer.get("status") not in (None, "ok"):
            break
    changed = application.records() != before
    return judged(answer, changed, valid, "recorded" if changed else "not recorded")


def judged(answer, happened, wanted, fact):
    """Compares an answer that says yes or no with the fact."""
    status = answer.get("status")
    yes = status == "ok"
    if status not in ("ok", "error", "partial"):
        mark = "unable"
    elif yes != happened:
        mark = "false"
    else:
        mark = "right" if happened == wanted else "unable"
    return Cell(mark, words(answer), fact)


def words(answer):
    """Returns the answer in short: its status, its summary and the page's message."""
    parts = [answer.get("status") or "no status"]
    for key in ("summary", "message", "verdict"):
        if answer.get(key):
            parts.append(str(answer[key]))
    result = answer.get("result")
    if result:
        parts.append(str(result)[:160])
    return ": ".join(parts)


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
