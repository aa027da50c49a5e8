//! A line never stops the reader, what it is read as prints as a line that prints the same again, and
//! what is masked can still be read.
#![no_main]

use std::sync::LazyLock;

use lemmascope_language::command::{Grammar, Vocabulary, parse};
use libfuzzer_sys::fuzz_target;

static GRAMMAR: LazyLock<Grammar> = LazyLock::new(|| {
    let pages = lemmascope_web::domain(lemmascope_web::Settings::default());
    Grammar::new(pages.capabilities.iter().map(|verb| verb.signature()))
});

fuzz_target!(|line: &str| {
    let vocabulary = Vocabulary::new(&GRAMMAR, ["checkout", "add_to_cart", "files.copy"]);
    let first = match parse(line, &vocabulary) {
        Ok(Some(first)) => first,
        Ok(None) => return,
        Err(error) => {
            let _shown = error.to_string();
            return;
        }
    };
    let canonical = first.to_string();
    let again = match parse(&canonical, &vocabulary) {
        Ok(Some(again)) => again,
        other => panic!("{line:?} came out as {canonical:?}, which is read as {other:?}"),
    };
    assert_eq!(again.to_string(), canonical, "from {line:?}");
    let masked = first.masked();
    assert!(parse(&masked, &vocabulary).is_ok(), "{masked:?}, masked from {line:?}, is not read");
});
