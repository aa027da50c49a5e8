//! Properties of all lines.

use lemmascope_intent::{LineShape, Notation};
use lemmascope_language::command::{Form, Line, Vocabulary, parse};
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::composed;

fn vocabulary() -> Vocabulary<'static> {
    composed::vocabulary(["checkout", "add_to_cart"])
}

/// The canonical form of a parsed line parses to the same line.
fn stable(line: &str) -> Result<Option<Line>, TestCaseError> {
    let Ok(Some(first)) = parse(line, &vocabulary()) else {
        return Ok(None);
    };
    let canonical = first.to_string();
    let again = parse(&canonical, &vocabulary());
    let again = again
        .map_err(|error| TestCaseError::fail(format!("{line:?} came out as {canonical:?}: {error:?}")))?;
    let again = again.ok_or_else(|| TestCaseError::fail(format!("{line:?} came out blank")))?;
    prop_assert_eq!(&again.to_string(), &canonical, "from {:?}", line);
    prop_assert!(again == first, "{:?} means something else than {:?}", canonical, line);
    let masked = first.masked();
    prop_assert!(parse(&masked, &vocabulary()).is_ok(), "{:?} is not read", masked);
    Ok(Some(first))
}

fn target() -> impl Strategy<Value = String> {
    prop_oneof![
        (0u32..9999).prop_map(|id| id.to_string()),
        quoted(),
        select(vec!["email", "Password", "submit", "Login", "form.field", "a.b.c", "[7]"])
            .prop_map(str::to_owned),
        "[a-z#. >:()\\[\\]=]{1,12}".prop_map(|s| format!("css(\"{s}x\")")),
        "//[a-z]{1,5}".prop_map(|s| format!("xpath('{s}')")),
    ]
}

fn quoted() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-zA-Z0-9 #'éß☃{}\\[\\]-]{1,12}".prop_map(|s| format!("\"x{s}\"")),
        "[a-z \"#\\\\]{1,8}".prop_map(|s| format!("\"{}y\"", s.replace('\\', "\\\\").replace('"', "\\\""))),
        select(vec!["\"near\"", "\"full\"", "\"5\"", "\"new\"", "\"local\"", "\"{\\\"a\\\":1}\""])
            .prop_map(str::to_owned),
    ]
}

fn value(kind: Notation) -> BoxedStrategy<String> {
    let words = |words: &[&'static str]| select(words.to_vec()).prop_map(str::to_owned).boxed();
    match kind {
        Notation::Target | Notation::Area | Notation::Form => {
            (target(), proptest::option::of((select(vec!["near", "INSIDE", "contains"]), target())))
                .prop_map(|(target, relation)| match relation {
                    Some((word, other)) => format!("{target} {word} {other}"),
                    None => target,
                })
                .boxed()
        }
        Notation::TextOrId | Notation::TextOrIndex => prop_oneof![quoted(), "[0-9]{1,4}"].boxed(),
        Notation::Text
        | Notation::Script
        | Notation::Selector
        | Notation::Name
        | Notation::Path
        | Notation::Word => prop_oneof![quoted(), "[a-z][a-z0-9./#'\"]{0,8}"].boxed(),
        Notation::Phrase | Notation::WordOrPhrase(_) => {
            prop_oneof![quoted(), "[a-z]{3,8} [a-z0-9]{1,4}", "popups"].boxed()
        }
        Notation::Command => words(&["click", "wait visible", "GOTO", "scan"]),
        Notation::Css => words(&["css(.a)", "CSS(\"a b\")"]),
        Notation::Number(least, most) => (least..most.min(least + 400)).prop_map(|n| n.to_string()).boxed(),
        Notation::Millis => words(&["5", "50ms", "1s", "12.5", "0.5ms"]),
        Notation::Amount => words(&["300", "-100", "12.5", "0"]),
        Notation::Duration => words(&["5s", "500MS", "2m", "1.5s", "007s"]),
        Notation::Json | Notation::AnyJson => {
            words(&["{\"a\": \"b # c\"}", "'{\"token\": [1, {}]}'", "{}", "{ \"é\" : null }"])
        }
        Notation::Keys => words(&["Enter", "control + A", "ctrl+shift+f5", "+", "\"#\"", "é"]),
        Notation::Key => words(&["all", "Shift", "a", "\"'\""]),
        Notation::Url => words(&[
            "example.com",
            "localhost:1/#a",
            "https://a:b@c/?token=x",
            "::1",
            "\"data:text/html,a b\"",
        ]),
        Notation::Method => words(&["get", "POST"]),
        Notation::Choice(choices) => words(choices),
        Notation::Literal(word) => words(&[word]),
    }
}

fn forms() -> Vec<Form> {
    composed::grammar().forms().cloned().collect()
}

/// Generates a line of any form: slots, some options, a comment, and irregular case and white space.
fn line() -> impl Strategy<Value = String> {
    select(forms()).prop_flat_map(|form: Form| {
        let mut parts: Vec<BoxedStrategy<String>> = vec![Just(form.name.to_owned()).boxed()];
        match form.shape {
            LineShape::Slots => {}
            LineShape::Goal | LineShape::Sentence => parts.push(quoted().boxed()),
            LineShape::Define => parts.push("[a-z]{1,5}:? ?".boxed()),
            LineShape::Open => parts.push("[a-z_.]{1,9}( --[a-z]{1,4} [a-z0-9]{1,4})?( --no-x)?".boxed()),
        }
        for slot in form.slots.iter().filter(|slot| slot.required) {
            parts.push(value(slot.kind));
        }
        for opt in form.options.clone() {
            let name = format!("--{}", opt.name);
            let given = match opt.kind {
                Some(kind) => value(kind).prop_map(move |value| format!("{name} {value}")).boxed(),
                None => Just(name).boxed(),
            };
            parts.push(match opt.required {
                true => given,
                false => proptest::option::weighted(0.25, given).prop_map(Option::unwrap_or_default).boxed(),
            });
        }
        if form.shape != LineShape::Define {
            parts.push(prop_oneof![Just(String::new()), Just("# note".to_owned())].boxed());
        }
        (parts, any::<bool>())
            .prop_map(|(parts, upper)| {
                let mut parts = parts;
                if upper && let Some(first) = parts.first_mut() {
                    *first = first.to_uppercase();
                }
                parts.join("  ")
            })
            .boxed()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn generated_commands_parse_and_round_trip(line in line()) {
        // The only possible error of a generated line is a conflict between options.
        if let Err(error) = parse(&line, &vocabulary()) {
            prop_assert_eq!(error.code.as_str(), "CONFLICTING_OPTIONS", "{:?}: {:?}", line, error);
        }
        stable(&line)?;
    }

    #[test]
    fn arbitrary_text_parses_or_is_rejected(line in any::<String>()) {
        stable(&line)?;
    }

    #[test]
    fn arbitrary_arguments_parse_or_are_rejected(form in select(forms()), rest in "[ \t\"'#{}\\[\\]()\\\\:=+a-c0-2.\u{feff}é\n-]{0,24}") {
        stable(&format!("{} {rest}", form.name))?;
        stable(&format!("checkout {rest}"))?;
    }

    #[test]
    fn mutated_lines_parse_or_are_rejected(line in line(), cut in any::<Index>(), put in any::<char>(), remove in any::<bool>()) {
        let mut chars: Vec<char> = line.chars().collect();
        let at = cut.index(chars.len());
        if remove { chars.remove(at); } else { chars.insert(at, put); }
        let damaged: String = chars.into_iter().collect();
        match parse(&damaged, &vocabulary()) {
            Err(error) => prop_assert!(error.position <= damaged.chars().count(), "{:?}: {:?}", damaged, error),
            Ok(_) => { stable(&damaged)?; }
        }
    }
}
