//! Validation of submissions, and conversion into the stored form.

use lemmascope_intent::Permissions;
use serde_json::{Map, Value as Json};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::failure::GatewayFailure;
use super::submission::{Submission, Trace};
use crate::address::Address;
use crate::store::now;

/// A validated intent that is not stored yet.
#[derive(Debug, Clone)]
pub(super) struct NewIntent {
    pub(super) id: String,
    pub(super) intent_type: String,
    pub(super) correlation_id: String,
    pub(super) from: Address,
    pub(super) to: Address,
    pub(super) payload: Json,
    pub(super) metadata: Map<String, Json>,
    pub(super) permissions: Permissions,
    pub(super) reply_to: Option<Address>,
    pub(super) deadline_at: Option<i64>,
    pub(super) remind_at: Option<i64>,
    pub(super) trace: Trace,
    pub(super) created_at: i64,
    pub(super) key: Option<Key>,
    /// The compiled steps of the workflow in the payload.
    pub(super) workflow: Option<Json>,
}

/// The idempotency key, with a fingerprint that distinguishes another submission with the same key.
#[derive(Debug, Clone)]
pub(super) struct Key {
    pub(super) name: String,
    pub(super) fingerprint: String,
}

/// The maximum length of an intent type, in bytes.
const LONGEST_TYPE: usize = 200;
/// The maximum length of an idempotency key, in characters.
const LONGEST_KEY: usize = 255;
/// The maximum length of a metadata text, in bytes.
const LONGEST_METADATA: usize = 4096;
/// The maximum number of metadata entries.
const MOST_METADATA: usize = 64;
/// The maximum nesting depth of a payload.
const DEEPEST: usize = 64;

impl NewIntent {
    /// Validates a submission with a payload of at most `limit` bytes.
    pub(super) fn of(sender: &str, submission: Submission, limit: usize) -> Result<Self, GatewayFailure> {
        intent_type("intent_type", &submission.intent_type)?;
        let correlation_id = match &submission.correlation_id {
            Some(id) => uuid("correlation_id", id)?,
            None => Uuid::now_v7().to_string(),
        };
        let to = address("to_agent", &submission.to_agent)?;
        let reply_to = submission.reply_to.as_deref().map(|it| address("reply_to", it)).transpose()?;
        payload(&submission.payload, limit)?;
        metadata(&submission.metadata)?;
        let key = match &submission.idempotency_key {
            Some(name) => Some(Key { name: key(name)?, fingerprint: fingerprint(&submission) }),
            None => None,
        };
        let at = |field, text: &Option<String>| text.as_deref().map(|it| moment(field, it)).transpose();
        Ok(Self {
            id: Uuid::now_v7().to_string(),
            correlation_id,
            from: Address::for_owner(sender),
            to,
            reply_to,
            deadline_at: at("deadline_at", &submission.deadline_at)?,
            remind_at: at("remind_at", &submission.remind_at)?,
            trace: trace(submission.trace)?,
            created_at: now(),
            key,
            workflow: None,
            intent_type: submission.intent_type,
            payload: submission.payload,
            metadata: submission.metadata,
            permissions: submission.permissions,
        })
    }
}

/// Validates an intent type: `name(.name)+.vN`.
pub(super) fn intent_type(field: &str, text: &str) -> Result<(), GatewayFailure> {
    let mut parts: Vec<&str> = text.split('.').collect();
    let version = parts.pop().unwrap_or_default();
    let is_name = |part: &&str| {
        !part.is_empty()
            && part.bytes().all(|it| it.is_ascii_lowercase() || it.is_ascii_digit() || b"_-".contains(&it))
    };
    let number = version.strip_prefix('v').unwrap_or_default();
    let is_version = !number.is_empty() && number.len() <= 9 && number.bytes().all(|it| it.is_ascii_digit());
    match text.len() <= LONGEST_TYPE && parts.len() >= 2 && parts.iter().all(is_name) && is_version {
        true => Ok(()),
        false => Err(GatewayFailure::invalid(field, "is not a type such as intent.ask.v1")
            .hint("Write names in lower case with dots between them, and a version at the end.")),
    }
}

fn uuid(field: &str, text: &str) -> Result<String, GatewayFailure> {
    let parsed = Uuid::parse_str(text).ok().filter(|_| text.len() == 36);
    parsed.map(|id| id.to_string()).ok_or_else(|| GatewayFailure::invalid(field, "is not a UUID"))
}

/// Parses the address of an agent.
pub(super) fn address(field: &str, text: &str) -> Result<Address, GatewayFailure> {
    let address = Address::parse(text).map_err(|reason| GatewayFailure::invalid(field, reason))?;
    Ok(address)
}

/// Parses a time, and returns milliseconds since 1970.
pub(super) fn moment(field: &str, text: &str) -> Result<i64, GatewayFailure> {
    let parsed = text.parse::<jiff::Timestamp>();
    parsed.map(|at| at.as_millisecond()).map_err(|_| {
        GatewayFailure::invalid(field, "is not a moment of RFC 3339")
            .hint("Write it like 2026-01-31T12:00:00Z.")
    })
}

fn payload(payload: &Json, limit: usize) -> Result<(), GatewayFailure> {
    if !payload.is_object() {
        return Err(GatewayFailure::invalid("payload", "is not an object"));
    }
    sound("payload", payload, 0)?;
    let length = payload.to_string().len();
    if length > limit {
        let reason = format!("the payload has {length} bytes, and at most {limit} are taken");
        return Err(GatewayFailure::new(413, "PAYLOAD_TOO_LARGE", reason).about("payload"));
    }
    Ok(())
}

/// Rejects values that databases cannot store, and excessive nesting.
pub(super) fn sound(field: &str, value: &Json, depth: usize) -> Result<(), GatewayFailure> {
    let text = |text: &str| match text.contains('\0') {
        true => Err(GatewayFailure::invalid(field, "has the character U+0000 in it")),
        false => Ok(()),
    };
    if depth > DEEPEST {
        return Err(GatewayFailure::invalid(field, format!("is nested deeper than {DEEPEST} levels")));
    }
    match value {
        Json::String(value) => text(value),
        Json::Array(items) => items.iter().try_for_each(|item| sound(field, item, depth + 1)),
        Json::Object(members) => members.iter().try_for_each(|(name, value)| {
            text(name)?;
            sound(field, value, depth + 1)
        }),
        _ => Ok(()),
    }
}

fn metadata(metadata: &Map<String, Json>) -> Result<(), GatewayFailure> {
    if metadata.len() > MOST_METADATA {
        let reason = format!("has more than {MOST_METADATA} entries");
        return Err(GatewayFailure::invalid("metadata", reason));
    }
    metadata.iter().try_for_each(|(name, value)| {
        let field = format!("metadata.{name}");
        match value {
            Json::String(text) if text.len() <= LONGEST_METADATA => sound(&field, value, 0),
            Json::String(_) => Err(GatewayFailure::invalid(field, "is too long")),
            _ => Err(GatewayFailure::invalid(field, "is not a text")),
        }
    })
}

fn key(text: &str) -> Result<String, GatewayFailure> {
    let is_sound = text.bytes().all(|it| (0x20..0x7f).contains(&it));
    match !text.trim().is_empty() && text.len() <= LONGEST_KEY && is_sound {
        true => Ok(text.to_string()),
        false => Err(GatewayFailure::invalid(
            "idempotency_key",
            "is empty, longer than 255 characters, or has characters that ASCII does not show",
        )),
    }
}

/// Validates the headers of a trace, because they are sent as headers again.
fn trace(trace: Trace) -> Result<Trace, GatewayFailure> {
    let is_id =
        |id: &String| !id.is_empty() && id.len() <= 128 && id.bytes().all(|it| (0x21..0x7f).contains(&it));
    if trace.trace_id.as_ref().is_some_and(|id| !is_id(id)) {
        return Err(GatewayFailure::invalid(
            "X-Trace-Id",
            "is empty, too long, or has characters that ASCII does not show",
        ));
    }
    // The standard requires to ignore an invalid traceparent.
    let traceparent = trace.traceparent.filter(|it| is_traceparent(it));
    let of_parent = traceparent.as_deref().and_then(|it| it.split('-').nth(1)).map(str::to_string);
    Ok(Trace { trace_id: trace.trace_id.or(of_parent), traceparent })
}

fn is_traceparent(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let hex = |part: &str, length: usize| {
        part.len() == length && part.bytes().all(|it| it.is_ascii_digit() || (b'a'..=b'f').contains(&it))
    };
    let is_zero = |part: &str| part.bytes().all(|it| it == b'0');
    matches!(parts.as_slice(), [version, trace, parent, flags]
        if hex(version, 2) && *version != "ff" && hex(trace, 32) && !is_zero(trace)
            && hex(parent, 16) && !is_zero(parent) && hex(flags, 2))
}

/// Returns a hash that is equal for equal submissions, regardless of the order of members.
fn fingerprint(submission: &Submission) -> String {
    let mut hash = Sha256::new();
    let optional = |text: &Option<String>| text.clone().map_or(Json::Null, Json::String);
    let parts = [
        Json::String(submission.intent_type.clone()),
        optional(&submission.correlation_id),
        Json::String(submission.to_agent.clone()),
        submission.payload.clone(),
        optional(&submission.reply_to),
        optional(&submission.deadline_at),
        optional(&submission.remind_at),
        Json::Object(submission.metadata.clone()),
    ];
    parts.iter().for_each(|part| canonical(part, &mut hash));
    hex(&hash.finalize())
}

/// Formats bytes as hexadecimal digits.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Writes a value unambiguously: equal values yield equal bytes, and different values different ones.
fn canonical(value: &Json, hash: &mut Sha256) {
    match value {
        Json::Array(items) => {
            hash.update(format!("[{}:", items.len()));
            items.iter().for_each(|item| canonical(item, hash));
        }
        Json::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            members.sort_by_key(|(name, _)| *name);
            hash.update(format!("{{{}:", members.len()));
            for (name, value) in members {
                hash.update(format!("{}:{name}", name.len()));
                canonical(value, hash);
            }
        }
        other => {
            let text = other.to_string();
            hash.update(format!("{}:{text}", text.len()));
        }
    }
}

/// Returns the digest of a value, regardless of the order of its members.
pub(super) fn digest(value: &Json) -> String {
    let mut hash = Sha256::new();
    canonical(value, &mut hash);
    hex(&hash.finalize())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn submission(change: impl FnOnce(&mut Submission)) -> Submission {
        let mut submission =
            Submission::new("intent.ask.v1", "agent://bob", json!({"a": 1, "b": [2]}), Permissions::all());
        change(&mut submission);
        submission
    }

    #[test]
    fn validates_intent_type_syntax() {
        for good in ["intent.ask.v1", "a.b.c_d.v12", "calendar.sync-up.v0"] {
            assert!(intent_type("intent_type", good).is_ok(), "{good}");
        }
        for bad in
            ["", "ask", "ask.v1", "intent.ask", "Intent.Ask.v1", "intent..v1", "intent.ask.v", "a.b.v1\n"]
        {
            assert!(intent_type("intent_type", bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn validation_error_names_the_field() {
        type Change = fn(&mut Submission);
        let cases: [(&str, Change); 8] = [
            ("intent_type", |it| it.intent_type = "x".into()),
            ("correlation_id", |it| it.correlation_id = Some("x".into())),
            ("to_agent", |it| it.to_agent = "b".into()),
            ("payload", |it| it.payload = json!([])),
            ("payload", |it| it.payload = json!({"a": "\0"})),
            ("deadline_at", |it| it.deadline_at = Some("tomorrow".into())),
            ("idempotency_key", |it| it.idempotency_key = Some(String::new())),
            ("metadata.a", |it| drop(it.metadata.insert("a".into(), json!(1)))),
        ];
        for (field, change) in cases {
            let failure = NewIntent::of("ana", submission(change), 1000).unwrap_err();
            assert_eq!((failure.status, failure.field.as_deref()), (422, Some(field)));
        }
        let failure =
            NewIntent::of("ana", submission(|it| it.payload = json!({"a": "x".repeat(2000)})), 1000);
        assert_eq!(failure.unwrap_err().status, 413);
    }

    #[test]
    fn fingerprint_ignores_member_order() {
        let with = |payload: Json| fingerprint(&submission(|it| it.payload = payload));
        assert_eq!(
            with(json!({"a": 1, "b": {"c": 2, "d": 3}})),
            with(json!({"b": {"d": 3, "c": 2}, "a": 1}))
        );
        assert_ne!(with(json!({"a": "1"})), with(json!({"a": 1})));
        assert_ne!(with(json!({"a": [1, [2]]})), with(json!({"a": [[1], 2]})));
        assert_ne!(with(json!({"a": null})), with(json!({})));
    }

    #[test]
    fn ignores_invalid_traceparent() {
        let parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        let read = trace(Trace { trace_id: None, traceparent: Some(parent.into()) }).unwrap();
        assert_eq!(read.trace_id.as_deref(), Some("4bf92f3577b34da6a3ce929d0e0e4736"));
        let read = trace(Trace { trace_id: Some("a b".into()), traceparent: None });
        assert!(read.is_err());
        for bad in ["", "00-0-0-0", "00-00000000000000000000000000000000-00f067aa0ba902b7-01"] {
            let read = trace(Trace { trace_id: None, traceparent: Some(bad.into()) }).unwrap();
            assert_eq!(read, Trace::default());
        }
    }
}
