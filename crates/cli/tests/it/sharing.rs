//! Sharing between two persons: publishing, finding, confirming at a terminal, and running, with each kind of
//! repository.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;

use crate::desk::Desk;
use crate::serving::Server;
use crate::terminal::Terminal;

const GREET: &str = "intent: greet\nversion: VERSION\ndescription: Reads the greeting of a page\nsteps:\n  - { extract: { said: { from: web.text } } }\n";

/// Publishes an intent of ana in this version.
fn publish(ana: &Desk, version: &str, more: &str, to: &str) {
    if !ana.home().join("keys/ana.key").exists() {
        let made = ana.lemmascope(&["pack", "keygen", "--author", "ana", "--no-passphrase"]);
        assert!(made.out.contains("public key: RW"), "{made:?}");
        let secret = std::fs::read_to_string(ana.home().join("keys/ana.key")).unwrap();
        let secret = secret.lines().last().unwrap();
        assert!(secret.len() > 100 && !made.out.contains(secret) && !made.err.contains(secret));
    }
    ana.define("greet", &(GREET.replace("VERSION", version) + more));
    let done = ana.lemmascope(&["publish", "greet", "--to", to, "--domains", "127.0.0.1"]);
    assert_eq!(done.code, 0, "{done:?}");
    assert!(done.out.starts_with(&format!("ok publish intent greet {version} of ana")), "{}", done.out);
}

/// Installs at a terminal, and returns the text that was shown before the code was typed.
fn install(bob: &Desk, line: &str) -> String {
    let terminal = Terminal::shell(bob);
    terminal.press(&[line, "Enter"]);
    let shown = terminal.wait_for(" to install it:");
    let code = shown.split("Type ").nth(1).and_then(|rest| rest.split(' ').next()).unwrap().to_string();
    terminal.press(&[&code, "Enter"]);
    terminal.wait_for("was installed");
    shown
}

/// Serves a page with a greeting and a button until the end of the test.
fn page() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut line = String::new();
            let mut reader = BufReader::new(stream.try_clone().unwrap());
            while reader.read_line(&mut line).unwrap_or(0) > 2 {
                line.clear();
            }
            let body = "<title>Hello</title><h1>Hello, bob</h1><button>Star</button>";
            let length = body.len();
            let _gone = write!(
                stream,
                "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
            );
        }
    });
    address
}

/// Ana publishes to one location, and bob installs from another one with the same content.
fn shared(ana: &Desk, to: &str, from: &str) {
    let bob = Desk::new();
    publish(ana, "1.0.0", "", to);
    let found = bob.lemmascope(&["search", "intents", "greeting page", "--in", from]);
    assert!(found.out.contains("intent greet 1.0.0 by ana: Reads the greeting of a page"), "{found:?}");
    let line = format!("lemmascope install intent greet --author ana --source {from}");
    // Only a person at a terminal can install.
    let refused = bob.shell(&line);
    assert!(refused.out.contains("needs the yes of a person at a terminal"), "{refused:?}");
    assert!(refused.out.contains("domains: 127.0.0.1"), "{refused:?}");
    assert!(!bob.home().join("packs/greet").exists());
    let shown = install(&bob, &format!("clear; {line}"));
    assert!(shown.contains("signed by ana, whose key is seen for the first time"), "{shown}");
    assert!(shown.contains("calls: web.text"), "{shown}");
    let url = page();
    assert_eq!(bob.lemmascope(&["goto", &url]).code, 0);
    let ran = bob.lemmascope(&["greet"]);
    assert!(ran.code == 0 && ran.out.contains("Hello, bob"), "{ran:?}");
    // A version with the same effects is installed without a question; one with more effects is not.
    publish(ana, "1.1.0", "tags: [greeting]\n", to);
    let updated = bob.lemmascope(&["pack", "update", "greet"]);
    assert!(updated.code == 0 && updated.out.contains("does what the version before did"), "{updated:?}");
    publish(ana, "1.2.0", "  - { action: click, target: Star }\n", to);
    let refused = bob.lemmascope(&["pack", "update", "greet"]);
    assert!(refused.out.contains("needs the yes of a person"), "{refused:?}");
    assert!(refused.out.contains("cannot be undone in greet: web.click"), "{refused:?}");
    let shown = install(&bob, "clear; lemmascope pack update greet");
    assert!(shown.contains("signed by ana, whose key is known"), "{shown}");
    assert!(shown.contains("It does something else than the version that is installed."), "{shown}");
    let verified = bob.lemmascope(&["pack", "verify", &bob.home().join("packs/greet").display().to_string()]);
    assert!(verified.out.contains("ok pack verify intent greet 1.2.0 of ana"), "{verified:?}");
    std::fs::write(bob.home().join("packs/greet/greet.yaml"), GREET).unwrap();
    let verified = bob.lemmascope(&["pack", "verify", &bob.home().join("packs/greet").display().to_string()]);
    assert!(
        verified.out.contains("PACK_LOAD_FAILED") && verified.out.contains("its hash differs"),
        "{verified:?}"
    );
    let refused = bob.lemmascope(&["greet"]);
    assert!(refused.code != 0, "what was altered is not loaded: {refused:?}");
}

#[test]
fn shares_intents_through_a_directory() {
    let ana = Desk::new();
    let folder = ana.work().join("shared").display().to_string();
    shared(&ana, &folder, &folder);
}

#[test]
fn shares_intents_through_a_git_remote() {
    let ana = Desk::new();
    let made = ana.shell("git init --quiet --bare -b main shared.git");
    assert_eq!(made.code, 0, "{made:?}");
    let remote = format!("git+file://{}", ana.work().join("shared.git").display());
    shared(&ana, &remote, &remote);
}

#[test]
fn shares_intents_over_http() {
    let ana = Desk::new();
    let folder: PathBuf = ana.work().join("shared");
    std::fs::create_dir(&folder).unwrap();
    let server = Server::start_with(&ana, &["--repository", &folder.display().to_string()]);
    shared(&ana, &folder.display().to_string(), &format!("http://{}/repository", server.address));

    // Direct requests to the same server: published content is public, and nothing else is.
    let ask = |path: &str, more: &str| {
        let mut stream = TcpStream::connect(&server.address).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nhost: {}\r\n{more}connection: close\r\n\r\n", server.address)
            .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    };
    let answer = ask("/repository/index.json", "");
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("\"name\": \"greet\""), "{answer}");
    let tag = answer.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap().to_string();
    let again = ask("/repository/index.json", &format!("if-none-match: {tag}\r\n"));
    assert!(again.starts_with("HTTP/1.1 304") && again.contains(&tag), "{again}");
    std::fs::write(folder.join("private.txt"), "private").unwrap();
    std::fs::write(ana.work().join("outside.txt"), "private").unwrap();
    for path in [
        "/repository/private.txt",
        "/repository/../outside.txt",
        "/repository/%2e%2e/outside.txt",
        "/repository/objects/..%2f..%2foutside.txt/x",
        "/repository/objects/aa/..%2f..%2fprivate.txt",
        "/repository/objects/aa/../../private.txt",
    ] {
        let answer = ask(path, "");
        assert!(!answer.contains("private\n") && !answer.starts_with("HTTP/1.1 200"), "{path}: {answer}");
    }
    let answer = server.ask("POST", "/repository/index.json", &server.token, "{}");
    assert!(answer.0.contains("405"), "{answer:?}");
}
