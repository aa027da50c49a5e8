//! Builds a command from named values, instead of parsing a line.

use lemmascope_intent::{Cause, Failure, LineShape, Notation, Object, Value as Given, nearest};

use super::form::{Form, same};
use super::grammar::Grammar;
use super::line::{Argument, Command, Given as GivenOption};
use super::value::Value;

impl Grammar {
    /// Builds the command of a form with these values. `name` is the words of the form, or the full name of
    /// its verb. Returns nothing if there is no such form.
    pub fn command(&self, name: &str, values: &Object) -> Option<Result<Command, Failure>> {
        let form = self.all().find(|form| form.name == name || form.declared_by == name)?;
        Some(fill(form, values).map(|(arguments, options)| Command {
            name: form.name.into(),
            form: Some(form.clone()),
            arguments,
            options,
        }))
    }
}

impl Form {
    /// Returns the positional parameters: the name, the notation, and whether it is required.
    fn places(&self) -> Vec<(&'static str, Notation, bool)> {
        match self.shape {
            LineShape::Goal => vec![("words", Notation::Text, true)],
            LineShape::Sentence => vec![("sentence", Notation::Text, true)],
            LineShape::Define => vec![("name", Notation::Name, true)],
            LineShape::Slots | LineShape::Open => {
                let slots = self.slots.iter().filter(|slot| !matches!(slot.kind, Notation::Literal(_)));
                slots.map(|slot| (slot.name, slot.kind, slot.required)).collect()
            }
        }
    }
}

type Filled = (Vec<Argument>, Vec<GivenOption>);

fn fill(form: &Form, values: &Object) -> Result<Filled, Failure> {
    let mut arguments = Vec::new();
    let mut options = Vec::new();
    let given = |name: &str| {
        let named = values.iter().find(|(given, _)| same(given, name));
        named.map(|(_, value)| value).filter(|value| !matches!(value, Given::Null))
    };
    for (name, notation, is_required) in form.places() {
        match given(name) {
            Some(value) => arguments.push(Argument { name, value: written(name, notation, value)? }),
            None if is_required => return Err(missing(name)),
            None => {}
        }
    }
    for option in &form.options {
        match (given(&option.name), option.kind) {
            (Some(Given::Boolean(true)), None) => {
                options.push(GivenOption { name: option.name.clone(), value: None })
            }
            (Some(Given::Boolean(false)) | None, None) => {}
            (Some(_), None) => return Err(wrong(&option.name, "true or false")),
            (Some(value), Some(notation)) => {
                let value = Some(written(&option.name, notation, value)?);
                options.push(GivenOption { name: option.name.clone(), value });
            }
            (None, Some(_)) if option.required => return Err(missing(&option.name)),
            (None, Some(_)) => {}
        }
    }
    let known = || {
        form.places().into_iter().map(|(name, ..)| name).chain(form.options.iter().map(|it| it.name.as_str()))
    };
    if let Some(unknown) = values.keys().find(|given| !known().any(|name| same(name, given))) {
        let failure =
            Failure::new(Cause::InvalidParameter, format!("{} has no parameter \"{unknown}\"", form.name))
                .about(unknown.clone());
        return Err(match nearest(unknown, known()) {
            Some(meant) => failure.hint(format!("Did you mean {meant}?")),
            None => failure.hint(format!("Usage: {}", form.usage())),
        });
    }
    Ok((arguments, options))
}

/// Converts a value as if it had been parsed from a line.
fn written(name: &str, notation: Notation, value: &Given) -> Result<Value, Failure> {
    let text = match value {
        Given::Text(text) => text.clone(),
        Given::Number(number) => return Ok(Value::Number(number.as_f64())),
        Given::Boolean(_) => value.to_string(),
        Given::Secret(_) | Given::List(_) | Given::Object(_) | Given::Null => {
            return Err(wrong(name, "a text or a number"));
        }
    };
    Ok(match notation {
        Notation::Name => Value::Name(text),
        Notation::Choice(words) => match words.iter().find(|word| same(word, &text)) {
            Some(word) => Value::Word((*word).into()),
            None => return Err(wrong(name, &format!("one of {}", words.join(", ")))),
        },
        _ => Value::Text(text),
    })
}

fn missing(name: &str) -> Failure {
    Failure::new(Cause::MissingParameter, format!("missing parameter: {name}")).about(name)
}

fn wrong(name: &str, wanted: &str) -> Failure {
    Failure::new(Cause::InvalidParameter, format!("{name} must be {wanted}")).about(name)
}
