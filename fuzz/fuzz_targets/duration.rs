//! A duration that is read and is told in whole milliseconds is read back as the same.
#![no_main]

use lemmascope_intent::{format_duration, parse_duration};
use lemmascope_language::command::Span;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Some(duration) = parse_duration(text) {
        let told = format_duration(duration);
        let again = parse_duration(&told);
        // Beyond 2^53 milliseconds the number of a duration is no longer exact.
        if duration.subsec_nanos() % 1_000_000 == 0 && duration.as_millis() < 1 << 53 {
            assert_eq!(again, Some(duration), "{text:?} is told as {told:?}");
        } else {
            assert!(again.is_some(), "{text:?} is told as {told:?}, which is not read");
        }
    }
    if let Some(span) = Span::parse(text) {
        let told = span.to_string();
        let again = Span::parse(&told);
        assert_eq!(
            again.map(|again| again.duration()),
            Some(span.duration()),
            "{text:?} is told as {told:?}"
        );
    }
});
