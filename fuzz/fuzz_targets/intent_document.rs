//! Any text is a request or is told what is wrong with it, in a document that has something to suggest; and what is suggested
//! as a document is one.
#![no_main]

use lemmascope_intent::document::IntentDocument;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Err(refusal) = IntentDocument::read(text) else { return };
    assert!(!refusal.suggestions.is_empty(), "nothing is suggested");
    for example in refusal.suggestions.iter().filter_map(|it| it.example.as_deref()) {
        if example.starts_with('{') {
            assert!(IntentDocument::read(example).is_ok(), "{example} is suggested and not accepted");
        }
    }
});
