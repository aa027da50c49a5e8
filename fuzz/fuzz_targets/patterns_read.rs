//! Any bytes are a patterns file or are told what is wrong with them, at a place that is in the file.
#![no_main]

use lemmascope_intent::yaml::{MAX_FAULTS, decode};
use lemmascope_intent::{Diagnostic, PatternDefinition};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(source) = decode(bytes) else { return };
    let checked = PatternDefinition::read(source);
    // The last one may say that there are more.
    assert!(checked.diagnostics.len() <= MAX_FAULTS + 1, "{} faults", checked.diagnostics.len());
    for diagnostic in &checked.diagnostics {
        let span = diagnostic.span.clone();
        assert!(source.get(span.clone()).is_some(), "{span:?} is no place in the file: {diagnostic:?}");
    }
    let refused = checked.diagnostics.iter().any(Diagnostic::is_error);
    assert_eq!(checked.patterns.is_none(), refused, "refused without a reason, or accepted with one");
});
