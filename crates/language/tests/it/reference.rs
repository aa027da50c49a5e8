//! `docs/commands.md` says what the table says.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use lemmascope_language::command::{Family, aliases, commands};

#[test]
fn the_reference_page_is_up_to_date() {
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(page(), generated()).unwrap();
    }
    let written = fs::read_to_string(page()).unwrap_or_default();
    assert!(written == generated(), "run: UPDATE_DOCS=1 cargo test -p lemmascope-language");
}

fn page() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/commands.md")
}

fn generated() -> String {
    let mut page = include_str!("reference.md").to_owned();
    let mut shelf: Option<Family> = None;
    for form in commands() {
        if shelf != Some(form.family) {
            shelf = Some(form.family);
            writeln!(page, "\n### {}\n", form.family.title()).unwrap();
        }
        writeln!(page, "- `{}`  \n  {}", form.usage(), form.summary).unwrap();
    }
    page.push_str("\n## Other spellings\n\n");
    for (from, to) in aliases() {
        writeln!(page, "- `{from}` is `{to}`").unwrap();
    }
    page
}
