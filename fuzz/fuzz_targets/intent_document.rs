//! Any text is a request, or a document names its faults and suggests something; and a suggested document is one.
#![no_main]

use std::sync::LazyLock;

use lemmascope_intent::document::{DocumentIntent, DocumentSchema, IntentDocument};
use libfuzzer_sys::fuzz_target;

static SCHEMAS: LazyLock<[DocumentSchema; 4]> = LazyLock::new(|| include!("../../schemas/documents.in").map(DocumentSchema::read));

fuzz_target!(|text: &str| {
    let intents = SCHEMAS.each_ref().map(DocumentIntent::new);
    let Err(refusal) = IntentDocument::read(text, &intents) else { return };
    assert!(!refusal.suggestions.is_empty(), "nothing is suggested");
    for example in refusal.suggestions.iter().filter_map(|it| it.example.as_deref()) {
        if example.starts_with('{') {
            assert!(IntentDocument::read(example, &intents).is_ok(), "{example} is suggested and not accepted");
        }
    }
});
