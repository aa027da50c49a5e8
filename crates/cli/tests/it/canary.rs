//! Passes a password to every interface in every possible way, and then searches all output and every byte of
//! every file for it.

use std::path::Path;

use crate::desk::{Desk, Done};

const CANARY: &str = "canary-5f3a9c-Hunter2!";

const SIGN_IN: &str = "
intent: sign_in
version: 1
description: Take a password and fail or succeed with it
parameters:
  - { name: username, type: string, required: true }
  - { name: password, type: string, required: true }
  - { name: data, type: object }
  - { name: wanted, type: string, default: begun }
steps:
  - action: files.create_folder
    path: begun
  - checkpoint: begun
  - branch:
      if: $password == \"something else\"
      then:
        - action: files.create_folder
          path: other
  - try:
      steps:
        - action: files.read_file
          path: $password
      catch:
        - action: files.create_folder
          path: caught
success:
  conditions:
    - files.exists: { path: $wanted }
  extract:
    user: $username
    told: the password is $password
";

#[test]
fn passwords_are_never_written() {
    let desk = Desk::new();
    desk.without_browser();
    desk.define("sign_in", SIGN_IN);
    let json = format!(r#"{{"card": {{"cvv": "{CANARY}", "pins": {{"token": ["{CANARY}"]}}}}}}"#);
    let mut seen: Vec<Done> = vec![
        desk.lemmascope(&["sign_in", "ann", CANARY]),
        desk.lemmascope(&["sign_in", "ann", CANARY, "--json"]),
        desk.lemmascope(&["sign_in", "ann", CANARY, "--dry-run"]),
        desk.lemmascope(&["sign_in", "ann", "--password", CANARY, "--data", &json]),
        desk.lemmascope(&["sign_in", "ann", CANARY, "--wanted", "nowhere"]),
        desk.lemmascope(&["sign_in", "--resume", "begun"]),
        desk.lemmascope(&["sign_in", "--password", CANARY, "--resume", "begun"]),
        desk.lemmascope(&["sign_in", "ann", CANARY, "--nonsense", "x"]),
        desk.lemmascope(&["sign_in", "ann", CANARY, "one", "two", "three"]),
        desk.lemmascope(&["--foreground", "sign_in", "ann", CANARY]),
        desk.lemmascope(&["--foreground", "sign_in", "ann", CANARY, "--json"]),
        desk.lemmascope(&["login", "ann", CANARY]),
        desk.lemmascope(&["login", "ann", CANARY, "--json"]),
        desk.lemmascope(&["type", "password", CANARY]),
        desk.lemmascope(&["fill_form", &json]),
        desk.lemmascope(&["logn", "--password", CANARY]),
        desk.lemmascope(&["run", "sign_in", "--username", "ann", "--password", CANARY]),
        desk.lemmascope(&["cookies", "set", "token", CANARY]),
        desk.lemmascope(&["goto", &format!("https://ann:{CANARY}@example.com/")]),
        desk.lemmascope(&["--set", &format!("store.url=postgres://ann:{CANARY}@127.0.0.1:1/none"), "undo"]),
        desk.lemmascope(&[
            "config",
            "set",
            "store.url",
            &format!("postgres://ann:{CANARY}@127.0.0.1:1/none"),
        ]),
        desk.lemmascope(&["config", "show"]),
        desk.lemmascope(&["undo"]),
        desk.lemmascope(&["redo"]),
        desk.lemmascope(&["intents"]),
    ];
    let add = ["credentials", "add", "shop", "--origin", "https://shop.example", "--username", "ann"];
    let more = |words: &[&'static str]| [&add[..], words].concat();
    let json_of = format!(r#"{{"username": "ann", "password": "{CANARY}"}}"#);
    seen.extend([
        desk.feed(&add, &format!("{CANARY}\n")),
        desk.feed(&add, &format!("{CANARY}\n")),
        desk.feed(&more(&["--replace", "--json"]), &json_of),
        desk.feed(&more(&["--replace", "--totp"]), &format!("{CANARY}\n{CANARY}\n")),
        desk.feed(&more(&["--replace"]), &json_of.replace("password", "pass")),
        desk.feed(&[&["--foreground"], &more(&["--replace"])[..]].concat(), &json_of),
        desk.lemmascope(&[&add[..], &["--password", CANARY]].concat()),
        desk.lemmascope(&[&add[..], &[CANARY]].concat()),
        desk.feed(&["run", "-", "--keep-going"], &format!("{} --password {CANARY}\n", add.join(" "))),
        desk.lemmascope(&["credentials", "list", "--json"]),
        desk.lemmascope(&["credentials", "show", "shop"]),
    ]);
    let kept = desk.lemmascope(&["credentials", "show", "shop"]);
    assert_eq!(kept.code, 0, "{}", kept.out);
    let script = format!("sign_in ann \"{CANARY}\"\nlogin ann \"{CANARY}\"\nlogin ann \"{CANARY}\n");
    seen.push(desk.feed(&["run", "-", "--keep-going"], &script));
    seen.push(desk.feed(&["run", "-", "--keep-going", "--json"], &script));
    seen.push(desk.feed(&["--foreground"], &script));
    assert_eq!(seen[0].code, 0, "{}", seen[0].out);

    for (number, done) in seen.iter().enumerate() {
        assert!(!done.out.contains(CANARY), "printed by number {number}: {}", done.out);
        assert!(!done.err.contains(CANARY), "printed by number {number}: {}", done.err);
    }
    // The password was processed: its masked form is visible.
    assert!(seen[0].out.contains("told: ••••••••"), "{}", seen[0].out);
    // While the engine runs, a part of its state is in a separate file; after its exit, in a single one.
    for running in [true, false] {
        let mut files = 0;
        search(desk.user_home().parent().unwrap(), &mut files);
        assert!(files >= 3, "only {files} files were searched");
        if running {
            desk.lemmascope(&["stop"]);
        }
    }
}

/// The same for a password that is typed into a page. Also searches the browser's profile, while the browser
/// runs.
#[test]
fn passwords_typed_into_pages_are_never_written() {
    let sites = lemmascope_sites::Sites::start_at(0).unwrap();
    let desk = Desk::new();
    let login = sites.url("account", "/login");
    let ask = |line: &[&str]| desk.lemmascope(line);
    assert_eq!(ask(&["goto", &login]).code, 0);
    let typed = ask(&["type", "password", CANARY]);
    assert_eq!(typed.code, 0, "{}", typed.out);
    assert!(typed.out.contains("••••••••"), "{}", typed.out);
    let mut seen = vec![
        typed,
        ask(&["type", "login_form.password", CANARY, "--json"]),
        ask(&["type", "css(input[type=password])", CANARY, "--append", "--dry-run"]),
        ask(&["type", "no such field", CANARY]),
        ask(&["observe"]),
        ask(&["observe", "--full", "--hidden", "--json"]),
        ask(&["observe", "--delta"]),
        ask(&["html"]),
        ask(&["text"]),
        ask(&["extract", "text"]),
        ask(&["extract", "css(input)", "--format", "json"]),
        ask(&["screenshot", "--output", "login.png", "--annotate"]),
        ask(&["storage", "list"]),
        ask(&["console"]),
        ask(&["requests"]),
        ask(&["state", "save", "state.json"]),
        // Observed again afterwards: a field that shows the typed text still contains a secret.
        ask(&["click", "Sign in"]),
        ask(&["requests", "--last", "5"]),
        ask(&["observe"]),
        ask(&["undo"]),
        ask(&["--foreground", "status"]),
    ];
    // The same with a stored password: in the form, with HTTP authentication, and on other origins.
    let (here, guarded) = (sites.url("account", ""), sites.url("doors", "/guarded/basic"));
    let kept = desk.feed(&["credentials", "add", "kept", "--origin", &here, "--username", "ann"], CANARY);
    assert_eq!(kept.code, 0, "{}{}", kept.out, kept.err);
    let doors = sites.url("doors", "");
    let porter =
        desk.feed(&["credentials", "add", "porter", "--origin", &doors, "--username", "robin"], CANARY);
    assert_eq!(porter.code, 0, "{}{}", porter.out, porter.err);
    assert_eq!(ask(&["goto", &login]).code, 0);
    let refused = ask(&["login", "as", "kept"]);
    assert!(refused.out.contains("error login_as: authentication failed"), "{}{}", refused.out, refused.err);
    seen.extend([kept, porter, refused]);
    seen.push(ask(&["login", "as", "porter", "--json"]));
    seen.push(ask(&["observe", "--full", "--json"]));
    seen.push(ask(&["goto", &guarded]));
    seen.push(ask(&["login", "as", "porter"]));
    seen.push(ask(&["login", "robin", CANARY]));
    seen.push(ask(&["requests", "--last", "5"]));
    seen.push(ask(&["history"]));
    seen.push(desk.feed(&["run", "-"], &format!("goto {login}\ntype password \"{CANARY}\"\nobserve\n")));
    for (number, done) in seen.iter().enumerate() {
        assert!(!done.out.contains(CANARY), "printed by number {number}: {}", done.out);
        assert!(!done.err.contains(CANARY), "printed by number {number}: {}", done.err);
    }
    for running in [true, false] {
        let mut files = 0;
        search(desk.user_home().parent().unwrap(), &mut files);
        assert!(files >= 3, "only {files} files were searched");
        if running {
            desk.lemmascope(&["stop"]);
        }
    }
}

fn search(folder: &Path, files: &mut usize) {
    // A running browser creates and removes files continuously, so missing ones are skipped.
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        assert!(!path.to_string_lossy().contains(CANARY), "{}", path.display());
        if path.is_dir() {
            search(&path, files);
        } else if let Ok(bytes) = std::fs::read(&path) {
            *files += 1;
            let found = bytes.windows(CANARY.len()).any(|window| window == CANARY.as_bytes());
            assert!(!found, "the password stands in {}", path.display());
        }
    }
}
