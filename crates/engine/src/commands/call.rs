//! The call of an intent or a verb that a command means.

use lemmascope_intent::definition::Relation;
use lemmascope_intent::{Number, Object, SensitiveFields, Value};
use lemmascope_language::command::{self, Command, Form, Kind, Located, Target};

use crate::invocation::Invocation;

/// The call of an intent, or of a verb by its full name: what is given keeps its position.
pub(super) fn of_intent(command: &Command, sensitive: &SensitiveFields) -> Invocation {
    let mut positional: Vec<Value> = given(command, sensitive).map(|(_, value)| value).collect();
    let mut name = command.name().to_string();
    if name == "run" && !positional.is_empty() {
        name = positional.remove(0).to_string();
    }
    let options = options(command).collect();
    Invocation { said: name.clone(), name, positional, options, secrets: secrets(command, sensitive) }
}

/// The call of the verb that carries a command of the table out: what is given goes by the names of the
/// table, and words that are only there to be read (`drag 1 to 2`) are left out.
pub(super) fn of_verb(command: &Command, form: &Form, verb: &str, sensitive: &SensitiveFields) -> Invocation {
    let mut arguments: Vec<(String, Option<Value>)> = Vec::new();
    for (name, value) in given(command, sensitive) {
        let Some(slot) = form.slot(name) else { continue };
        let known = arguments.iter_mut().find(|(known, _)| known == name);
        match (slot.kind, known, slot.repeated) {
            (Kind::Literal(_), ..) => {}
            (_, Some((_, Some(Value::List(items)))), true) => items.push(value),
            (_, _, true) => arguments.push((name.into(), Some(Value::List(vec![value])))),
            // A direction is a word, an element never is: that is an object.
            (Kind::Direction, ..) if value.as_text().is_some() => {
                arguments.push(("direction".into(), Some(value)));
            }
            _ => arguments.push((name.into(), Some(value))),
        }
    }
    arguments.extend(options(command));
    let said = command.name().to_string();
    let secrets = secrets(command, sensitive);
    Invocation { name: verb.into(), said, positional: Vec::new(), options: arguments, secrets }
}

/// What is given by position, with the names of the table. What goes by a sensitive name, such as what is
/// typed into a password field, is a secret from here on.
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

/// A target in the shape in which definitions write it.
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

fn element(target: &Target) -> Object {
    let (key, value) = match target {
        Target::Id(id) => ("id", i64::try_from(*id).map_or(Value::Null, Value::from)),
        Target::Text(text) => ("text", text.as_str().into()),
        Target::Role(role) => ("role", role.as_str().into()),
        Target::Css(selector) => ("selector", selector.as_str().into()),
        Target::Xpath(xpath) => ("xpath", xpath.as_str().into()),
        Target::Pattern(path) => ("pattern", path.as_str().into()),
    };
    Object::from([(key.to_string(), value)])
}

#[cfg(test)]
mod tests {
    use lemmascope_language::command::{Vocabulary, parse};

    use super::*;

    fn check(line: &str, expected: &str) {
        let command = parse(line, &Vocabulary::default()).unwrap().unwrap().into_command().unwrap();
        let form = command.form().unwrap();
        let verb = form.capability().unwrap();
        let call = of_verb(&command, form, &verb, &SensitiveFields::default());
        assert_eq!(call.positional, []);
        let arguments = call.options.iter().map(|(name, value)| match value {
            Some(value) => format!(" {name}={}", serde_json::to_string(value).unwrap()),
            None => format!(" {name}"),
        });
        assert_eq!(format!("{}{}", call.name, arguments.collect::<String>()), expected, "{line}");
    }

    #[test]
    fn a_command_calls_a_verb_by_the_names_of_the_table() {
        for (line, expected) in [
            ("click 5 --double --timeout 2s", r#"web.click target={"id":5} double timeout="2s""#),
            ("wait visible email", r#"web.wait_visible target={"role":"email"}"#),
            (
                "drag css(.a) to xpath(//b)",
                r#"web.drag target={"selector":".a"} destination={"xpath":"//b"}"#,
            ),
            ("upload 5 a.txt b.txt", r#"web.upload target={"id":5} files=["a.txt","b.txt"]"#),
            ("scroll down --page", r#"web.scroll direction="down" page"#),
            ("scroll login_form.email", r#"web.scroll target={"pattern":"login_form.email"}"#),
            (r#"headers set {"A": "b"}"#, r#"web.headers_set json="{\"A\": \"b\"}""#),
            (r#"headers set a.com {"A": "b"}"#, r#"web.headers_set domain="a.com" json="{\"A\": \"b\"}""#),
            ("extract css(.x) --format csv", r#"web.extract_matches target={"selector":".x"} format="csv""#),
            ("state save a.json --cookies-only", r#"web.state_save path="a.json" cookies-only"#),
            ("media color-scheme dark", r#"web.media_color_scheme scheme="dark""#),
            ("select 3 2", r#"web.select target={"id":3} value=[2]"#),
            ("select 3 Red Blue --add", r#"web.select target={"id":3} value=["Red","Blue"] add"#),
            ("scroll \"Messages\" up", r#"web.scroll target={"text":"Messages"} direction="up""#),
            ("type password hunter2", r#"web.type target={"role":"password"} text="••••••••""#),
            ("type email ann", r#"web.type target={"role":"email"} text="ann""#),
            (
                r#"click "Add" near "Blue shirt" inside css(.r)"#,
                r#"web.click target={"text":"Add","relations":[{"relation":"near","target":{"text":"Blue shirt"}},{"relation":"inside","target":{"selector":".r"}}]}"#,
            ),
        ] {
            check(line, expected);
        }
    }
}
