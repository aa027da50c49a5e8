//! Every expression that is read has a value, and shows itself as one that has the same.
#![no_main]

use std::sync::LazyLock;

use lemmascope_intent::definition::{Expression, Scope};
use lemmascope_intent::{Object, Value};
use libfuzzer_sys::fuzz_target;

const SECRET: &str = "hunter2-canary";

static SCOPE: LazyLock<Scope> = LazyLock::new(|| {
    let text = |text: &str| Value::from(text);
    let items = Value::from(vec![Value::from(1), Value::from(2), text("x")]);
    let inner = Object::from_iter([("b".to_string(), items.clone()), ("length".to_string(), Value::from(7))]);
    let values = Object::from_iter([
        ("items".to_string(), items),
        ("n".to_string(), Value::from(3)),
        ("text".to_string(), text("äb")),
        ("o".to_string(), Value::from(Object::from_iter([("a".to_string(), Value::from(inner))]))),
        ("big".to_string(), Value::from(i64::MAX)),
        ("none".to_string(), Value::Null),
    ]);
    Scope::new(values).with("password", text(SECRET).into_secret())
});

fuzz_target!(|text: &str| {
    let expression = match Expression::parse(text, 0..text.len()) {
        Ok(expression) => expression,
        Err(error) => {
            assert!(text.is_char_boundary(error.offset), "{} is no place in {text:?}", error.offset);
            return;
        }
    };
    let value = expression.evaluate(&SCOPE);
    assert!(!value.to_string().contains(SECRET), "{text:?} tells a secret");
    let shown = expression.to_string();
    match Expression::parse(&shown, 0..shown.len()) {
        Ok(again) => assert_eq!(again.evaluate(&SCOPE), value, "{text:?} shown as {shown:?}"),
        Err(error) => panic!("{text:?} is shown as {shown:?}, which is not read: {error}"),
    }
});
