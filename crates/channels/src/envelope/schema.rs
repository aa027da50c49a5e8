//! The schemas in `schemas/protocol` and `schemas/connectors`, and a validation that names the faulty field.

use std::sync::LazyLock;

use jsonschema::error::ValidationErrorKind;
use jsonschema::{Draft, ValidationError, Validator};
use serde_json::Value as Json;

use super::{ASK, REPLY};
use crate::gateway::GatewayFailure;

/// A compiled schema.
pub(crate) struct Schema {
    /// The source of the schema.
    pub(crate) json: Json,
    /// The validator; `None` if the schema is invalid, so that no document is accepted.
    validator: Option<Validator>,
}

static ENVELOPE: LazyLock<Schema> =
    LazyLock::new(|| Schema::read(include_str!("../../../../schemas/protocol/intent.envelope.v1.json")));
static ASK_SCHEMA: LazyLock<Schema> =
    LazyLock::new(|| Schema::read(include_str!("../../../../schemas/protocol/intent.ask.v1.json")));
static REPLY_SCHEMA: LazyLock<Schema> =
    LazyLock::new(|| Schema::read(include_str!("../../../../schemas/protocol/intent.reply.v1.json")));

impl Schema {
    /// Parses a schema.
    pub(crate) fn read(text: &str) -> Self {
        let json: Json = serde_json::from_str(text).unwrap_or_default();
        let validator = jsonschema::options()
            .with_draft(Draft::Draft202012)
            .should_validate_formats(true)
            .build(&json)
            .ok();
        Self { json, validator }
    }

    /// Returns the first fault of a document. Field names are paths: `payload.question`.
    pub(crate) fn check(&self, within: &str, document: &Json) -> Result<(), GatewayFailure> {
        let Some(validator) = &self.validator else {
            return Err(GatewayFailure::new(
                500,
                "SCHEMA_BROKEN",
                "the schema of this document cannot be used",
            ));
        };
        // Missing fields are reported first, because other faults may be a consequence.
        let mut faults: Vec<_> = validator.iter_errors(document).collect();
        faults.sort_by_key(|fault| !matches!(fault.kind(), ValidationErrorKind::Required { .. }));
        match faults.first() {
            Some(fault) => Err(failure(within, fault)),
            None => Ok(()),
        }
    }
}

/// Returns the schema of a payload type that the protocol defines.
pub fn payload_schema(intent_type: &str) -> Option<&'static Json> {
    of_payload(intent_type).map(|schema| &schema.json)
}

fn of_payload(intent_type: &str) -> Option<&'static Schema> {
    match intent_type {
        ASK => Some(&ASK_SCHEMA),
        REPLY => Some(&REPLY_SCHEMA),
        _ => None,
    }
}

/// Validates a document against the schema of envelopes.
pub(crate) fn check_envelope(document: &Json) -> Result<(), GatewayFailure> {
    ENVELOPE.check("", document)
}

/// Validates a payload against the schema of its type, if the protocol defines one.
pub(crate) fn check_payload(intent_type: &str, payload: &Json) -> Result<(), GatewayFailure> {
    match of_payload(intent_type) {
        Some(schema) => schema.check("payload", payload),
        None => Ok(()),
    }
}

fn failure(within: &str, fault: &ValidationError<'_>) -> GatewayFailure {
    let place = fault.instance_path().to_string();
    let place = place.trim_start_matches('/').replace('/', ".");
    let field = |name: &str| {
        let parts = [within, place.as_str(), name];
        let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        parts.join(".")
    };
    let invalid = |reason: String| GatewayFailure::invalid(field(""), reason);
    match fault.kind() {
        ValidationErrorKind::Required { property } => {
            let name = property.as_str().unwrap_or_default();
            let reason = format!("{} is missing", field(name));
            // A field that another field requires is an invalid combination rather than a missing input.
            let is_conditional = fault.schema_path().to_string().contains("/then/");
            match is_conditional {
                true => GatewayFailure::invalid(field(name), reason),
                false => GatewayFailure::new(422, "MISSING_INPUT", reason).about(field(name)),
            }
        }
        ValidationErrorKind::AdditionalProperties { unexpected } => {
            let name = unexpected.first().map(String::as_str).unwrap_or_default();
            let name: String = name.chars().take(100).collect();
            GatewayFailure::invalid(field(&name), "is not a field of this document")
        }
        ValidationErrorKind::MinLength { limit: 1 } => invalid("is empty".into()),
        ValidationErrorKind::MinLength { limit } => invalid(format!("is shorter than {limit} characters")),
        ValidationErrorKind::MaxLength { limit } => invalid(format!("is longer than {limit} characters")),
        ValidationErrorKind::Format { format } if format == "date-time" => {
            invalid("is not a moment of RFC 3339".into()).hint("Write it like 2026-01-31T12:00:00Z.")
        }
        ValidationErrorKind::Format { format } => invalid(format!("is not a {format}")),
        ValidationErrorKind::Pattern { pattern } => invalid(format!("does not have the form {pattern}")),
        ValidationErrorKind::Constant { expected_value } => invalid(format!("is not {expected_value}")),
        ValidationErrorKind::Enum { options } => {
            let options: Vec<&str> =
                options.as_array().into_iter().flatten().filter_map(Json::as_str).collect();
            invalid(format!("is not one of {}", options.join(", ")))
        }
        ValidationErrorKind::Type { .. } => {
            invalid(format!("is {}, which is not the right type", kind(fault.instance().as_ref())))
        }
        _ => invalid("does not keep to the schema".into()),
    }
}

fn kind(value: &Json) -> &'static str {
    match value {
        Json::Null => "null",
        Json::Bool(_) => "a boolean",
        Json::Number(_) => "a number",
        Json::String(_) => "a text",
        Json::Array(_) => "a list",
        Json::Object(_) => "an object",
    }
}
