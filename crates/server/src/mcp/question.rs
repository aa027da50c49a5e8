//! A question to the person, as a form that a client shows, and the request that results from the answer.

use lemmascope_engine::{Input, Reply, to_text};
use lemmascope_intent::{Cause, Failure, Report, Status};
use rmcp::model::{ElicitRequestParams, ElicitResult, ElicitationAction, ElicitationSchema};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::call;

/// The kind of a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Question {
    /// The confirmation of the plan with this digest.
    Agree(String),
    /// The clarification of a sentence.
    Clarify,
}

impl Question {
    /// Returns the question in a reply, and the text that explains it.
    pub(super) fn of(reply: &Reply, asked: &Input) -> Option<(Self, String)> {
        let report = reply.report().filter(|report| report.status == Status::Ask)?;
        let question = match &report.digest {
            Some(digest) => Self::Agree(digest.clone()),
            None if asked.is_sentence() => Self::Clarify,
            None => return None,
        };
        Some((question, to_text(report)))
    }

    /// Returns the form for the question.
    pub(super) fn form(&self, message: String) -> Option<ElicitRequestParams> {
        let schema = match self {
            Self::Agree(_) => ElicitationSchema::builder().required_bool("agree"),
            Self::Clarify => ElicitationSchema::builder().required_string("answer"),
        };
        let requested_schema = schema.build().ok()?;
        Some(ElicitRequestParams::FormElicitationParams { meta: None, message, requested_schema })
    }

    /// Interprets the answer to a form.
    pub(super) fn answered(&self, answer: &ElicitResult, asked: &Input) -> Answer {
        let field = |name| answer.content.as_ref().and_then(|content| content.get(name));
        match (&answer.action, self) {
            (ElicitationAction::Accept, Self::Agree(digest)) => match field("agree") {
                Some(Value::Bool(true)) => Answer::GoOn(asked.confirmed(digest)),
                _ => Answer::Declined,
            },
            (ElicitationAction::Accept, Self::Clarify) => match field("answer").and_then(Value::as_str) {
                Some(said) => Answer::GoOn(call::sentence(said, &Value::Null).into()),
                None => Answer::Open,
            },
            (ElicitationAction::Decline, _) => Answer::Declined,
            _ => Answer::Open,
        }
    }
}

/// The interpretation of an answer.
pub(super) enum Answer {
    /// The next request.
    GoOn(Input),
    /// Declined by the person.
    Declined,
    /// Undecided; the question stays open.
    Open,
}

impl Answer {
    /// Returns the reply to a request that is not executed because it was not confirmed.
    pub(super) fn reply(self) -> Reply {
        let message = match self {
            Self::Open => "the person has not answered",
            Self::Declined | Self::GoOn(_) => "the person declined",
        };
        let failure = Failure::new(Cause::Cancelled, message).hint("Nothing was done.");
        Reply::Report(Box::new(Report::error("", &failure)))
    }
}
