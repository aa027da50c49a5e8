//! Verifies that the table of files matches the folder.

use std::collections::BTreeSet;
use std::path::Path;

use lemmascope_sites::Sites;

use crate::client::Visitor;

#[test]
fn serves_every_page_in_the_directory() {
    let sites = Sites::start_at(0).expect("free ports");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("pages");
    for site in sites.names() {
        let mut lying = BTreeSet::new();
        collect(&folder.join(site), "", &mut lying);
        let served: BTreeSet<String> = sites.pages(site).into_iter().collect();
        assert_eq!(served, lying, "{site}");
    }
}

#[test]
fn pages_have_doctype_title_and_no_placeholders() {
    let sites = Sites::start_at(0).expect("free ports");
    for site in sites.names() {
        for path in sites.pages(site) {
            let answer = Visitor::default().get(&sites.url(site, &path));
            assert_eq!(answer.status, 200, "{site}{path}");
            let text = answer.text();
            assert!(text.starts_with("<!doctype html>"), "{site}{path} has no doctype");
            assert_eq!(text.matches("<title>").count(), 1, "{site}{path} has one title");
            assert!(!text.contains("{{"), "{site}{path} has a gap that nothing fills");
        }
    }
}

#[test]
fn site_has_three_host_names() {
    let sites = Sites::start_at(0).expect("free ports");
    let page = |url: String| Visitor::default().get(&url).text().to_string();
    let port = sites.port("frames");
    assert!(page(sites.url("frames", "/cross")).contains(&format!("http://localhost:{port}/seat")));
    assert!(page(sites.other_url("frames", "/cross")).contains(&format!("http://127.0.0.1:{port}/seat")));
    assert!(page(sites.third_url("frames", "/printer")).contains(&format!("http://127.0.0.1:{port}/bank")));
}

/// Collects the paths of the files below a folder.
fn collect(folder: &Path, prefix: &str, into: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).expect("a folder for every site") {
        let path = entry.expect("a readable folder").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if path.is_dir() {
            collect(&path, &format!("{prefix}/{name}"), into);
        } else if let Some(name) = name.strip_suffix(".html").filter(|name| !name.starts_with('_')) {
            let name = if name == "index" { "" } else { name };
            into.insert(format!("{prefix}/{name}"));
        }
    }
}
