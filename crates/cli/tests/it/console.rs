//! The console in a real browser, which a second engine drives as a person.

use lemmascope_sites::Sites;

use crate::desk::Desk;
use crate::serving::Server;

/// A person at the console.
pub(crate) struct Person<'a> {
    pub(crate) desk: &'a Desk,
}

impl Person<'_> {
    /// Executes a command on the console's page.
    pub(crate) fn does(&self, words: &[&str]) -> String {
        let done = self.desk.lemmascope(words);
        assert!(done.out.starts_with("ok"), "{words:?}: {}", done.out);
        done.out
    }

    /// Sends a line, and waits until the console shows the result.
    pub(crate) fn sends(&self, line: &str, until: &str) {
        self.does(&["type", "#input", line, "--enter"]);
        self.sees(until);
    }

    /// Reads the page until it contains a text.
    fn sees(&self, text: &str) {
        self.wait_for_text("main", text);
    }

    fn reads(&self) -> String {
        self.read_text("main")
    }

    /// Reads a part of the page until it contains a text.
    pub(crate) fn wait_for_text(&self, selector: &str, text: &str) {
        let is_shown = |_: &usize| self.read_text(selector).contains(text);
        assert!((0..400).find(is_shown).is_some(), "{text:?} is not shown: {}", self.read_text(selector));
    }

    pub(crate) fn read_text(&self, selector: &str) -> String {
        self.does(&["text", "--selector", selector, "--budget", "100000"])
    }
}

#[test]
fn console_executes_commands_and_hands_over_control() {
    let sites = Sites::start_at(0).unwrap();
    let (served, own) = (Desk::new(), Desk::new());
    served.with_time();
    own.with_time();
    let server = Server::start(&served);
    let person = Person { desk: &own };
    // Without a cookie, the person signs in with the token.
    person.does(&["goto", &format!("http://{}/", server.address)]);
    person.does(&[&format!("type Token \"{}\"", server.token)]);
    person.does(&["click", "Sign in"]);
    person.wait_for_text("body", "no page open");

    // Commands are executed, and the observation of the page is shown beside the picture.
    person.sends(&format!("goto {}", sites.url("account", "/login")), "Forgot password?");
    person.sends("focus \"E-mail address\"", "focused");
    let served_page = || served.lemmascope(&["observe"]).out;
    let page = served_page();
    assert!(page.lines().any(|line| line.contains("E-mail address") && line.contains("focused")), "{page}");

    // The list of sessions is updated before the next part, in which it must not change.
    person.wait_for_text("#sessions", "/login");

    // After taking over, the person types on the picture, and the page of the session receives the keys.
    person.does(&["click", "Take over"]);
    person.does(&["focus", "#stage"]);
    for key in ["a", "n", "n"] {
        person.does(&["press", key]);
    }
    person.does(&["press", "shift+escape"]);
    let page = served_page();
    assert!(page.contains(r#""E-mail address" = "ann""#), "{page}");
    own.lemmascope(&["press", "b"]);
    let page = served_page();
    assert!(page.contains(r#""E-mail address" = "ann""#), "{page}");

    // A sentence is executed, a question is answered in the next message, and the journal undoes the action.
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

    // A key is shown once, and is valid until it is revoked.
    person.does(&["click", "Keys"]);
    person.does(&["type", "Agent", "scout"]);
    person.does(&["check", "files read and write files"]);
    person.does(&["click", "Create"]);
    person.sees("it is not shown again");
    let shown = person.reads();
    let key = shown.split_whitespace().find(|word| word.starts_with("lsk_")).unwrap();
    assert!(server.ask("GET", "/v1/me", key, "").1.contains("scout"));
    // A plan of an agent waits until the person approves it.
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

/// Creates a folder and a file for each name, in a session of its own: a task that is repeated three times.
fn taught(desk: &Desk, names: [&str; 3], folder_first: bool) {
    for name in names {
        let session = format!("by_{name}");
        let folder = ["files.create_folder", &format!("trip_{name}")].map(str::to_string).to_vec();
        let file = ["files.create_file", &format!("plan_{name}.txt"), "hello"].map(str::to_string).to_vec();
        let lines = if folder_first { [folder, file] } else { [file, folder] };
        for line in lines {
            let mut words = vec!["--session", &session];
            words.extend(line.iter().map(String::as_str));
            let done = desk.lemmascope(&words);
            assert_eq!(done.code, 0, "{words:?}: {}{}", done.out, done.err);
        }
    }
}

#[test]
fn console_replays_refines_and_accepts_proposals() {
    let (served, own) = (Desk::new(), Desk::new());
    served.without_browser();
    own.with_time();
    let server = Server::start(&served);
    taught(&served, ["north", "south", "west"], true);
    let person = Person { desk: &own };
    person.does(&["goto", &format!("http://{}/?token={}", server.address, server.token)]);
    person.does(&["click", "Proposals"]);
    person.sees("3 observations");
    let shown = person.reads();
    let name = shown.split_whitespace().skip_while(|word| *word != "intent:").nth(1).unwrap().to_string();

    // The replay uses the last values, and reports the obstacle that they meet.
    person.does(&["click", "Replay"]);
    person.sees("✗");
    std::fs::remove_dir_all(served.work().join("trip_west")).unwrap();
    std::fs::remove_file(served.work().join("plan_west.txt")).unwrap();
    person.does(&["click", "Replay"]);
    person.sees("✓ Every step was executed.");
    assert!(served.work().join("trip_west").is_dir() && served.work().join("plan_west.txt").is_file());

    // The proposal is refined in a dialogue of lines, and accepted with the changes.
    person.does(&["click", "Refine"]);
    person.sees("Current definition:");
    let line = |text: &str, until: &str| {
        person.does(&["type", "Command of the dialogue", text]);
        person.does(&["click", "Send"]);
        person.sees(until);
    };
    line("add param title:string --optional", "title: string (optional)");
    line("add step 3", "New step 3:");
    line("files.create_folder \"done\"", "Added step 3");
    line("save", "saved to discovered intents");
    person.sees("Nothing is proposed.");
    let intents = server.ask("GET", "/v1/intents", &server.token, "").1;
    assert!(intents.contains(&name), "{name} is not in {intents}");

    // Another proposal is accepted unchanged.
    taught(&served, ["may", "june", "july"], false);
    person.does(&["click", "Definitions"]);
    person.does(&["click", "Proposals"]);
    person.sees("observations");
    person.does(&["click", "Accept"]);
    person.sees("saved to discovered intents");
    let status = served.lemmascope(&["learn", "status"]).out;
    assert!(status.contains("2 saved"), "{status}");
}

#[test]
fn console_shows_pack_manifests_and_loads_packs() {
    let (served, own) = (Desk::new(), Desk::new());
    served.without_browser();
    own.with_time();
    let folder = served.home().join("packs/shop.test");
    std::fs::create_dir_all(folder.join("intents")).unwrap();
    let manifest = "pack: shop.test\nversion: 1.2.0\ndescription: A shop\ndomains: [shop.test]\n\
                    hooks: { before_intent: [{ action: dismiss_popups }] }\n";
    std::fs::write(folder.join("pack.yaml"), manifest).unwrap();
    let order = "intent: order\nversion: 1\nsteps: [{ action: click, target: Buy }, { action: login_as, credentials: mine }]\n";
    std::fs::write(folder.join("intents/order.yaml"), order).unwrap();
    std::fs::create_dir_all(served.home().join("packs/broken")).unwrap();
    std::fs::write(served.home().join("packs/broken/pack.yaml"), "pack: [\n").unwrap();
    let server = Server::start(&served);
    let person = Person { desk: &own };
    person.does(&["goto", &format!("http://{}/?token={}", server.address, server.token)]);
    person.does(&["click", "Packs"]);
    person.sees("A shop");
    let shown = person.reads();
    for part in ["v1.2.0", "Domains: shop.test", "shop.test/order", "broken", "failed"] {
        assert!(shown.contains(part), "{part} is not in {shown}");
    }
    person.does(&["execute", "document.querySelector('[aria-label=\"shop.test\"] button').click()"]);
    person.sees("signs in, and asks each time, with: mine");
    person.sees("hooks: before_intent");
    person.does(&["execute", "document.querySelectorAll('[aria-label=\"shop.test\"] button')[1].click()"]);
    person.sees("Loading intent pack: shop.test (v1.2.0)");
    let packs = served.lemmascope(&["packs"]).out;
    assert!(packs.contains("✓ shop.test (v1.2.0) - loaded"), "{packs}");
}
