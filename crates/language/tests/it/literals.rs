//! Literals of sentences: a table for each language, with a sentence and its literals on each line.

use jiff::civil::{DateTime, date};
use lemmascope_language::literal::{Found, literals, mask};
use lemmascope_language::words::Tongue;

/// Returns a time on a Wednesday morning.
pub(crate) fn now() -> DateTime {
    date(2025, 1, 15).at(10, 30, 0, 0)
}

/// Formats a literal as `kind[text]`, with `=value` if it differs from the text, and `|` before an
/// alternative.
fn told(sentence: &str, found: &Found) -> String {
    let kind = found.value.kind().placeholder();
    let kind = kind.trim_matches(['⟨', '⟩']);
    let written = &sentence[found.span.clone()];
    let text = found.value.text();
    let value = if text == written { String::new() } else { format!("={text}") };
    let other = found.value.otherwise().map(|other| format!("|{other}")).unwrap_or_default();
    format!("{kind}[{written}]{value}{other}")
}

fn check(tongue: Tongue, table: &str) {
    let mut wrong = Vec::new();
    let mut count = 0;
    for line in table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (sentence, expected) = line.split_once(" => ").unwrap_or((line.trim_end_matches(" =>"), ""));
        let found = literals(sentence, tongue, now());
        let actual: Vec<String> = found.iter().map(|found| told(sentence, found)).collect();
        let actual = actual.join("; ");
        if actual != expected {
            wrong.push(format!("{sentence} => {actual}\n    expected {expected}"));
        }
        count += 1;
    }
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn finds_english_literals() {
    check(Tongue::English, include_str!("sentences/literals_english.txt"));
}

#[test]
fn finds_portuguese_literals() {
    check(Tongue::Portuguese, include_str!("sentences/literals_portuguese.txt"));
}

#[test]
fn mask_replaces_literals_with_placeholders() {
    let masked = |sentence: &str, tongue| {
        let found = literals(sentence, tongue, now());
        let words = mask(sentence, &found);
        words.iter().map(|word| word.form.as_str()).collect::<Vec<_>>().join(" ")
    };
    for (sentence, expected) in [
        ("Create a file called meeting-notes.txt in ~/documents", "create a file called ⟨file⟩ in ⟨path⟩"),
        ("say \"please open it\" tomorrow at 5pm", "say ⟨quoted⟩ ⟨date⟩"),
        ("send tomorrow's notes to ana@example.org, please", "send ⟨date⟩ 's notes to ⟨email⟩ please"),
        ("set the volume to 50% for 5 minutes", "set the volume to ⟨percent⟩ for ⟨duration⟩"),
        ("open the second one at noon", "open the ⟨ordinal⟩ one at ⟨time⟩"),
        ("files over 10 MB from example.com", "files over ⟨quantity⟩ from ⟨url⟩"),
    ] {
        assert_eq!(masked(sentence, Tongue::English), expected);
    }
    assert_eq!(masked("abre-me o relatório.pdf às 17h30", Tongue::Portuguese), "abre me o ⟨file⟩ às ⟨time⟩");
    assert_eq!(masked("soma vinte e cinco e 3", Tongue::Portuguese), "soma ⟨number⟩ e ⟨number⟩");
}
