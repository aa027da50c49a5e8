use serde_json::{Value as Json, json};

/// A question to another agent.
#[derive(Debug, Clone, PartialEq)]
pub struct AskPayload {
    /// The question.
    pub question: String,
    /// The context for the recipient.
    pub context: Option<String>,
    /// The time by which an answer is needed.
    pub deadline_at: Option<String>,
    /// The agent that asks.
    pub requested_by: String,
    /// The time of the question.
    pub requested_at: String,
    /// The workflow that the gateway executes.
    pub workflow: Option<Json>,
}

/// The answer to a question.
#[derive(Debug, Clone, PartialEq)]
pub struct ReplyPayload {
    /// The answer.
    pub answer: String,
    /// The status of the question.
    pub status: ReplyStatus,
    /// The question that must be answered before an answer is possible.
    pub clarification_question: Option<String>,
    /// The agent that answers.
    pub responded_by: String,
    /// The time of the answer.
    pub responded_at: String,
    /// The workflow that the gateway executes.
    pub workflow: Option<Json>,
}

/// The status of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplyStatus {
    /// Answered.
    Answered,
    /// Clarification needed.
    NeedsClarification,
    /// Declined.
    Declined,
    /// Timed out.
    Timeout,
}

impl ReplyStatus {
    /// Returns the name in the protocol.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Answered => "answered",
            Self::NeedsClarification => "needs_clarification",
            Self::Declined => "declined",
            Self::Timeout => "timeout",
        }
    }
}

impl AskPayload {
    /// Returns the payload as JSON, in the schema of `intent.ask.v1`.
    pub fn to_json(&self) -> Json {
        let mut document = json!({
            "question": self.question,
            "requested_by": self.requested_by,
            "requested_at": self.requested_at,
        });
        put(&mut document, "context", self.context.as_deref().map(Json::from));
        put(&mut document, "deadline_at", self.deadline_at.as_deref().map(Json::from));
        put(&mut document, "workflow", self.workflow.clone());
        document
    }
}

impl ReplyPayload {
    /// Returns the payload as JSON, in the schema of `intent.reply.v1`.
    pub fn to_json(&self) -> Json {
        let mut document = json!({
            "answer": self.answer,
            "status": self.status.as_str(),
            "responded_by": self.responded_by,
            "responded_at": self.responded_at,
        });
        put(&mut document, "clarification_question", self.clarification_question.as_deref().map(Json::from));
        put(&mut document, "workflow", self.workflow.clone());
        document
    }
}

fn put(document: &mut Json, name: &str, value: Option<Json>) {
    if let Some(value) = value {
        document[name] = value;
    }
}
