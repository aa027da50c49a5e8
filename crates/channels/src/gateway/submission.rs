use lemmascope_intent::Permissions;
use serde_json::{Map, Value as Json};

/// An intent on its way into the gateway. The sender is known by the credential and is not in it.
#[derive(Debug, Clone, PartialEq)]
pub struct Submission {
    /// The type: `intent.ask.v1`, or any `name(.name)+.vN`.
    pub intent_type: String,
    /// The conversation that it belongs to; a new one without.
    pub correlation_id: Option<String>,
    /// The address of the recipient.
    pub to_agent: String,
    /// The payload.
    pub payload: Json,
    /// Where its completion is reported to.
    pub reply_to: Option<String>,
    /// When it has to be completed, as RFC 3339 writes a moment.
    pub deadline_at: Option<String>,
    /// When the recipient is reminded of it.
    pub remind_at: Option<String>,
    /// By which a repeated submission is recognised.
    pub idempotency_key: Option<String>,
    /// The metadata, texts by name.
    pub metadata: Map<String, Json>,
    /// The trace that it belongs to.
    pub trace: Trace,
    /// What the sender may do: an intent to this engine is executed with these permissions.
    pub permissions: Permissions,
}

/// The trace that an intent belongs to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Trace {
    /// `X-Trace-Id`.
    pub trace_id: Option<String>,
    /// `traceparent`.
    pub traceparent: Option<String>,
}

/// An intent that was accepted: it is in the database, and will be delivered.
#[derive(Debug, Clone, PartialEq)]
pub struct Accepted {
    /// The id.
    pub intent_id: String,
    /// The conversation.
    pub correlation_id: String,
    /// The status: `SUBMITTED`, or a later one for a submission that was repeated.
    pub status: String,
    /// When it was accepted first, as RFC 3339 writes a moment.
    pub created_at: String,
    /// Whether it had been accepted before.
    pub repeated: bool,
    /// The trace.
    pub trace: Trace,
}

impl Submission {
    /// A submission of that type, to that recipient.
    pub fn new(
        intent_type: impl Into<String>,
        to_agent: impl Into<String>,
        payload: Json,
        permissions: Permissions,
    ) -> Self {
        Self {
            intent_type: intent_type.into(),
            correlation_id: None,
            to_agent: to_agent.into(),
            payload,
            reply_to: None,
            deadline_at: None,
            remind_at: None,
            idempotency_key: None,
            metadata: Map::new(),
            trace: Trace::default(),
            permissions,
        }
    }
}
