use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind;
use serde::Serialize;
use serde_json::{Map, Value as Json};

use super::schema::{self, DocumentIntent};

/// An error in one field of a document.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Fault {
    /// A required field is missing.
    Missing(String),
    /// The value is invalid.
    Invalid(InvalidField),
}

/// A field with an invalid value.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct InvalidField {
    /// Its name.
    pub field: String,
    /// Its value, truncated if it is long.
    pub value: Json,
    /// The reason why it is invalid.
    pub reason: String,
}

/// The maximum length of a value in an error; longer values are truncated.
const SHOWN: usize = 200;

impl InvalidField {
    /// Creates an invalid field with its value and the reason.
    pub fn new(field: impl Into<String>, value: &Json, reason: impl Into<String>) -> Self {
        Self { field: field.into(), value: shortened(value), reason: reason.into() }
    }
}

fn shortened(value: &Json) -> Json {
    match value {
        Json::String(text) if text.chars().count() > SHOWN => {
            Json::String(text.chars().take(SHOWN).chain("…".chars()).collect())
        }
        Json::Array(_) | Json::Object(_) if value.to_string().len() > SHOWN => {
            shortened(&Json::String(value.to_string()))
        }
        value => value.clone(),
    }
}

/// Returns all errors of a document for this intent.
pub(super) fn of(intent: DocumentIntent, given: &Map<String, Json>) -> Vec<Fault> {
    let document = Json::Object(given.clone());
    let Some(validator) = schema::validator(intent) else {
        return vec![Fault::Invalid(InvalidField::new("intent", &intent.as_str().into(), "Has no schema"))];
    };
    let mut faults: Vec<Fault> = Vec::new();
    let told = validator.iter_errors(&document).flat_map(|error| told(intent, &error));
    for fault in told.chain(too_long(intent, given)) {
        // A field may fail in several ways; reporting the first is enough to fix it.
        let known = |other: &Fault| match (other, &fault) {
            (Fault::Missing(one), Fault::Missing(other)) => one == other,
            (Fault::Invalid(one), Fault::Invalid(other)) => one.field == other.field,
            _ => false,
        };
        if !faults.iter().any(known) {
            faults.push(fault);
        }
    }
    let order = |fault: &Fault| match fault {
        Fault::Missing(field) => schema::required(intent).position(|name| name == field),
        Fault::Invalid(_) => None,
    };
    faults.sort_by_key(|fault| order(fault).unwrap_or(usize::MAX));
    faults
}

/// Returns the names that are too long for a file system. The limit is in bytes, and JSON Schema can only
/// count characters.
fn too_long(intent: DocumentIntent, given: &Map<String, Json>) -> Vec<Fault> {
    let parameters = given.get("parameters").and_then(Json::as_object);
    let texts =
        parameters.into_iter().flatten().filter_map(|(field, value)| Some((field, value, value.as_str()?)));
    let long = texts.filter_map(|(field, value, text)| {
        let limit = schema::of_parameter(intent, field, "x-maxNameBytes")?.as_u64()?;
        let is_long = |name: &str| u64::try_from(name.len()).is_ok_and(|length| length > limit);
        let reason = match text.contains(['/', '\\']) {
            true => format!("Has a name longer than {limit} bytes"),
            false => format!("Is longer than {limit} bytes"),
        };
        let fault = Fault::Invalid(InvalidField::new(field.clone(), value, reason));
        text.split(['/', '\\']).any(is_long).then_some(fault)
    });
    long.collect()
}

fn told(intent: DocumentIntent, error: &ValidationError<'_>) -> Vec<Fault> {
    let path = error.instance_path().to_string();
    let field = name_of(&path);
    let value = error.instance().as_ref();
    let invalid = |reason: String| vec![Fault::Invalid(InvalidField::new(field.clone(), value, reason))];
    match error.kind() {
        ValidationErrorKind::Required { property } => {
            let name = property.as_str().unwrap_or_default();
            vec![Fault::Missing(name_of(&format!("{path}/{name}")))]
        }
        ValidationErrorKind::AdditionalProperties { unexpected } => unexpected
            .iter()
            .map(|name| {
                let value = value.get(name).unwrap_or(&Json::Null);
                let field = name_of(&format!("{path}/{name}"));
                Fault::Invalid(InvalidField::new(field, value, "Is not a field of this intent"))
            })
            .collect(),
        ValidationErrorKind::Pattern { .. } => {
            let reason = schema::of_parameter(intent, &field, "x-reason").and_then(Json::as_str);
            invalid(reason.unwrap_or("Is not written as it has to be").into())
        }
        ValidationErrorKind::Not { schema } => {
            let reason = schema.get("x-reason").and_then(Json::as_str);
            invalid(reason.unwrap_or("Is not written as it has to be").into())
        }
        ValidationErrorKind::MinLength { limit: 1 } => invalid("Is empty".into()),
        ValidationErrorKind::MinLength { limit } => invalid(format!("Is shorter than {limit} characters")),
        ValidationErrorKind::MaxLength { limit } => invalid(format!("Is longer than {limit} characters")),
        ValidationErrorKind::Minimum { limit } => invalid(format!("Is less than {limit}")),
        ValidationErrorKind::Maximum { limit } => invalid(format!("Is more than {limit}")),
        ValidationErrorKind::Format { format } => invalid(format!("Is not a {format}")),
        ValidationErrorKind::Enum { options } => {
            let options: Vec<&str> =
                options.as_array().into_iter().flatten().filter_map(Json::as_str).collect();
            invalid(format!("Is not one of {}", options.join(", ")))
        }
        ValidationErrorKind::Type { .. } => {
            invalid(format!("Is {}, which is not the right type", crate::Value::from(value.clone()).kind()))
        }
        _ => invalid("Does not keep to the schema".into()),
    }
}

/// Returns the name of a parameter, or the path of any other field in the document.
fn name_of(path: &str) -> String {
    let path = path.trim_start_matches('/');
    path.strip_prefix("parameters/").unwrap_or(path).replace('/', ".")
}
