//! The web verbs in a real browser, on real pages that the test serves. Every file in `pages` is a session as
//! in `cases`; variables such as `$trouble` are the addresses of the sites.

use std::path::Path;

use lemmascope_sites::Sites;

use crate::desk::Desk;
use crate::transcripts::play;

#[test]
fn resuming() {
    check("resuming");
}

#[test]
fn login() {
    check("login");
}

#[test]
fn buttons() {
    check("buttons");
}

#[test]
fn steps() {
    check("steps");
}

#[test]
fn questions() {
    check("questions");
}

#[test]
fn logout() {
    check("logout");
}

#[test]
fn verdicts() {
    check("verdicts");
}

#[test]
fn shipped() {
    check("shipped");
}

#[test]
fn accept_cookies() {
    check("accept_cookies");
}

#[test]
fn dismiss_popups() {
    check("dismiss_popups");
}

#[test]
fn search() {
    check("search");
}

#[test]
fn scroll_to() {
    check("scroll_to");
}

#[test]
fn availability() {
    check("availability");
}

#[test]
fn flow() {
    check("flow");
}

#[test]
fn compose() {
    check("compose");
}

#[test]
fn partial() {
    check("partial");
}

#[test]
fn on_error() {
    check("on_error");
}

#[test]
fn parallel() {
    check("parallel");
}

#[test]
fn language() {
    check("language");
}

#[test]
fn fill_form() {
    check("fill_form");
}

#[test]
fn submit_form() {
    check("submit_form");
}

#[test]
fn controls() {
    check("controls");
}

#[test]
fn remedies() {
    check("remedies");
}

#[test]
fn pack() {
    check("pack");
}

#[test]
fn purchase() {
    check("purchase");
}

#[test]
fn account() {
    check("account");
}

#[test]
fn hooks() {
    check("hooks");
}

#[test]
fn sentences() {
    check("sentences");
}

#[test]
fn numbers() {
    check("numbers");
}

#[test]
fn peers() {
    check("peers");
}

#[test]
fn learning() {
    check("learning");
}

#[test]
fn tabs() {
    check("tabs");
}

fn check(name: &str) {
    let sites = Sites::start_at(0).unwrap();
    let mut desk = Desk::new();
    desk.with_time();
    for site in sites.names() {
        desk.know(site, sites.url(site, ""));
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/it/pages/{name}.txt"));
    play(&path, &desk, |text| normalize_page_text(text, &sites));
}

/// Replaces addresses by the names of sites, and removes the note about a browser that runs as root, because
/// it depends on the user who runs the test.
fn normalize_page_text(mut text: String, sites: &Sites) -> String {
    for site in sites.names() {
        let port = sites.port(site);
        for (host, told) in [("127.0.0.1", ""), ("third.localhost", ".third"), ("localhost", ".other")] {
            text = text.replace(&format!("{host}:{port}"), &format!("{site}{told}"));
        }
    }
    let root = regex::Regex::new(r"(?m)^note: the browser runs as root.*\n").unwrap();
    root.replace_all(&text, "").into_owned()
}

/// The patterns of a pack can be used on the pages of its site, and not on others.
#[test]
fn pack_patterns_apply_only_to_pages_of_its_site() {
    let sites = Sites::start_at(0).unwrap();
    let desk = Desk::new();
    let pack = desk.home().join("packs/127.0.0.1");
    std::fs::create_dir_all(&pack).unwrap();
    let patterns = "patterns: { report_bar: { detection: { url_contains: /dead }, elements: { send: { role: button, \
                    text_contains: Send } } } }";
    std::fs::write(pack.join("patterns.yaml"), patterns).unwrap();
    let intent = "intent: has_report\nversion: 1\nsteps:\n  - action: hover\n    target: { pattern: report_bar.send }\n\
                  success:\n  conditions: [{ pattern_exists: report_bar }]\n";
    std::fs::write(pack.join("has_report.yaml"), intent).unwrap();
    let check = desk.lemmascope(&["check", pack.to_str().unwrap()]);
    assert!(check.out.contains("ok check: 2 files"), "{check:?}");
    let here = sites.url("trouble", "/dead");
    for (url, is_there) in [(here.clone(), true), (here.replace("127.0.0.1", "localhost"), false)] {
        assert_eq!(desk.lemmascope(&["goto", &url]).code, 0);
        let seen = desk.lemmascope(&["observe"]);
        assert_eq!(seen.out.contains("report_bar"), is_there, "{seen:?}");
        let done = desk.lemmascope(&["has_report"]);
        assert_eq!(done.code == 0, is_there, "{done:?}");
    }
}
