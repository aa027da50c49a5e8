//! The web verbs as they are met: a real browser on real pages, which are served from here. Every file in `pages` is a
//! session as in `cases`; `$trouble` and the like are the addresses of the sites.

use std::path::Path;

use lemmascope_sites::Sites;

use crate::desk::Desk;
use crate::transcripts::play;

#[test]
fn verdicts() {
    check("verdicts");
}

fn check(name: &str) {
    let sites = Sites::start_at(0).unwrap();
    let mut desk = Desk::new();
    for site in sites.names() {
        desk.know(site, sites.url(site, ""));
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/it/pages/{name}.txt"));
    play(&path, &desk, |text| without_ports(text, &sites));
}

/// A site is told by its name. Whether the browser goes without its sandbox depends on who runs the test.
fn without_ports(mut text: String, sites: &Sites) -> String {
    for site in sites.names() {
        let port = sites.port(site);
        for (host, told) in [("127.0.0.1", ""), ("third.localhost", ".third"), ("localhost", ".other")] {
            text = text.replace(&format!("{host}:{port}"), &format!("{site}{told}"));
        }
    }
    let root = regex::Regex::new(r"(?m)^note: the browser runs as root.*\n").unwrap();
    root.replace_all(&text, "").into_owned()
}
