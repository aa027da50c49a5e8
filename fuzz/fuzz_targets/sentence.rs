//! Whatever is said, its words and its literals stand in order inside of it, each literal becomes one word of the masked
//! sentence, and courtesy never takes all words.
#![no_main]

use jiff::civil::date;
use lemmascope_language::literal::{literals, mask};
use lemmascope_language::words::{Tongue, courtesy, tongue, words};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|sentence: &str| {
    let now = date(2025, 1, 15).at(10, 30, 0, 0);
    let mut at = 0;
    for word in words(sentence) {
        assert!(
            word.span.start >= at && sentence.get(word.span.clone()).is_some(),
            "{word:?} in {sentence:?}"
        );
        at = word.span.end;
    }
    let _judged = tongue(sentence);
    for tongue in [Tongue::English, Tongue::Portuguese] {
        let found = literals(sentence, tongue, now);
        let mut at = 0;
        for literal in &found {
            assert!(
                literal.span.start >= at
                    && sentence.get(literal.span.clone()).is_some_and(|it| !it.is_empty()),
                "{literal:?} in {sentence:?}"
            );
            at = literal.span.end;
            let _plain = (literal.value.plain(), literal.value.moment(now), literal.value.otherwise());
        }
        let masked = mask(sentence, &found);
        assert_eq!(
            masked.iter().filter(|word| word.form.starts_with('⟨')).count(),
            found.len(),
            "{sentence:?}"
        );
        let idle: usize = courtesy(&masked).iter().map(|range| range.len()).sum();
        assert!(masked.is_empty() || idle < masked.len(), "{sentence:?} is all courtesy");
    }
});
