//! Definitions: valid files are read completely, and errors are reported with location and remedy.

use std::fs;
use std::path::{Path, PathBuf};

use lemmascope_intent::definition::Rules;
use lemmascope_intent::{Definition, Diagnostic, line_column};

use crate::pages::rules;

pub(crate) fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "yaml" || ending == "json"))
        .collect();
    files.sort();
    files
}

pub(crate) fn read(source: &str) -> Result<Definition, String> {
    let checked = Definition::read(source, &Rules { allow_execute: true, ..rules() });
    match checked.definition {
        Some(definition) if checked.diagnostics.is_empty() => Ok(definition),
        _ => Err(tell(source, &checked.diagnostics)),
    }
}

/// Formats diagnostics for the golden files: code, location and message, then the source at the caret and the
/// remedy.
pub(crate) fn tell(source: &str, diagnostics: &[Diagnostic]) -> String {
    let mut told = String::new();
    for diagnostic in diagnostics {
        let (line, column) = line_column(source, diagnostic.span.start);
        let code = if diagnostic.is_error() {
            diagnostic.code.to_string()
        } else {
            format!("warning {}", diagnostic.code)
        };
        told.push_str(&format!("{code} {line}:{column} {}\n", diagnostic.message));
        told.push_str(&format!("  at {:?}\n", &source[diagnostic.span.clone()]));
        if let Some(label) = &diagnostic.label {
            told.push_str(&format!("  label {label}\n"));
        }
        told.push_str(&format!("  remedy {}\n", diagnostic.remedy));
    }
    told
}

#[test]
fn reads_valid_definitions() {
    for file in files("valid") {
        let source = fs::read_to_string(&file).unwrap();
        if let Err(told) = read(&source) {
            panic!("{}:\n{told}", file.display());
        }
    }
}

/// With `UPDATE_EXPECTED` set, the golden files are rewritten and must then be reviewed.
#[test]
fn reports_errors_of_broken_definitions() {
    let update = std::env::var_os("UPDATE_EXPECTED").is_some();
    let mut wrong = String::new();
    let files = files("broken");
    assert!(files.len() >= 30);
    for file in files {
        let source = fs::read_to_string(&file).unwrap();
        let checked = Definition::read(&source, &rules());
        let told = tell(&source, &checked.diagnostics);
        let golden = file.with_extension("expected");
        if update {
            fs::write(&golden, &told).unwrap();
        }
        let expected = fs::read_to_string(&golden).unwrap_or_default();
        if told != expected || checked.diagnostics.len() != 1 {
            wrong.push_str(&format!("{}:\n{told}instead of\n{expected}\n", file.display()));
        }
        let only_warnings = !checked.diagnostics.iter().any(Diagnostic::is_error);
        assert_eq!(checked.definition.is_some(), only_warnings, "{}", file.display());
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Checks that applying a suggested word fixes the error.
#[test]
fn suggested_word_fixes_the_error() {
    let mut tried = 0;
    for file in files("broken") {
        let source = fs::read_to_string(&file).unwrap();
        for fault in Definition::read(&source, &rules()).diagnostics {
            let meant = fault.label.as_deref().unwrap_or_default().strip_prefix("did you mean ");
            let Some(meant) = meant.and_then(|rest| rest.strip_suffix('?')) else { continue };
            let mut mended = source.clone();
            mended.replace_range(fault.span.clone(), meant.trim_matches('"'));
            let again = Definition::read(&mended, &rules()).diagnostics;
            assert!(again.iter().all(|other| other.span.start != fault.span.start), "{mended}\n{again:?}");
            tried += 1;
        }
    }
    assert!(tried >= 10);
}

#[test]
fn reports_all_errors_in_source_order() {
    let source = "intent: Bad\nversion: x\nstepz: []\nsteps:\n  - action: clik\n  - action: click\noptions: { timeout: 5 }\n";
    let lines: Vec<usize> = Definition::read(source, &rules())
        .diagnostics
        .iter()
        .map(|fault| line_column(source, fault.span.start).0)
        .collect();
    assert_eq!(lines, [1, 2, 3, 5, 6, 7]);
}

#[test]
fn sentence_only_file_needs_no_steps() {
    let source = "intent: PlayMusic\nexamples:\n  - play [Blue](track) by [Joni](artist.name)\n";
    assert!(Definition::read(source, &Rules::default()).definition.is_none());
    let rules = Rules { spoken_only: true, ..Rules::default() };
    let definition = Definition::read(source, &rules).definition.unwrap();
    assert_eq!(definition.intent.value, "PlayMusic");
    let names: Vec<&str> = definition.parameters.iter().map(|it| it.value.name.as_str()).collect();
    assert_eq!(names, ["track", "artist.name"]);
}
