//! Verifies that the links of all pages have targets.

use std::collections::{BTreeSet, VecDeque};

use lemmascope_sites::Sites;

use crate::client::Visitor;

/// Paths that never respond, or respond with an error, on purpose.
const APART: &[&str] =
    &["/endless/picture", "/endless/document", "/files/gone.csv", "/slow/report", "/enter"];

/// Links that the app renders in the browser.
const IN_THE_APP: &[&str] = &["/board", "/people", "/live", "/settings", "/main.mjs", "/vendor/preact.mjs"];

#[test]
fn all_page_links_resolve() {
    let sites = Sites::start_at(0).expect("free ports");
    for site in sites.names() {
        let mut open: VecDeque<String> = sites.pages(site).into();
        open.push_front("/".to_string());
        if site == "app" {
            open.extend(IN_THE_APP.iter().map(|path| path.to_string()));
        }
        let mut seen: BTreeSet<String> = open.iter().cloned().collect();
        while let Some(path) = open.pop_front() {
            let answer = Visitor::default().get(&sites.url(site, &path));
            assert!([200, 302, 303, 307].contains(&answer.status), "{site}{path} answers {}", answer.status);
            let html = answer.header("content-type").is_some_and(|it| it.starts_with("text/html"));
            let found = if html { links(answer.text(), sites.port(site)) } else { Vec::new() };
            for link in found.into_iter().filter(|link| !APART.iter().any(|it| link.starts_with(it))) {
                if seen.insert(link.clone()) {
                    open.push_back(link);
                }
            }
        }
        assert!(seen.len() > 3, "{site} has pages");
    }
}

/// Returns the paths in the attributes of a page, under any host name of the same site.
fn links(html: &str, port: u16) -> Vec<String> {
    let mut found = Vec::new();
    for attribute in [" href=\"", " src=\"", " data-src=\""] {
        for (at, _) in html.match_indices(attribute) {
            let rest = &html[at + attribute.len()..];
            let value = rest.split('"').next().unwrap_or_default().replace("&amp;", "&");
            let origin = value.find(&format!(":{port}/")).map(|at| at + format!(":{port}").len());
            let path = value[origin.unwrap_or(0)..].split('#').next().unwrap_or_default().to_string();
            // Limits the length, because a server may refuse a URL of a megabyte.
            if path.starts_with('/') && !path.contains(['$', '\'', ';']) {
                found.push(path);
            }
        }
    }
    found
}
