//! The conversion of literals to parameters.

use jiff::civil::{DateTime, date};
use lemmascope_intent::{Number, Value as Plain, parse_duration};
use lemmascope_language::literal::{Kind, Measure, Ordinal, Value, literals};
use lemmascope_language::words::Tongue;

use crate::literals::now;

fn only(sentence: &str, tongue: Tongue) -> Value {
    let mut found = literals(sentence, tongue, now());
    assert_eq!(found.len(), 1, "{sentence}: {found:?}");
    found.remove(0).value
}

fn english(sentence: &str) -> Value {
    only(sentence, Tongue::English)
}

#[test]
fn converts_literals_to_numbers_or_text() {
    assert_eq!(english("twenty-five").plain(), Plain::Number(Number::Integer(25)));
    assert_eq!(english("12.5%").plain(), Plain::Number(Number::Real(12.5)));
    assert_eq!(english("the last row").plain(), Plain::Number(Number::Integer(-1)));
    assert_eq!(english("0.1").plain(), Plain::Number(Number::Real(0.1)));
    assert_eq!(english("report.pdf").plain(), Plain::from("report.pdf"));
    assert_eq!(english("next week").plain(), Plain::from("2025-01-20/2025-01-26"));
    assert_eq!(only("amanhã às 17h", Tongue::Portuguese).plain(), Plain::from("2025-01-16T17:00"));
    assert_eq!(english("the second to last page"), Value::Ordinal(Ordinal::FromLast(2)));
}

#[test]
fn formatted_durations_parse_back() {
    for (sentence, text) in
        [("an hour and a half", "90m"), ("90s", "90s"), ("3 days", "72h"), ("a month", "720h")]
    {
        let value = english(sentence);
        assert_eq!(value.text(), text, "{sentence}");
        let Value::Duration(lapse) = value else { panic!("{sentence} is {value:?}") };
        assert_eq!(parse_duration(text), Some(lapse.duration()));
    }
}

#[test]
fn resolves_relative_dates_to_moments() {
    let at = |day: i8, hour: i8, minute: i8| -> Option<DateTime> {
        Some(date(2025, 1, day).at(hour, minute, 0, 0))
    };
    for (sentence, moment) in [
        ("in 5 minutes", at(15, 10, 35)),
        ("tomorrow", at(16, 0, 0)),
        ("at 5pm", at(15, 17, 0)),
        ("at 9am", at(16, 9, 0)),
        ("next week", at(20, 0, 0)),
        ("tomorrow at noon", at(16, 12, 0)),
        ("twenty", None),
    ] {
        assert_eq!(english(sentence).moment(now()), moment, "{sentence}");
    }
    // A month after the 31st is the last day of a shorter month.
    let end_of_january = date(2025, 1, 31).at(8, 0, 0, 0);
    let found = literals("in a month", Tongue::English, end_of_january);
    assert_eq!(found[0].value.text(), "2025-02-28");
}

#[test]
fn ambiguous_date_or_time_has_alternative() {
    assert_eq!(english("03/02/2025").otherwise().as_deref(), Some("2025-02-03"));
    assert_eq!(english("half past five").otherwise().as_deref(), Some("17:30"));
    assert_eq!(english("15/01/2025").otherwise(), None);
    assert_eq!(english("02/02/2025").otherwise(), None);
    assert_eq!(english("17:30").otherwise(), None);
}

#[test]
fn converts_sizes_to_bytes() {
    let bytes = |sentence: &str| match english(sentence) {
        Value::Quantity(quantity) => quantity.bytes(),
        other => panic!("{sentence} is {other:?}"),
    };
    assert_eq!(bytes("10 MB"), Some(10_000_000));
    assert_eq!(bytes("1.5 GiB"), Some(1_610_612_736));
    assert_eq!(bytes("20 euros"), None);
    let Value::Quantity(euros) = english("€3.50") else { panic!("no quantity") };
    assert_eq!((euros.unit.sign, euros.unit.measure), ("EUR", Measure::Money));
}

#[test]
fn marks_quoted_file_names() {
    let found = literals("open \"My report.docx\" and notes.txt", Tongue::English, now());
    let told: Vec<(Kind, bool)> = found.iter().map(|found| (found.value.kind(), found.quoted)).collect();
    assert_eq!(told, [(Kind::File, true), (Kind::File, false)]);
}

#[test]
fn dates_beyond_calendar_limits_are_rejected() {
    for sentence in
        ["in 99999 years", "in 999999999999 days", "99999999999 years ago", "31/02/2025", "february 30"]
    {
        let found = literals(sentence, Tongue::English, now());
        assert!(found.iter().all(|found| found.value.kind() != Kind::Date), "{sentence}: {found:?}");
    }
    let last = date(9999, 12, 31).at(23, 59, 59, 0);
    for sentence in [
        "tomorrow",
        "next week",
        "next friday",
        "in a month",
        "at 5",
        "next year",
        "end of next month",
        "may 5",
    ] {
        for tongue in [Tongue::English, Tongue::Portuguese] {
            let _found = literals(sentence, tongue, last);
        }
        for value in literals(sentence, Tongue::English, now()) {
            let _moment = value.value.moment(last);
        }
    }
    let first = date(-9999, 1, 1).at(0, 0, 0, 0);
    for sentence in ["yesterday", "last week", "há três anos", "since march", "ontem", "last friday"] {
        for tongue in [Tongue::English, Tongue::Portuguese] {
            let _found = literals(sentence, tongue, first);
        }
    }
}
