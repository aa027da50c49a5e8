//! The envelope of an intent between agents, the payloads that the protocol defines, and their JSON schemas.

mod payload;
pub(crate) mod schema;

use serde_json::{Map, Value as Json, json};
use sha2::{Digest, Sha256};
use uuid::Uuid;

pub use payload::{AskPayload, ReplyPayload, ReplyStatus};
pub use schema::payload_schema;

use crate::gateway::GatewayFailure;

/// The type of a question.
pub const ASK: &str = "intent.ask.v1";
/// The type of an answer.
pub const REPLY: &str = "intent.reply.v1";

/// An intent from one agent to another.
#[derive(Debug, Clone, PartialEq)]
pub struct Envelope {
    /// The type, which determines the schema of the payload.
    pub intent_type: String,
    /// The id, a UUID.
    pub intent_id: String,
    /// The id of the conversation, a UUID.
    pub correlation_id: String,
    /// The time of creation, in RFC 3339.
    pub created_at: String,
    /// The sender.
    pub from_agent: String,
    /// The recipient.
    pub to_agent: String,
    /// The payload.
    pub payload: Json,
    /// The key that identifies a repeated intent.
    pub idempotency_key: Option<String>,
    /// The metadata, texts by name.
    pub metadata: Map<String, Json>,
}

impl Envelope {
    /// Parses a document, and validates it against the schemas of envelopes and of its payload.
    pub fn read(document: &Json) -> Result<Self, GatewayFailure> {
        schema::check_envelope(document)?;
        let text = |name: &str| document.get(name).and_then(Json::as_str).unwrap_or_default().to_string();
        let envelope = Self {
            intent_type: text("intent_type"),
            intent_id: text("intent_id"),
            correlation_id: text("correlation_id"),
            created_at: text("created_at"),
            from_agent: text("from_agent"),
            to_agent: text("to_agent"),
            payload: document.get("payload").cloned().unwrap_or_default(),
            idempotency_key: document.get("idempotency_key").and_then(Json::as_str).map(str::to_string),
            metadata: document.get("metadata").and_then(Json::as_object).cloned().unwrap_or_default(),
        };
        schema::check_payload(&envelope.intent_type, &envelope.payload)?;
        Ok(envelope)
    }

    /// Returns the envelope as JSON.
    pub fn to_json(&self) -> Json {
        let mut document = json!({
            "version": "v1",
            "intent_type": self.intent_type,
            "intent_id": self.intent_id,
            "correlation_id": self.correlation_id,
            "created_at": self.created_at,
            "from_agent": self.from_agent,
            "to_agent": self.to_agent,
            "payload": self.payload,
        });
        if let Some(key) = &self.idempotency_key {
            document["idempotency_key"] = json!(key);
        }
        if !self.metadata.is_empty() {
            document["metadata"] = Json::Object(self.metadata.clone());
        }
        document
    }
}

/// Returns a new id.
pub(crate) fn new_id() -> String {
    Uuid::new_v4().to_string()
}

/// Returns an id that is derived deterministically from these texts.
pub(crate) fn derived_id(texts: &[&str]) -> String {
    let digest = digest(texts);
    let mut bytes = [0; 16];
    bytes.iter_mut().zip(digest).for_each(|(byte, from)| *byte = from);
    // A UUID of version 8, whose bits are application-defined.
    bytes[6] = (bytes[6] & 0x0f) | 0x80;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    Uuid::from_bytes(bytes).to_string()
}

/// Returns a key that is derived deterministically from these texts.
pub(crate) fn derived_key(texts: &[&str]) -> String {
    digest(texts).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn digest(texts: &[&str]) -> Vec<u8> {
    let mut hash = Sha256::new();
    for text in texts {
        // Includes the length, so that different lists never yield the same bytes.
        hash.update(format!("{}:{text}", text.len()));
    }
    hash.finalize().to_vec()
}
