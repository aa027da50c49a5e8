//! The console in a real browser, driven by a second engine in the place of the person.

use lemmascope_sites::Sites;

use crate::desk::Desk;
use crate::serving::Server;

/// A person at the console.
pub(crate) struct Person<'a> {
    pub(crate) desk: &'a Desk,
}

impl Person<'_> {
    /// Carries out a command on the page of the console.
    pub(crate) fn does(&self, words: &[&str]) -> String {
        let done = self.desk.lemmascope(words);
        assert!(done.out.starts_with("ok"), "{words:?}: {}", done.out);
        done.out
    }

    /// Sends a line, and waits until the console shows what comes of it.
    pub(crate) fn sends(&self, line: &str, until: &str) {
        self.does(&["type", "#input", line, "--enter"]);
        self.sees(until);
    }

    /// Reads the page until it has a text; each look is a command and takes its time.
    fn sees(&self, text: &str) {
        self.sees_at("main", text);
    }

    fn reads(&self) -> String {
        self.reads_at("main")
    }

    /// Reads a part of the page until it has a text.
    pub(crate) fn sees_at(&self, selector: &str, text: &str) {
        let is_shown = |_: &usize| self.reads_at(selector).contains(text);
        assert!((0..400).find(is_shown).is_some(), "{text:?} is not shown: {}", self.reads_at(selector));
    }

    pub(crate) fn reads_at(&self, selector: &str) -> String {
        self.does(&["text", "--selector", selector, "--budget", "100000"])
    }
}

#[test]
fn the_console_acts_shows_and_hands_over() {
    let sites = Sites::start_at(0).unwrap();
    let (served, own) = (Desk::new(), Desk::new());
    served.with_time();
    own.with_time();
    let server = Server::start(&served);
    let person = Person { desk: &own };
    // Who has no cookie signs in by the form, with the token.
    person.does(&["goto", &format!("http://{}/", server.address)]);
    person.does(&["type", "Token", &server.token]);
    person.does(&["click", "Sign in"]);
    person.sees_at("body", "no page open");

    // Commands act, and the observation of the page stands beside the picture.
    person.sends(&format!("goto {}", sites.url("account", "/login")), "Forgot password?");
    person.sends("focus \"E-mail address\"", "focused");
    let served_page = || served.lemmascope(&["observe"]).out;
    let page = served_page();
    assert!(page.lines().any(|line| line.contains("E-mail address") && line.contains("focused")), "{page}");

    // Who takes over types on the picture, and the page of the session gets the keys.
    person.does(&["click", "Take over"]);
    person.does(&["focus", "#stage"]);
    for key in ["a", "n", "n"] {
        person.does(&["press", key]);
    }
    person.does(&["press", "shift+escape"]);
    let page = served_page();
    assert!(page.contains(r#""E-mail address" = "ann""#), "{page}");
    let unheard = own.lemmascope(&["press", "b"]).out;
    assert!(unheard.contains("no_effect") && !served_page().contains("annb"), "{unheard}");

    // A sentence acts; a question is answered in the next message; the journal takes it back.
    person.does(&["check", "Chat"]);
    person.sends("create a folder named reports", "+ reports");
    assert!(served.work().join("reports").is_dir());
    person.sends("rename the folder reports", "What should the new name be?");
    person.sends("papers", "reports → papers");
    assert!(served.work().join("papers").is_dir());
    person.does(&["click", "Journal"]);
    person.does(&["click", "Undo"]);
    person.sees("papers → reports");
    assert!(served.work().join("reports").is_dir() && !served.work().join("papers").exists());

    // A key is shown once, and works until it is revoked.
    person.does(&["click", "Keys"]);
    person.does(&["type", "Agent", "scout"]);
    person.does(&["check", "files read and write files"]);
    person.does(&["click", "Create"]);
    person.sees("it is not shown again");
    let shown = person.reads();
    let key = shown.split_whitespace().find(|word| word.starts_with("lsk_")).unwrap();
    assert!(server.ask("GET", "/v1/me", key, "").1.contains("scout"));
    // A plan that the agent asks for waits until the person agrees.
    let (_, asked) = server.ask("POST", "/v1/intents/files.purge", key, "{}");
    assert!(asked.contains("\"ask\""), "{asked}");
    person.does(&["click", "Approvals"]);
    person.sees("scout");
    person.does(&["click", "Approve"]);
    person.sees("Approved: files.purge");
    person.sees("Nothing waits for your approval.");
    assert!(server.ask("GET", "/v1/runs", key, "").1.contains("files.purge"));
    person.does(&["click", "Keys"]);
    person.does(&["click", "Revoke"]);
    person.does(&["click", "#confirm-yes"]);
    person.sees("revoked");
    person.does(&["click", "Journal"]);
    person.does(&["click", "Keys"]);
    let shown = person.reads();
    assert!(shown.contains("revoked") && !shown.contains(key), "{shown}");

    // A definition is checked while it is typed.
    person.does(&["click", "Definitions"]);
    person.sees("new_project");
    person.does(&["click", "New definition"]);
    let definition = |verb: &str| {
        format!("{{intent: raise_beds, version: 1.0, steps: [{{action: files.{verb}, path: beds}}]}}")
    };
    person.does(&["type", "Source of the definition", &definition("create_fodler")]);
    person.sees("files.create_fodler");
    person.does(&["type", "Source of the definition", &definition("create_folder")]);
    person.sees("No faults");
}
