//! Properties of arbitrary sentences.

use std::time::{Duration, Instant};

use lemmascope_intent::{Value as Plain, parse_duration};
use lemmascope_language::literal::{Value, literals, mask};
use lemmascope_language::words::{Tongue, Word, courtesy, tongue, words};
use proptest::prelude::*;
use proptest::sample::select;

use crate::literals::now;

/// Checks that spans are in order, at character boundaries, in range, and without overlaps.
fn in_order(sentence: &str, words: &[Word]) -> Result<(), TestCaseError> {
    let mut at = 0;
    for word in words {
        prop_assert!(
            word.span.start >= at && word.span.end >= word.span.start,
            "{:?} in {:?}",
            word,
            sentence
        );
        prop_assert!(sentence.get(word.span.clone()).is_some(), "{:?} in {:?}", word, sentence);
        prop_assert!(!word.form.is_empty() && !word.form.contains(char::is_whitespace), "{:?}", word);
        at = word.span.end;
    }
    Ok(())
}

fn sound(sentence: &str) -> Result<(), TestCaseError> {
    in_order(sentence, &words(sentence))?;
    for tongue in [Tongue::English, Tongue::Portuguese] {
        let found = literals(sentence, tongue, now());
        let mut at = 0;
        for literal in &found {
            prop_assert!(
                literal.span.start >= at && literal.span.end > literal.span.start,
                "{:?} in {:?}",
                literal,
                sentence
            );
            prop_assert!(sentence.get(literal.span.clone()).is_some(), "{:?} in {:?}", literal, sentence);
            at = literal.span.end;
            match (&literal.value, literal.value.plain()) {
                (Value::Number(_) | Value::Ordinal(_) | Value::Percent(_), plain) => {
                    prop_assert!(matches!(plain, Plain::Number(_)))
                }
                (Value::Duration(lapse), Plain::Text(text)) => {
                    prop_assert_eq!(parse_duration(&text), Some(lapse.duration()), "{:?}", text)
                }
                (_, plain) => prop_assert!(matches!(plain, Plain::Text(_))),
            }
        }
        prop_assert_eq!(&found, &literals(sentence, tongue, now()));
        let masked = mask(sentence, &found);
        in_order(sentence, &masked)?;
        let covered = masked.iter().filter(|word| word.form.starts_with('⟨')).count();
        prop_assert_eq!(covered, found.len(), "{:?}", sentence);
        let idle = courtesy(&masked);
        let left: usize = masked.len() - idle.iter().map(|range| range.len()).sum::<usize>();
        prop_assert!(masked.is_empty() || left > 0, "{:?} is all courtesy", sentence);
        prop_assert!(idle.windows(2).all(|pair| pair[0].end < pair[1].start));
    }
    Ok(())
}

/// Generates parts of literals, and separators between them.
fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        select(vec![
            "five",
            "twenty",
            "hundred",
            "and",
            "a",
            "half",
            "one",
            "the",
            "next",
            "friday",
            "may",
            "at",
            "in",
            "minutes",
            "second",
            "vinte",
            "e",
            "um",
            "mil",
            "meia",
            "hora",
            "às",
            "de",
            "janeiro",
            "segunda",
            "que vem",
            "dia",
            "há",
            "em",
            "past",
            "to",
            "quarter",
            "last",
            "week",
            "fim",
            "do",
            "mês",
            "percent",
            "euros",
            "MB",
            "first",
            "2nd",
            "ago",
            "daqui a",
            "please",
            "could you",
            "por favor",
            "me",
            "don't",
            "what's",
            "abre-me",
            "point",
            "vírgula",
            "minus",
            "dozen",
            "pm",
            "o'clock",
            "tomorrow",
            "amanhã",
            "report.pdf",
            "a/b/c.txt",
            "https://a.b/c",
            "x@y.org",
            "C:\\x",
            "n't",
            "'s",
        ])
        .prop_map(str::to_owned),
        "[0-9]{1,4}",
        select(vec![
            "\"", "'", "“", "”", "«", "»", "’", ".", ",", ":", "/", "-", "%", "€", "$", "º", "h", "k", "T",
            "(", ")", "\\"
        ])
        .prop_map(str::to_owned),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn reads_any_text(sentence in any::<String>()) {
        sound(&sentence)?;
        let _judged = tongue(&sentence);
    }

    #[test]
    fn reads_pieces_in_any_order(pieces in prop::collection::vec((piece(), select(vec!["", " ", " ", " ", "\n"])), 0..16)) {
        let sentence: String = pieces.iter().map(|(piece, gap)| format!("{piece}{gap}")).collect();
        sound(&sentence)?;
    }

    #[test]
    fn splitting_word_forms_again_is_idempotent(sentence in "[a-zA-Zãçéàô0-9 ,.!?'-]{0,40}") {
        let forms = |text: &str| words(text).into_iter().map(|word| word.form).collect::<Vec<_>>();
        let once = forms(&sentence);
        prop_assert_eq!(forms(&once.join(" ")), once);
    }
}

#[test]
fn reading_time_grows_linearly() {
    let long = |piece: &str| piece.repeat(20_000 / piece.len());
    for piece in [
        "a",
        "1",
        "1.",
        "1,",
        "1:",
        "1/",
        "1-",
        "\"",
        "'a",
        "'a ",
        "“",
        "(",
        ")",
        "a)",
        "[](",
        "one ",
        "vinte e ",
        "mil ",
        "a.",
        "/",
        "\\",
        "@",
        "a@",
        "a@b.",
        "\u{301}",
        "e\u{301}",
        "\u{202e}א",
        "\u{0}",
        "\n",
        "5 minutes and ",
        "h",
        "1h",
        "next ",
        "please ",
        "could you ",
        "the ",
        "-",
        "a-",
        "a-me ",
        "'s",
        "⟨file⟩",
        "\u{fdfa}",
        "half a ",
        "at 5 ",
        "a/",
        "a,",
        "hundred ",
        "million ",
        "ß",
        "ß.pdf ",
        "http://",
        "ﬁ",
        "０",
        "the day after ",
        "de ",
        "e ",
    ] {
        let sentence = long(piece);
        let start = Instant::now();
        for tongue in [Tongue::English, Tongue::Portuguese] {
            let found = literals(&sentence, tongue, now());
            let masked = mask(&sentence, &found);
            let _idle = courtesy(&masked);
        }
        let _judged = tongue(&sentence);
        // A quadratic algorithm would take minutes.
        assert!(start.elapsed() < Duration::from_secs(8), "{piece:?} took {:?}", start.elapsed());
    }
}
