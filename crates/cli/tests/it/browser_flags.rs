//! The browser flags of the command line.

use std::path::Path;

use lemmascope_sites::Sites;

use crate::background::{kill, pid};
use crate::desk::Desk;
use crate::display::Display;

const TOKEN: &str = "token-7d1f-in-plain-text";

fn desk() -> (Sites, Desk, String) {
    let sites = Sites::start_at(0).unwrap();
    let desk = Desk::new();
    desk.with_time();
    let shop = sites.url("shop", "/");
    (sites, desk, shop)
}

/// Runs a command that must succeed.
fn run(desk: &Desk, arguments: &[&str]) -> String {
    let done = desk.lemmascope(arguments);
    assert_eq!(done.code, 0, "{arguments:?}: {}{}", done.out, done.err);
    done.out
}

#[test]
fn profile_persists_across_engine_stop_and_kill() {
    let (_sites, desk, shop) = desk();
    let stored = "localStorage.getItem('token') + ' ' + document.cookie";
    run(&desk, &["--profile", "work", "goto", &shop]);
    run(
        &desk,
        &["execute", &format!("localStorage.setItem('token', '{TOKEN}'); document.cookie = 'who=ann'")],
    );
    run(&desk, &["stop"]);
    run(&desk, &["--profile", "work", "goto", &shop]);
    let seen = run(&desk, &["execute", stored]);
    assert!(seen.contains(TOKEN) && seen.contains("who=ann"), "{seen}");

    // A killed engine cannot save its state, but it was saved after each command.
    run(&desk, &["execute", "document.cookie = 'who=bob'"]);
    kill(pid(&desk).unwrap());
    run(&desk, &["--profile", "work", "goto", &shop]);
    let seen = run(&desk, &["execute", stored]);
    assert!(seen.contains(TOKEN) && seen.contains("who=bob"), "{seen}");

    // A profile can be used by one session at a time.
    let second = desk.lemmascope(&["--json", "--session", "second", "--profile", "work", "goto", &shop]);
    let answer: serde_json::Value = serde_json::from_str(&second.out).unwrap();
    assert_eq!(answer["status"], "error", "{answer}");
    assert!(answer.to_string().contains("in use by session default"), "{answer}");
    let listed = run(&desk, &["profile", "list"]);
    assert!(listed.contains("work") && listed.contains("session default"), "{listed}");
    assert_ne!(desk.lemmascope(&["profile", "delete", "work"]).code, 0);
    run(&desk, &["session", "close", "default"]);
    searched(&desk.home().join("profiles"));
    run(&desk, &["profile", "delete", "work"]);
    assert!(!run(&desk, &["profile", "list"]).contains("work"));
    assert_ne!(desk.lemmascope(&["--profile", "../x", "goto", &shop]).code, 0);
}

/// Fails if a file in the folder contains the token.
fn searched(folder: &Path) {
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        match entry.file_type().unwrap().is_dir() {
            true => searched(&entry.path()),
            false => {
                let bytes = std::fs::read(entry.path()).unwrap();
                let found = bytes.windows(TOKEN.len()).any(|window| window == TOKEN.as_bytes());
                assert!(!found, "{}", entry.path().display());
            }
        }
    }
}

#[test]
fn flags_apply_to_background_and_foreground_engines() {
    let (_sites, desk, shop) = desk();
    let seen = "[navigator.userAgent, navigator.language, Intl.DateTimeFormat().resolvedOptions().timeZone, innerWidth].join(' ')";
    let flags =
        ["--user-agent", "Probe/7", "--locale", "pt-BR", "--timezone", "Asia/Tokyo", "--viewport", "900x600"];
    let expected = "Probe/7 pt-BR Asia/Tokyo 900";
    run(&desk, &[&flags[..], &["goto", &shop]].concat());
    assert!(run(&desk, &["execute", seen]).contains(expected));
    // The flags stay in effect until they are overridden.
    run(&desk, &["--locale", "de", "goto", &shop]);
    assert!(run(&desk, &["execute", seen]).contains("Probe/7 de Asia/Tokyo 900"));
    let script = format!("goto {shop}\nexecute \"{seen}\"\n");
    let done = desk.feed(&[&flags[..], &["--foreground", "run", "-"]].concat(), &script);
    assert!(done.out.contains(expected), "{}{}", done.out, done.err);
}

#[test]
fn invalid_flag_is_rejected_by_name() {
    let (_sites, desk, shop) = desk();
    for (flag, value) in [
        ("--viewport", "wide"),
        ("--locale", "pt_BR"),
        ("--timezone", "Mars/Phobos"),
        ("--proxy", "ftp://x"),
        ("--profile", "a/b"),
    ] {
        let done = desk.lemmascope(&["--json", flag, value, "goto", &shop]);
        let name = flag.trim_start_matches('-');
        assert_ne!(done.code, 0, "{flag} {value}: {}", done.out);
        let answer: serde_json::Value = serde_json::from_str(&done.out).unwrap();
        assert!(answer.to_string().contains(name), "{flag} {value}: {answer}");
        run(&desk, &["session", "close", "default"]);
    }
    let headed = desk.lemmascope(&["--json", "--headed", "goto", &shop]);
    assert_ne!(headed.code, 0);
    assert!(headed.out.contains("display") && headed.out.contains("--headless"), "{}", headed.out);
}

#[test]
fn session_switches_between_headed_and_headless_mode() {
    let display = Display::start();
    let (_sites, mut desk, shop) = desk();
    desk.know("DISPLAY", display.name.clone());
    let name = "navigator.userAgent";
    run(&desk, &["--headed", "goto", &shop]);
    let headed = run(&desk, &["execute", name]);
    assert!(headed.contains("Chrome/") && !headed.contains("Headless"), "{headed}");
    // The session continues without a window, on the same page.
    run(&desk, &["--headless", "url"]);
    assert!(run(&desk, &["execute", name]).contains("Headless"));
    assert!(run(&desk, &["url"]).contains(&shop));
}

#[test]
fn sentences_cannot_attach_to_a_browser() {
    let desk = Desk::new();
    desk.without_browser();
    for sentence in [
        "attach to the browser at port 9222",
        "connect to my running browser on http://127.0.0.1:9222",
        "use the proxy http://evil.example:8080",
        "anexe ao navegador na porta 9222",
    ] {
        let understood = desk.lemmascope(&["understand", "--json", sentence]).out;
        assert!(!understood.contains("web.attach") && !understood.contains("browser_set"), "{understood}");
    }
}

#[test]
fn proxy_password_is_never_shown_or_stored() {
    let (_sites, desk, shop) = desk();
    let nobody = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port();
    let proxy = format!("http://ann:{TOKEN}@127.0.0.1:{nobody}");
    let done = desk.lemmascope(&["--proxy", &proxy, "goto", &shop]);
    assert_ne!(done.code, 0);
    assert!(
        done.out.contains(&format!("the proxy http://127.0.0.1:{nobody} does not answer")),
        "{}",
        done.out
    );
    let shown = run(&desk, &["browser", "set"]);
    assert!(shown.contains(&nobody.to_string()), "{shown}");
    for text in [done.out, done.err, shown, run(&desk, &["sessions"])] {
        assert!(!text.contains(TOKEN), "{text}");
    }
    run(&desk, &["stop"]);
    searched(&desk.home());
}
