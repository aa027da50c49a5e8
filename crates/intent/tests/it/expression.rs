//! Checks that expressions are total, and that formatting and parsing round-trip.

use lemmascope_intent::Value;
use lemmascope_intent::definition::{Expression, Scope};
use proptest::prelude::*;

fn scope() -> Scope {
    let json = r#"{"items": [1, 2, {"name": "x"}], "n": 3, "text": "äb", "no": false, "empty": [],
                   "o": {"a": {"b": [10, 20]}, "length": 7}, "big": 9223372036854775807, "none": null}"#;
    let Value::Object(values) = Value::from(serde_json::from_str::<serde_json::Value>(json).unwrap()) else {
        panic!("an object")
    };
    Scope::new(values).with("password", Value::from("hunter2").into_secret())
}

fn evaluate(text: &str) -> String {
    Expression::parse(text, 0..text.len())
        .unwrap_or_else(|error| panic!("{text}: {error}"))
        .evaluate(&scope())
        .to_string()
}

fn fault(text: &str) -> (usize, String) {
    let error = Expression::parse(text, 0..text.len()).unwrap_err();
    (error.offset, error.message)
}

#[test]
fn evaluates() {
    for (text, expected) in [
        ("$items.length > 0", "true"),
        ("$items.length", "3"),
        ("$text.length", "2"),
        ("$o.length", "7"),
        ("$items[2].name == 'x'", "true"),
        ("$items[$n - 1].name", "x"),
        ("$o.a.b[1]", "20"),
        ("${o.a.b[1]} + 1", "21"),
        ("($o.a).b.length", "2"),
        ("$o['a'].b[0]", "10"),
        ("1 + 2 * 3 - -4", "11"),
        ("(1 + 2) * 3", "9"),
        ("7 / 2", "3.5"),
        ("8 / 2", "4"),
        ("7 % 4", "3"),
        ("0.1 + 0.2 < 0.4", "true"),
        ("not $no and $n == 3", "true"),
        ("!$no && $n != 4 || false", "true"),
        ("$empty or $none", "false"),
        ("$items and 1", "true"),
        ("\"a\\u00e9\" == 'aé'", "true"),
        ("1 == 1.0", "true"),
        ("'a' < 'b'", "true"),
        ("$items == $items", "true"),
    ] {
        assert_eq!(evaluate(text), expected, "{text}");
    }
}

#[test]
fn invalid_operations_evaluate_to_null() {
    for text in [
        "1 / 0",
        "1 % 0",
        "1.5 / 0",
        "$big + 1",
        "$big * 2",
        "-$text",
        "1 + 'a'",
        "$items[-1]",
        "$items[99]",
        "$items['a']",
        "$n.field",
        "$nobody",
        "$nobody.a[0].b",
        "$n[0]",
        "1e308 * 10",
        "$password.length",
        "(-$big - 1) / -1",
        "$o.nobody",
        "$items[0.5]",
    ] {
        assert_eq!(evaluate(text), "null", "{text}");
    }
    for text in ["1 == '1'", "null == 0", "null == false", "1 < 'a'", "null < 1", "$items < $items"] {
        assert_eq!(evaluate(text), "false", "{text}");
    }
    for text in ["null == null", "null != 0", "$none == $nobody", "1 != '1'"] {
        assert_eq!(evaluate(text), "true", "{text}");
    }
}

#[test]
fn secret_operands_are_not_disclosed() {
    assert_eq!(evaluate("$password == 'hunter2'"), "true");
    assert_eq!(evaluate("$password == 'other'"), "false");
    assert_eq!(evaluate("$password != $password"), "false");
    assert_eq!(evaluate("$password < 'z'"), "false");
    assert_eq!(evaluate("$password + 1"), "null");
    let passed = Expression::parse("$password", 0..9).unwrap().evaluate(&scope());
    assert!(matches!(passed, Value::Secret(_)));
}

#[test]
fn errors_contain_the_position() {
    assert_eq!(fault("$items.length >").0, 15);
    assert_eq!(fault("status == 'x'"), (0, "\"status\" is no value; write $status or quote it".into()));
    assert_eq!(fault("1 < 2 < 3").0, 6);
    assert_eq!(fault("(1 + 2").1, "a `)` is missing here");
    assert_eq!(fault("'open").1, "the quote is not closed");
    assert_eq!(fault("$f(1)").0, 2);
    assert_eq!(fault("").0, 0);
    assert!(fault(&"(".repeat(4000)).1.contains("nested"));
    assert!(fault(&"-".repeat(4000)).1.contains("nested"));
    assert!(fault(&"1+".repeat(2000)).1.contains("nested"));
    assert!(fault(&"$a.b[$c]".repeat(500)).1.contains("not expected"));
    assert!(fault(&"1".repeat(5000)).1.contains("4096"));
}

#[test]
fn lists_references_with_spans() {
    let text = "$a.b[0] > 1 and $c[$d].e";
    let expression = Expression::parse(text, 100..100 + text.len()).unwrap();
    let references: Vec<String> = expression
        .references()
        .iter()
        .map(|r| format!("{r} {}", &text[r.span.start - 100..r.span.end - 100]))
        .collect();
    assert_eq!(references, ["$a.b[0] $a.b[0]", "$c $c", "$d $d"]);
}

fn trees() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("$a".to_string()),
        Just("$a.b[0]".to_string()),
        Just("true".to_string()),
        Just("null".to_string()),
        any::<u32>().prop_map(|n| n.to_string()),
        any::<f64>().prop_map(|n| format!("{:?}", n.abs())),
        "[a-z\\$é ]{0,5}".prop_map(|s| format!("'{s}'")),
    ];
    leaf.prop_recursive(6, 40, 2, |inner| {
        let operator = prop::sample::select(vec!["+", "-", "*", "/", "%", "==", "<", ">=", "and", "||"]);
        prop_oneof![
            (inner.clone(), operator, inner.clone()).prop_map(|(a, o, b)| format!("({a}) {o} ({b})")),
            inner.clone().prop_map(|a| format!("not ({a})")),
            inner.clone().prop_map(|a| format!("-({a})")),
            inner.clone().prop_map(|a| format!("({a}).length")),
            (inner.clone(), inner).prop_map(|(a, b)| format!("({a})[{b}]")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn parsing_any_text_does_not_panic(text in any::<String>()) {
        if let Ok(expression) = Expression::parse(&text, 0..text.len()) {
            expression.evaluate(&scope());
        }
    }

    #[test]
    fn parsing_expression_like_text_does_not_panic(text in "[$a-d0-9.()\\[\\]{}+*/%<>=!&|\"' \\\\ornt-]{0,40}") {
        if let Ok(expression) = Expression::parse(&text, 0..text.len()) {
            expression.evaluate(&scope());
            let shown = expression.to_string();
            let again = Expression::parse(&shown, 0..shown.len());
            prop_assert!(again.is_ok(), "{} {:?}", shown, again);
            prop_assert_eq!(again.unwrap().to_string(), shown);
        }
    }

    #[test]
    fn formatted_expression_round_trips(text in trees()) {
        let Ok(expression) = Expression::parse(&text, 0..text.len()) else { return Ok(()) };
        let shown = expression.to_string();
        let again = Expression::parse(&shown, 0..shown.len());
        prop_assert!(again.is_ok(), "{} {:?}", shown, again);
        let again = again.unwrap();
        prop_assert_eq!(again.to_string(), shown);
        prop_assert_eq!(again.evaluate(&scope()), expression.evaluate(&scope()));
    }
}
