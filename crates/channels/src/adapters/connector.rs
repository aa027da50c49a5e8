use std::sync::LazyLock;

use crate::envelope::schema::Schema;

/// A system whose requests are supported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Connector {
    /// Actions of ChatGPT.
    ChatGpt,
    /// Function calls of Gemini.
    Gemini,
    /// Any other system, with the field names of the envelope.
    Json,
}

static CHATGPT: LazyLock<Schema> =
    LazyLock::new(|| Schema::read(include_str!("../../../../schemas/connectors/chatgpt.request.json")));
static GEMINI: LazyLock<Schema> =
    LazyLock::new(|| Schema::read(include_str!("../../../../schemas/connectors/gemini.request.json")));
static JSON: LazyLock<Schema> =
    LazyLock::new(|| Schema::read(include_str!("../../../../schemas/connectors/json.request.json")));

/// The field names of a connector. All other fields have the same name in every connector.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Names {
    pub(crate) sender: &'static str,
    pub(crate) recipient: &'static str,
    pub(crate) kind: &'static str,
    pub(crate) payload: &'static str,
    pub(crate) conversation: &'static str,
    pub(crate) call: &'static str,
}

impl Connector {
    /// All values.
    pub const ALL: [Self; 3] = [Self::ChatGpt, Self::Gemini, Self::Json];

    /// Returns the name in paths and settings.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ChatGpt => "chatgpt",
            Self::Gemini => "gemini",
            Self::Json => "json",
        }
    }

    /// Returns the connector with a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|connector| connector.as_str() == name)
    }

    pub(crate) fn names(self) -> Names {
        match self {
            Self::ChatGpt => Names {
                sender: "requester_agent",
                recipient: "target_agent",
                kind: "intent_name",
                payload: "payload",
                conversation: "conversation_id",
                call: "action_call_id",
            },
            Self::Gemini => Names {
                sender: "sender_agent",
                recipient: "recipient_agent",
                kind: "intent",
                payload: "data",
                conversation: "session_id",
                call: "tool_call_id",
            },
            Self::Json => Names {
                sender: "from_agent",
                recipient: "to_agent",
                kind: "intent_type",
                payload: "payload",
                conversation: "thread_id",
                call: "call_id",
            },
        }
    }

    /// Returns the schema of its requests.
    pub(crate) fn schema(self) -> &'static Schema {
        match self {
            Self::ChatGpt => &CHATGPT,
            Self::Gemini => &GEMINI,
            Self::Json => &JSON,
        }
    }
}
