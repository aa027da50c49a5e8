//! Any bytes are a definition or are told what is wrong with them, at a place that is in the file.
#![no_main]

use std::sync::LazyLock;

use lemmascope_intent::definition::{Rules, find_cycles};
use lemmascope_intent::yaml::{MAX_FAULTS, decode};
use lemmascope_intent::{Definition, Diagnostic, Domain, Signature};
use libfuzzer_sys::fuzz_target;

static PAGES: LazyLock<Domain> = LazyLock::new(|| lemmascope_web::domain(lemmascope_web::Settings::default()));

static VERBS: LazyLock<Vec<&'static Signature>> =
    LazyLock::new(|| PAGES.capabilities.iter().map(|verb| verb.signature()).collect());

fuzz_target!(|bytes: &[u8]| {
    let Ok(source) = decode(bytes) else { return };
    let rules = Rules {
        allow_execute: bytes.len() % 2 == 0,
        catalog: Some(&VERBS),
        trusts_full_names: true,
        ..Rules::default()
    };
    let checked = Definition::read(source, &rules);
    // The last one may say that there are more.
    assert!(checked.diagnostics.len() <= MAX_FAULTS + 1, "{} faults", checked.diagnostics.len());
    for diagnostic in &checked.diagnostics {
        let span = diagnostic.span.clone();
        assert!(source.get(span.clone()).is_some(), "{span:?} is no place in the file: {diagnostic:?}");
    }
    match &checked.definition {
        Some(definition) => {
            assert!(!checked.diagnostics.iter().any(Diagnostic::is_error));
            assert!(find_cycles(&[definition]).is_empty(), "an intent that calls itself was accepted");
        }
        None => assert!(checked.diagnostics.iter().any(Diagnostic::is_error), "refused without a reason"),
    }
});
