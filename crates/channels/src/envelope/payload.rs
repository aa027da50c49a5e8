use serde_json::{Value as Json, json};

/// A question to another agent.
#[derive(Debug, Clone, PartialEq)]
pub struct AskPayload {
    /// The question.
    pub question: String,
    /// What the recipient needs to know.
    pub context: Option<String>,
    /// Until when an answer is needed.
    pub deadline_at: Option<String>,
    /// Who asks.
    pub requested_by: String,
    /// When it was asked.
    pub requested_at: String,
    /// The workflow that the gateway executes for it.
    pub workflow: Option<Json>,
}

/// The answer to a question.
#[derive(Debug, Clone, PartialEq)]
pub struct ReplyPayload {
    /// The answer.
    pub answer: String,
    /// What became of the question.
    pub status: ReplyStatus,
    /// What has to be known before an answer is possible.
    pub clarification_question: Option<String>,
    /// Who answers.
    pub responded_by: String,
    /// When it was answered.
    pub responded_at: String,
    /// The workflow that the gateway executes for it.
    pub workflow: Option<Json>,
}

/// What became of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplyStatus {
    /// It was answered.
    Answered,
    /// Something has to be known first.
    NeedsClarification,
    /// It will not be answered.
    Declined,
    /// It was too late.
    Timeout,
}

impl ReplyStatus {
    /// As the protocol writes it.
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
    /// The document, in the form of `intent.ask.v1`.
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
    /// The document, in the form of `intent.reply.v1`.
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
