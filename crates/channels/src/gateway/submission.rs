use lemmascope_intent::Permissions;
use serde_json::{Map, Value as Json};

/// A submitted intent. Its sender is not part of it, but follows from the credentials.
#[derive(Debug, Clone, PartialEq)]
pub struct Submission {
    /// The type: `intent.ask.v1`, or any `name(.name)+.vN`.
    pub intent_type: String,
    /// The conversation; by default a new one.
    pub correlation_id: Option<String>,
    /// The address of the recipient.
    pub to_agent: String,
    /// The payload.
    pub payload: Json,
    /// The address to which its completion is reported.
    pub reply_to: Option<String>,
    /// The deadline for its completion, in RFC 3339.
    pub deadline_at: Option<String>,
    /// The time at which the recipient is reminded.
    pub remind_at: Option<String>,
    /// The key that identifies a repeated submission.
    pub idempotency_key: Option<String>,
    /// The metadata, texts by name.
    pub metadata: Map<String, Json>,
    /// The trace.
    pub trace: Trace,
    /// The permissions of the sender, with which this engine executes an intent.
    pub permissions: Permissions,
}

/// The trace of an intent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Trace {
    /// `X-Trace-Id`.
    pub trace_id: Option<String>,
    /// `traceparent`.
    pub traceparent: Option<String>,
}

/// An accepted intent, which is stored and will be delivered.
#[derive(Debug, Clone, PartialEq)]
pub struct Accepted {
    /// The id.
    pub intent_id: String,
    /// The conversation.
    pub correlation_id: String,
    /// The status: `SUBMITTED`, or a later one for a repeated submission.
    pub status: String,
    /// The time of the first acceptance, in RFC 3339.
    pub created_at: String,
    /// Whether it had been accepted before.
    pub repeated: bool,
    /// The trace.
    pub trace: Trace,
}

impl Submission {
    /// Creates a submission of this type, for this recipient.
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
