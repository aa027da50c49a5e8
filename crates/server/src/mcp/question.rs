//! A question for the person, as a form that a client shows, and the request that follows from its answer.

use lemmascope_engine::{Input, Reply, to_text};
use lemmascope_intent::{Cause, Failure, Report, Status};
use rmcp::model::{ElicitRequestParams, ElicitResult, ElicitationAction, ElicitationSchema};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::call;

/// What an answer decides.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Question {
    /// Whether the plan with that digest is executed.
    Agree(String),
    /// What a sentence left open.
    Clarify,
}

impl Question {
    /// The question of the reply to an input, and the text that explains it.
    pub(super) fn of(reply: &Reply, asked: &Input) -> Option<(Self, String)> {
        let report = reply.report().filter(|report| report.status == Status::Ask)?;
        let question = match &report.digest {
            Some(digest) => Self::Agree(digest.clone()),
            None if asked.is_sentence() => Self::Clarify,
            None => return None,
        };
        Some((question, to_text(report)))
    }

    /// The form by which a client asks.
    pub(super) fn form(&self, message: String) -> Option<ElicitRequestParams> {
        let schema = match self {
            Self::Agree(_) => ElicitationSchema::builder().required_bool("agree"),
            Self::Clarify => ElicitationSchema::builder().required_string("answer"),
        };
        let requested_schema = schema.build().ok()?;
        Some(ElicitRequestParams::FormElicitationParams { meta: None, message, requested_schema })
    }

    /// What follows from the answer to a form.
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

/// What follows from an answer.
pub(super) enum Answer {
    /// This request.
    GoOn(Input),
    /// The person does not want it.
    Declined,
    /// The person has not decided; the question stays open.
    Open,
}

impl Answer {
    /// The reply to a request that is not executed for lack of a yes.
    pub(super) fn reply(self) -> Reply {
        let message = match self {
            Self::Open => "the person has not answered",
            Self::Declined | Self::GoOn(_) => "the person declined",
        };
        let failure = Failure::new(Cause::Cancelled, message).hint("Nothing was done.");
        Reply::Report(Box::new(Report::error("", &failure)))
    }
}
