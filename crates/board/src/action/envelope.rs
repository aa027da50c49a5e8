//! The envelope in which an agent sends actions.

use serde_json::Value as Json;

use super::Action;
use super::fields::{Fields, InvalidField, invalid};
use super::parse;
use crate::limits;

/// A proposal of an agent: actions, and a reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Envelope {
    /// The proposed reply. The actual reply describes the executed actions instead, in the same language.
    pub reply: String,
    /// The actions, in order.
    pub actions: Vec<Action>,
    /// Whether the agent must ask first. If so, no action is executed.
    pub needs_clarification: bool,
    /// The question.
    pub question: Option<String>,
    /// Suggestions for next steps.
    pub suggestions: Vec<String>,
}

/// The maximum number of words in a reply.
pub(crate) const REPLY_WORDS: usize = 60;
/// The maximum number of suggestions.
pub(crate) const SUGGESTIONS: usize = 3;

impl Envelope {
    /// Parses an envelope, and rejects one that violates the schema.
    pub fn read(json: &Json) -> Result<Self, InvalidField> {
        let mut fields = Fields::of(json, "")?;
        let reply = fields.text("reply")?;
        if reply.split_whitespace().count() > REPLY_WORDS {
            return Err(invalid("reply", format!("is longer than {REPLY_WORDS} words")));
        }
        let given =
            fields.optional_list("actions", limits::BATCH)?.ok_or_else(|| fields.missing("actions"))?;
        let actions = given
            .iter()
            .enumerate()
            .map(|(at, action)| parse::action(action, &format!("actions[{at}]")))
            .collect::<Result<Vec<Action>, _>>()?;
        let needs_clarification = fields.optional_boolean("needsClarification")?.unwrap_or(false);
        let question = fields.optional_text("clarificationQuestion")?;
        let suggestions = match fields.get("suggestions") {
            None => Vec::new(),
            Some(Json::Array(items)) if items.is_empty() => Vec::new(),
            Some(_) => fields.texts("suggestions", 10)?,
        };
        fields.finish()?;
        if needs_clarification && !actions.is_empty() {
            return Err(invalid("actions", "must be empty where needsClarification is true"));
        }
        if needs_clarification && question.as_deref().is_none_or(|question| question.trim().is_empty()) {
            return Err(invalid("clarificationQuestion", "is missing"));
        }
        Ok(Self { reply, actions, needs_clarification, question, suggestions })
    }
}
