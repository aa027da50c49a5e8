//! An executed command as a step of a trace, without secrets and excluded values.

use lemmascope_intent::{Object, Parameter, Redactor, SensitiveFields, Subject, Value, discreet};
use lemmascope_learner::{Held, Kind, Step};

/// The maximum length of a value. A longer text is a document rather than the value of a step.
const LONGEST: usize = 2000;
/// The maximum length of a name and of a message.
const LONGEST_NAME: usize = 120;
/// The timeout option of every verb. It depends on the page, and not on the task.
const TIMEOUT: &str = "timeout";

/// An executed command.
pub(crate) struct Observed<'a> {
    /// The name of the verb or intent.
    pub(crate) verb: &'a str,
    /// Whether it was only a navigation to an address.
    pub(crate) is_visit: bool,
    /// Its parameters.
    pub(crate) parameters: &'a [Parameter],
    /// The arguments.
    pub(crate) given: &'a Object,
    /// The things that it acted on.
    pub(crate) subjects: &'a [Subject],
    /// The messages that appeared after it.
    pub(crate) said: &'a [String],
    /// The address of the session before it.
    pub(crate) place: Option<String>,
}

/// The data that must not be stored.
pub(crate) struct Discretion<'a> {
    /// The names of secret fields.
    pub(crate) sensitive: &'a SensitiveFields,
    /// The names of fields that are excluded from learning.
    pub(crate) excluded: &'a SensitiveFields,
    /// The known secrets.
    pub(crate) redactor: &'a Redactor,
}

/// Returns the step of a command.
pub(crate) fn observed(command: &Observed<'_>, discretion: &Discretion<'_>) -> Step {
    let is_subject = |name: &str| command.subjects.iter().any(|subject| subject.parameter == name);
    let is_secret = |name: &str| {
        let of_subject = |subject: &Subject| {
            let names = [Some(&subject.name), subject.field.as_ref(), subject.role.as_ref()];
            subject.secret || names.into_iter().flatten().any(|name| discretion.excludes(name))
        };
        discretion.excludes(name) || command.subjects.iter().any(of_subject)
    };
    let arguments = command.parameters.iter().filter_map(|parameter| {
        let name = parameter.name.as_str();
        let value = command.given.get(name).filter(|value| **value != Value::Null)?;
        let is_default = parameter.default.as_ref() == Some(value);
        if is_subject(name) || is_default || name == TIMEOUT {
            return None;
        }
        let held = match is_secret(name) || !discretion.is_open(value) {
            true => Held::Hole,
            false => Held::Value(serde_json::json!(value)),
        };
        Some((name.to_string(), held))
    });
    let subjects = command.subjects.iter().map(|subject| discretion.subject(subject));
    Step {
        verb: command.verb.into(),
        kind: if command.is_visit { Kind::Visit } else { Kind::Act },
        subjects: subjects.collect(),
        arguments: arguments.collect(),
        place: command.place.as_deref().map(|place| discretion.mask(place)),
        said: command
            .said
            .iter()
            .filter(|text| discretion.is_open_text(text))
            .map(|text| beginning(text))
            .collect(),
        run: None,
    }
}

/// Returns the step of a failed intent.
pub(crate) fn failed_intent(command: &Observed<'_>, discretion: &Discretion<'_>) -> Step {
    Step { kind: Kind::Failure, ..observed(command, discretion) }
}

/// Truncates a long name or message to a recognizable prefix.
fn beginning(text: &str) -> String {
    text.chars().take(LONGEST_NAME).collect()
}

impl Discretion<'_> {
    fn excludes(&self, name: &str) -> bool {
        self.sensitive.matches(name) || self.excluded.matches(name)
    }

    fn mask(&self, text: &str) -> String {
        self.redactor.mask(text).into_owned()
    }

    fn is_open_text(&self, text: &str) -> bool {
        self.mask(text) == text && discreet(text) == text
    }

    /// Whether a value may be stored.
    fn is_open(&self, value: &Value) -> bool {
        match value {
            Value::Secret(_) => false,
            Value::Text(text) => text.len() <= LONGEST && self.is_open_text(text),
            Value::List(items) => items.iter().all(|item| self.is_open(item)),
            Value::Object(fields) => {
                fields.iter().all(|(name, value)| !self.excludes(name) && self.is_open(value))
            }
            Value::Null | Value::Boolean(_) | Value::Number(_) => self.redactor.mask_value(value) == *value,
        }
    }

    /// Masks the secrets in a subject: a page may show one in the name of an element.
    fn subject(&self, subject: &Subject) -> Subject {
        let masked = self.mask(&subject.name);
        let is_open = masked == subject.name;
        let name = beginning(&masked);
        Subject {
            name,
            telling: subject.telling.iter().filter(|_| is_open).cloned().collect(),
            ..subject.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use lemmascope_intent::{Secret, Type};

    use super::*;

    fn step(given: &[(&str, Value)], subject: Subject) -> Step {
        let text = Parameter::required("text", Type::String, "");
        let target = Parameter::required("target", Type::Any, "");
        let enter = Parameter::defaulted("enter", false, Type::Boolean, "");
        let mut redactor = Redactor::default();
        redactor.learn(&Secret::new("hunter2".into()));
        let given: Object = given.iter().map(|(name, value)| (name.to_string(), value.clone())).collect();
        observed(
            &Observed {
                verb: "lab.write",
                is_visit: false,
                parameters: &[target, text, enter],
                given: &given,
                subjects: &[Subject { parameter: "target".into(), ..subject }],
                said: &["Welcome".into(), "Your password is hunter2".into()],
                place: Some("http://a.test/?p=hunter2".into()),
            },
            &Discretion {
                sensitive: &SensitiveFields::default(),
                excluded: &SensitiveFields::new(["iban"]),
                redactor: &redactor,
            },
        )
    }

    #[test]
    fn replaces_secret_and_excluded_values_with_holes() {
        let named = |name: &str| Subject { name: name.into(), ..Subject::default() };
        let text = |text: &str| ("text", Value::from(text));
        let long = "x".repeat(LONGEST + 1);
        for (given, subject) in [
            (text("4711"), named("Password")),
            (text("PT50 1234"), named("Your IBAN")),
            (text("PT50 1234"), Subject { field: Some("iban".into()), ..Subject::default() }),
            (text("4711"), Subject { secret: true, ..Subject::default() }),
            (text("it is hunter2"), named("Notes")),
            (text(&long), named("Notes")),
            (("text", Value::Secret(Secret::new("a".into()))), named("Notes")),
        ] {
            let step = step(&[given, ("enter", false.into())], subject);
            assert_eq!(step.arguments, [("text".to_string(), Held::Hole)]);
            assert!(!format!("{step:?}").contains("hunter2"));
        }
        let open = step(&[text("Ann"), ("target", "x".into())], named("Name"));
        assert_eq!(open.arguments, [("text".to_string(), Held::Value("Ann".into()))]);
        assert_eq!(open.said, ["Welcome"]);
    }
}
