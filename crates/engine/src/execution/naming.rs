//! The values that the steps of a run have named, by the positions of the steps. They are stored with a
//! checkpoint, so that a resumed run knows them without repeating these steps.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use lemmascope_intent::{Cause, Event, Failure, Number, Object, Secret, Value};
use serde::{Deserialize, Serialize};

use super::{Position, Runner, lock};
use crate::ledger::KeptState;

/// The key of the run's own data beside that of the domains; no domain has this name.
pub(super) const NAMES: &str = "run:names";

/// The named values, by the positions of their steps.
#[derive(Debug, Default)]
pub(crate) struct Named(BTreeMap<Position, Object>);

impl Named {
    /// Records the values that a step has named.
    pub(super) fn give(&mut self, position: &Position, given: &Object) {
        if !given.is_empty() {
            self.0.insert(position.clone(), given.clone());
        }
    }

    /// Returns the values that the step at a position has named.
    pub(super) fn given_at(&self, position: &Position) -> Object {
        self.0.get(position).cloned().unwrap_or_default()
    }

    /// Returns the names that are visible at a position: those of earlier steps in the same list, and in the
    /// enclosing lists.
    fn known_at(&self, place: &Position) -> impl Iterator<Item = (&Position, &Object)> {
        self.0.iter().filter(move |(position, _)| place.is_below_the_list_of(position))
    }
}

/// The stored form of the names and of the extracted data. It contains secrets, because it is always sealed.
#[derive(Debug, Serialize, Deserialize)]
struct Written {
    named: Vec<(String, IndexMap<String, WrittenValue>)>,
    extracted: IndexMap<String, WrittenValue>,
}

#[derive(Debug, Serialize, Deserialize)]
enum WrittenValue {
    Null,
    Boolean(bool),
    Integer(i64),
    Real(f64),
    Text(String),
    Secret(String),
    List(Vec<WrittenValue>),
    Object(IndexMap<String, WrittenValue>),
}

impl Runner<'_> {
    /// Returns the names at a checkpoint, sealed for it. Reports names that cannot be stored as a warning,
    /// and the run continues.
    pub(super) fn keep_names(&self, checkpoint: &str, position: &Position) -> Option<KeptState> {
        let written = {
            let (named, trace) = (lock(&self.named), self.trace());
            let known = named.known_at(position);
            Written {
                named: known.map(|(position, given)| (position.to_string(), write(given))).collect(),
                extracted: write(&trace.extracted),
            }
        };
        if written.named.is_empty() && written.extracted.is_empty() {
            return None;
        }
        let text = serde_json::to_string(&written).unwrap_or_default();
        match self.seal(checkpoint, NAMES, &Secret::new(text)) {
            Ok(sealed) => Some(KeptState { domain: NAMES.into(), sealed }),
            Err(failure) => {
                let message = format!(
                    "the names are not stored with the checkpoint \"{checkpoint}\": {}",
                    failure.message
                );
                self.events.emit(Event::Warning { message });
                None
            }
        }
    }

    /// Restores the names from the checkpoint at which the run resumes.
    pub(super) fn recall(&self) -> Result<(), Failure> {
        let Some(kept) = self.keeping.earlier.iter().find(|kept| kept.domain == NAMES) else {
            return Ok(());
        };
        let invalid = || {
            let message = format!("the names at the checkpoint \"{}\" cannot be read", kept.name);
            Failure::new(Cause::CheckpointInvalid, message).hint("Run it from the beginning.")
        };
        let opened = self.unseal(kept)?;
        let written: Written = serde_json::from_str(opened.expose()).map_err(|_| invalid())?;
        let mut redactor = lock(&self.redactor);
        for (position, given) in written.named {
            let (position, given) = (Position::parse(&position).ok_or_else(invalid)?, read(given));
            given.values().for_each(|value| redactor.learn_from(value));
            lock(&self.named).give(&position, &given);
        }
        let extracted = read(written.extracted);
        extracted.values().for_each(|value| redactor.learn_from(value));
        self.trace().extracted = extracted;
        Ok(())
    }
}

fn write(object: &Object) -> IndexMap<String, WrittenValue> {
    object.iter().map(|(name, value)| (name.clone(), WrittenValue::from(value))).collect()
}

fn read(written: IndexMap<String, WrittenValue>) -> Object {
    written.into_iter().map(|(name, value)| (name, Value::from(value))).collect()
}

impl From<&Value> for WrittenValue {
    fn from(value: &Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Boolean(boolean) => Self::Boolean(*boolean),
            Value::Number(Number::Integer(integer)) => Self::Integer(*integer),
            Value::Number(Number::Real(real)) => Self::Real(*real),
            Value::Text(text) => Self::Text(text.clone()),
            Value::Secret(secret) => Self::Secret(secret.expose().to_string()),
            Value::List(items) => Self::List(items.iter().map(Self::from).collect()),
            Value::Object(fields) => Self::Object(write(fields)),
        }
    }
}

impl From<WrittenValue> for Value {
    fn from(written: WrittenValue) -> Self {
        match written {
            WrittenValue::Null => Self::Null,
            WrittenValue::Boolean(boolean) => Self::Boolean(boolean),
            WrittenValue::Integer(integer) => Self::Number(Number::Integer(integer)),
            WrittenValue::Real(real) => Self::Number(Number::Real(real)),
            WrittenValue::Text(text) => Self::Text(text),
            WrittenValue::Secret(text) => Self::Secret(Secret::new(text)),
            WrittenValue::List(items) => Self::List(items.into_iter().map(Self::from).collect()),
            WrittenValue::Object(fields) => Self::Object(read(fields)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn named_values_and_secrets_round_trip() {
        let json = r#"{"a": [1, 2.5, null, true, {"b": "text"}]}"#;
        let mut fields = Value::from(serde_json::from_str::<serde_json::Value>(json).unwrap())
            .as_object()
            .unwrap()
            .clone();
        fields.insert("pin".into(), Value::Secret(Secret::new("4711".into())));
        let written = serde_json::to_string(&write(&fields)).unwrap();
        assert_eq!(read(serde_json::from_str(&written).unwrap()), fields);
    }

    #[test]
    fn names_are_visible_to_later_and_nested_steps() {
        let mut named = Named::default();
        let at = |text: &str| Position::parse(text).unwrap();
        for place in ["0", "1.0.0", "2.1.0"] {
            named.give(&at(place), &Object::from([(place.to_string(), Value::Null)]));
        }
        let known = |place: &str| -> Vec<String> {
            named.known_at(&at(place)).flat_map(|(_, given)| given.keys().cloned()).collect()
        };
        assert_eq!(known("3"), ["0"]);
        assert_eq!(known("2.1.4"), ["0", "2.1.0"]);
        assert_eq!(known("1.0.2.0.1"), ["0", "1.0.0"]);
    }
}
