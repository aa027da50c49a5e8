//! The invocation of the intent or verb that a command names.

use lemmascope_intent::definition::Relation;
use lemmascope_intent::{Notation, Number, Object, Parameter, SensitiveFields, Signature, Value};
use lemmascope_language::command::{self, Command, Form, Located, Target};

use crate::plan::Invocation;

/// Returns the invocation of an intent, or of a verb by its full name. Positional arguments stay positional.
/// The signature of a verb identifies the arguments that are elements.
pub(super) fn of_intent(
    command: &Command,
    verb: Option<&Signature>,
    sensitive: &SensitiveFields,
) -> Invocation {
    let mut positional: Vec<Value> = given(command, sensitive).map(|(_, value)| value).collect();
    let mut name = command.name().to_string();
    if name == "run" && !positional.is_empty() {
        name = positional.remove(0).to_string();
    }
    let mut options: Vec<(String, Option<Value>)> = options(command).collect();
    if let Some(verb) = verb {
        let required = verb.parameters.iter().filter(|parameter| parameter.required);
        for (value, parameter) in positional.iter_mut().zip(required) {
            as_element(value, parameter);
        }
        for (name, value) in &mut options {
            if let (Some(parameter), Some(value)) = (verb.find(name), value) {
                as_element(value, parameter);
            }
        }
    }
    Invocation { said: name.clone(), name, positional, options, secrets: secrets(command, sensitive) }
}

/// Parses a text as a target if the parameter is an element.
fn as_element(value: &mut Value, parameter: &Parameter) {
    if parameter.notation().is_element()
        && let Value::Text(text) = value
        && let Some(target) = command::target_of(text)
    {
        *value = Value::Object(element(&target));
    }
}

/// Returns the invocation of the verb that executes a command. All arguments are named, and words that only
/// make the command readable (`drag 1 to 2`) are dropped.
pub(super) fn of_verb(command: &Command, form: &Form, verb: &str, sensitive: &SensitiveFields) -> Invocation {
    let mut arguments: Vec<(String, Option<Value>)> = Vec::new();
    for (name, value) in given(command, sensitive) {
        let slot = form.slot(name);
        let known = arguments.iter_mut().find(|(known, _)| known == name);
        match (slot.map(|slot| slot.kind), known, slot.is_some_and(|slot| slot.repeated)) {
            (Some(Notation::Literal(_)), ..) => {}
            (_, Some((_, Some(Value::List(items)))), true) => items.push(value),
            (_, _, true) => arguments.push((name.into(), Some(Value::List(vec![value])))),
            _ => arguments.push((name.into(), Some(value))),
        }
    }
    arguments.extend(options(command));
    let said = command.name().to_string();
    let secrets = secrets(command, sensitive);
    Invocation { name: verb.into(), said, positional: Vec::new(), options: arguments, secrets }
}

/// Returns the positional arguments with the names of their parameters. A value with a sensitive name, such
/// as the text for a password field, becomes a secret.
fn given<'a>(
    command: &'a Command,
    sensitive: &'a SensitiveFields,
) -> impl Iterator<Item = (&'static str, Value)> + 'a {
    command.arguments().iter().enumerate().map(|(at, argument)| {
        let secret = command.is_secret(at, sensitive) && argument.value.as_target().is_none();
        let value = value(&argument.value);
        (argument.name, if secret { value.into_secret() } else { value })
    })
}

fn secrets(command: &Command, sensitive: &SensitiveFields) -> Vec<Value> {
    command.secrets_with(sensitive).into_iter().map(|secret| Value::from(&*secret).into_secret()).collect()
}

fn options(command: &Command) -> impl Iterator<Item = (String, Option<Value>)> + '_ {
    command.options().iter().map(|given| (given.name.clone(), given.value.as_ref().map(value)))
}

fn value(value: &command::Value) -> Value {
    match value {
        command::Value::Number(number) => Number::from_f64(*number).map_or(Value::Null, Value::Number),
        command::Value::Target(located) => target(located),
        command::Value::Duration(span) => Value::Text(span.to_string()),
        command::Value::Keys(keys) => Value::Text(keys.to_string()),
        text => text.as_str().map_or(Value::Null, Value::from),
    }
}

/// Returns a target in the form that definitions use.
fn target(located: &Located) -> Value {
    let mut fields = element(&located.target);
    if !located.relations.is_empty() {
        let relation = |(relation, target): &(Relation, Target)| {
            let parts = [("relation", relation.as_str().into()), ("target", Value::Object(element(target)))];
            Value::Object(parts.map(|(name, part)| (name.to_string(), part)).into_iter().collect())
        };
        fields.insert("relations".into(), Value::List(located.relations.iter().map(relation).collect()));
    }
    Value::Object(fields)
}

pub(super) fn element(target: &Target) -> Object {
    let number = |number: u64| i64::try_from(number).map_or(Value::Null, Value::from);
    let (key, value) = match target {
        Target::Id(id) => ("id", number(*id)),
        Target::Number(id) => ("number", number(*id)),
        Target::Text(text) => ("text", text.as_str().into()),
        Target::TextOrCss(text) => return text_or_css(text),
        Target::Role(role) => ("role", role.as_str().into()),
        Target::Css(selector) => ("selector", selector.as_str().into()),
        Target::Xpath(xpath) => ("xpath", xpath.as_str().into()),
        Target::Pattern(path) => return pattern(path),
    };
    Object::from([(key.to_string(), value)])
}

/// Returns the target for a text that is also a valid selector: the element with exactly this text, else the
/// element that the selector matches, else the element with the most similar text.
fn text_or_css(text: &str) -> Object {
    let selector = command::plain_css(text).unwrap_or_else(|| text.to_string());
    otherwise(exactly(text), otherwise(fields("selector", &selector), fields("text", text)))
}

/// Returns the target for a path into a pattern. If the page has no such pattern, `button.primary` is a
/// selector, and `main.rs` is a text.
fn pattern(path: &str) -> Object {
    let is_selector = path.split('.').next().is_some_and(command::is_element);
    let text = exactly(path);
    let rest = if is_selector { otherwise(fields("selector", path), text) } else { text };
    otherwise(fields("pattern", path), rest)
}

fn exactly(text: &str) -> Object {
    let mut target = fields("text", text);
    target.insert("match".into(), "exact".into());
    target
}

fn fields(key: &str, text: &str) -> Object {
    Object::from([(key.to_string(), text.into())])
}

fn otherwise(mut target: Object, fallback: Object) -> Object {
    target.insert("fallback".into(), Value::Object(fallback));
    target
}

#[cfg(test)]
mod tests {
    use lemmascope_intent::Type;
    use lemmascope_language::command::{Grammar, Vocabulary, parse};

    use super::*;

    fn grammar() -> Grammar {
        let target = || Parameter::required("target", Type::Any, "").written(Notation::Target);
        let text = |name| Parameter::required(name, Type::String, "");
        let verb = |name, pattern| Signature::change(name, "").command(pattern);
        let directions = Notation::Choice(&["up", "down", "top"]);
        Grammar::new(&[
            verb("lab.lift", "lift <target>")
                .parameter(target())
                .parameter(Parameter::defaulted("twice", false, Type::Boolean, ""))
                .parameter(Parameter::optional("limit", Type::String, "").written(Notation::Duration)),
            verb("lab.carry", "carry <target> to <bench>")
                .parameter(target())
                .parameter(Parameter::required("bench", Type::Any, "").written(Notation::Target)),
            verb("lab.pour", "pour <target> <samples>…")
                .parameter(target())
                .parameter(Parameter::required("samples", Type::Any, "").written(Notation::TextOrIndex)),
            verb("lab.turn", "turn [way=up|down|target] [way]")
                .parameter(Parameter { required: false, ..target() })
                .parameter(Parameter::optional("way", Type::String, "").written(directions)),
            verb("lab.label_set", "label set [shelf] <json>")
                .parameter(Parameter::optional("shelf", Type::String, "").written(Notation::Name))
                .parameter(Parameter::required("json", Type::Object, "")),
            verb("lab.write", "write <target> <text>")
                .parameter(target())
                .parameter(text("text").named_by_previous()),
            verb("lab.color_mix", "color mix-two").parameter(Parameter::defaulted(
                "dry_only",
                false,
                Type::Boolean,
                "",
            )),
        ])
    }

    fn check(line: &str, expected: &str) {
        let grammar = grammar();
        let command = parse(line, &Vocabulary::new(&grammar, [])).unwrap().unwrap().into_command().unwrap();
        let form = command.form().unwrap();
        let call = of_verb(&command, form, form.capability().unwrap(), &SensitiveFields::default());
        assert_eq!(call.positional, []);
        let arguments = call.options.iter().map(|(name, value)| match value {
            Some(value) => format!(" {name}={}", serde_json::to_string(value).unwrap()),
            None => format!(" {name}"),
        });
        assert_eq!(format!("{}{}", call.name, arguments.collect::<String>()), expected, "{line}");
    }

    #[test]
    fn qualified_verb_call_accepts_same_targets() {
        let grammar = grammar();
        let lift = Signature::change("lab.lift", "")
            .parameter(Parameter::required("target", Type::Any, "").written(Notation::Target))
            .parameter(Parameter::optional("label", Type::String, ""));
        for (line, expected) in [
            ("lab.lift @5", r#"[{"id":5}]"#),
            ("lab.lift 5", "[5]"),
            ("lab.lift .flask --label .x", r#"[{"selector":".flask"}]"#),
            ("lab.lift css(.flask)", r#"[{"selector":".flask"}]"#),
            ("lab.lift \"Red flask\"", r#"[{"text":"Red flask"}]"#),
            ("lab.lift email", r#"[{"role":"email"}]"#),
        ] {
            let line = parse(line, &Vocabulary::new(&grammar, ["lab.lift"])).unwrap().unwrap();
            let call = of_intent(line.command().unwrap(), Some(&lift), &SensitiveFields::default());
            assert_eq!(serde_json::to_string(&call.positional).unwrap(), expected);
            assert!(call.options.iter().all(|(_, value)| *value == Some(".x".into())), "{:?}", call.options);
        }
    }

    #[test]
    fn command_line_maps_to_named_verb_parameters() {
        for (line, expected) in [
            ("lift 5 --twice --limit 2s", r#"lab.lift target={"number":5} twice limit="2s""#),
            ("lift @5", r#"lab.lift target={"id":5}"#),
            ("lift [5]", r#"lab.lift target={"id":5}"#),
            ("lift text(5)", r#"lab.lift target={"text":"5"}"#),
            ("lift .flask", r#"lab.lift target={"selector":".flask"}"#),
            ("lift #flask", r##"lab.lift target={"selector":"#flask"}"##),
            (
                r##"lift "#flask""##,
                r##"lab.lift target={"text":"#flask","match":"exact","fallback":{"selector":"#flask","fallback":{"text":"#flask"}}}"##,
            ),
            ("lift email", r#"lab.lift target={"role":"email"}"#),
            ("carry css(.a) to xpath(//b)", r#"lab.carry target={"selector":".a"} bench={"xpath":"//b"}"#),
            ("pour 5 2", r#"lab.pour target={"number":5} samples=[2]"#),
            ("pour 5 Red Blue", r#"lab.pour target={"number":5} samples=["Red","Blue"]"#),
            ("turn down", r#"lab.turn way="down""#),
            (
                "turn tray.email",
                r#"lab.turn target={"pattern":"tray.email","fallback":{"text":"tray.email","match":"exact"}}"#,
            ),
            ("turn \"Messages\" top", r#"lab.turn target={"text":"Messages"} way="top""#),
            (r#"label set {"A": "b"}"#, r#"lab.label_set json="{\"A\": \"b\"}""#),
            (r#"label set a.com {"A": "b"}"#, r#"lab.label_set shelf="a.com" json="{\"A\": \"b\"}""#),
            ("color mix-two --dry-only", "lab.color_mix dry-only"),
            ("write password hunter2", r#"lab.write target={"role":"password"} text="••••••••""#),
            ("write email ann", r#"lab.write target={"role":"email"} text="ann""#),
            (
                r#"lift "Add" near "Blue shirt" inside css(.r)"#,
                r#"lab.lift target={"text":"Add","relations":[{"relation":"near","target":{"text":"Blue shirt"}},{"relation":"inside","target":{"selector":".r"}}]}"#,
            ),
        ] {
            check(line, expected);
        }
    }
}
