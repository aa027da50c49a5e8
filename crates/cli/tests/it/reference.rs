//! Checks `docs/configuration.md` against the table of settings.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use lemmascope_engine::configuration::Configuration;
use lemmascope_intent::{Kind, Setting, Value, format_duration};

#[test]
fn configuration_reference_page_is_up_to_date() {
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(page(), generated()).unwrap();
    }
    let written = fs::read_to_string(page()).unwrap_or_default();
    assert!(written == generated(), "run: make docs");
}

fn page() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/configuration.md")
}

fn generated() -> String {
    let mut page = include_str!("configuration.md").to_owned();
    let mut shelf = "";
    let brought = [
        lemmascope_desktop::settings(),
        lemmascope_web::settings(),
        lemmascope_board::settings(),
        lemmascope_channels::settings(),
        lemmascope_server::settings(),
    ]
    .concat();
    for setting in Configuration::new(brought).settings() {
        let (group, _) = setting.key.rsplit_once('.').unwrap_or((setting.key, ""));
        if shelf != group {
            shelf = group;
            writeln!(page, "\n### {group}\n\n| setting | values | default |\n| --- | --- | --- |").unwrap();
        }
        let (kind, default) = (may_be(setting.kind), default(setting));
        let fixed = match (setting.guarded, setting.settable) {
            (true, _) => "; only in the file",
            (false, true) => "",
            (false, false) => "; not by `config set`",
        };
        writeln!(page, "| `{}`<br>{}{fixed} | {kind} | {default} |", setting.key, setting.about).unwrap();
    }
    page
}

fn may_be(kind: Kind) -> String {
    let quoted = |words: &[&str]| words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
    match kind {
        Kind::Switch => "`true` or `false`".into(),
        Kind::Count(low, high) => format!("a whole number from {low} to {high}"),
        Kind::Fraction => "a number from 0 to 1".into(),
        Kind::Duration(longest) => {
            format!("a duration of at most {}", format_duration(std::time::Duration::from_secs(longest)))
        }
        Kind::Word(words) => format!("one of {}", quoted(words)),
        Kind::Words(words) => format!("a list of {}, each at most once", quoted(words)),
        Kind::Text => "a text".into(),
        Kind::Texts => "a list of texts".into(),
        Kind::Form(form) => format!("{}, or empty", form.wanted),
    }
}

fn default(setting: &Setting) -> String {
    match &setting.default {
        Value::Text(text) if text.is_empty() => "(empty)".into(),
        Value::List(items) if items.is_empty() => "(empty)".into(),
        Value::List(items) => {
            let texts: Vec<String> = items.iter().map(|item| format!("`{item}`")).collect();
            texts.join(", ")
        }
        other => format!("`{other}`"),
    }
}
