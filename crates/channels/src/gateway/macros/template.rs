//! The template of a macro, as its author writes it.

use serde::Deserialize;
use serde_json::{Map, Value as Json};

use crate::gateway::failure::GatewayFailure;

/// The template of a macro: its parameters and its steps.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Template {
    #[serde(default)]
    pub(super) parameters: Vec<Parameter>,
    pub(super) steps: Vec<Step>,
}

/// A parameter.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Parameter {
    pub(super) name: String,
    #[serde(rename = "type", default)]
    pub(super) kind: ParameterKind,
    #[serde(default = "yes")]
    pub(super) required: bool,
    pub(super) default: Option<Json>,
    #[serde(rename = "enum")]
    pub(super) allowed: Option<Vec<Json>>,
}

/// The type of a parameter.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum ParameterKind {
    #[default]
    String,
    Number,
    Integer,
    Boolean,
    Object,
    Array,
}

/// A step, with the ids of its successors; by default the next one in the list.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Step {
    pub(super) id: Option<String>,
    pub(super) on_success: Option<String>,
    pub(super) on_failure: Option<String>,
    pub(super) tool: Option<Tool>,
    pub(super) approval: Option<Approval>,
    pub(super) delay: Option<Delay>,
    pub(super) notification: Option<Notification>,
}

/// A call of an intent or a verb, or a sentence.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Tool {
    pub(super) intent: Option<String>,
    #[serde(default)]
    pub(super) parameters: Map<String, Json>,
    pub(super) sentence: Option<String>,
}

/// A question that an agent must decide.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Approval {
    pub(super) question: String,
    /// The agent that decides; by default the sender.
    pub(super) by: Option<String>,
}

/// A pause.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Delay {
    pub(super) seconds: Json,
}

/// A message to an agent.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Notification {
    pub(super) to: String,
    pub(super) message: String,
}

fn yes() -> bool {
    true
}

/// The maximum number of steps.
const MOST_STEPS: usize = 100;
/// The maximum number of parameters.
const MOST_PARAMETERS: usize = 50;
/// The id of a successor that ends the workflow.
pub(super) const END: &str = "end";

impl Template {
    /// Parses a template.
    pub fn parse(template: &Json) -> Result<Self, GatewayFailure> {
        let invalid = |reason: String| GatewayFailure::invalid("template", reason);
        let read: Self = serde_json::from_value(template.clone())
            .map_err(|error| invalid(format!("is not a template: {error}")))?;
        if read.steps.is_empty() || read.steps.len() > MOST_STEPS {
            return Err(invalid(format!("has no step, or more than {MOST_STEPS}")));
        }
        if read.parameters.len() > MOST_PARAMETERS {
            return Err(invalid(format!("has more than {MOST_PARAMETERS} parameters")));
        }
        for (index, parameter) in read.parameters.iter().enumerate() {
            let name = &parameter.name;
            let is_name = |it: u8| it.is_ascii_alphanumeric() || it == b'_';
            if name.is_empty() || name.len() > 64 || !name.bytes().all(is_name) {
                let reason = "is not a name of ASCII letters, digits and _";
                return Err(GatewayFailure::invalid(format!("template.parameters.{index}.name"), reason));
            }
            if read.parameters[..index].iter().any(|other| other.name == *name) {
                let reason = format!("there are two parameters {name}");
                return Err(GatewayFailure::invalid(format!("template.parameters.{index}.name"), reason));
            }
            if let Some(default) = &parameter.default
                && !parameter.accepts(default)
            {
                let reason = "is not a value that the parameter takes";
                return Err(GatewayFailure::invalid(format!("template.parameters.{index}.default"), reason));
            }
        }
        for (index, step) in read.steps.iter().enumerate() {
            read.check(index, step)?;
        }
        Ok(read)
    }

    fn check(&self, index: usize, step: &Step) -> Result<(), GatewayFailure> {
        let at = |name: &str| format!("template.steps.{index}{name}");
        let kinds =
            [step.tool.is_some(), step.approval.is_some(), step.delay.is_some(), step.notification.is_some()];
        if kinds.into_iter().filter(|is| *is).count() != 1 {
            let reason = "is not one of tool, approval, delay and notification";
            return Err(GatewayFailure::invalid(at(""), reason));
        }
        if let Some(tool) = &step.tool
            && tool.intent.is_some() == tool.sentence.is_some()
        {
            return Err(GatewayFailure::invalid(at(".tool"), "needs an intent or a sentence, and not both"));
        }
        if let Some(id) = &step.id
            && (id == END || self.steps[..index].iter().any(|other| other.id.as_ref() == Some(id)))
        {
            return Err(GatewayFailure::invalid(at(".id"), "is taken"));
        }
        for (name, next) in [(".on_success", &step.on_success), (".on_failure", &step.on_failure)] {
            if let Some(next) = next {
                self.after(index, next).ok_or_else(|| {
                    GatewayFailure::invalid(at(name), "is not \"end\" and not the id of a later step")
                })?;
            }
        }
        let mut unknown = None;
        step.texts(&mut |text| {
            for name in placeholders(text) {
                if !self.parameters.iter().any(|parameter| parameter.name == name) {
                    unknown.get_or_insert_with(|| name.to_string());
                }
            }
        });
        match unknown {
            Some(name) => {
                let reason = format!("speaks of {{{name}}}, which is no parameter");
                Err(GatewayFailure::invalid(at(""), reason))
            }
            None => Ok(()),
        }
    }

    /// Returns the index of a later step, or of the end. Steps only lead forward, so every workflow
    /// terminates.
    pub(super) fn after(&self, index: usize, id: &str) -> Option<usize> {
        if id == END {
            return Some(self.steps.len());
        }
        let found = self.steps.iter().position(|step| step.id.as_deref() == Some(id))?;
        (found > index).then_some(found)
    }
}

impl Parameter {
    /// Whether the parameter accepts a value.
    pub(super) fn accepts(&self, value: &Json) -> bool {
        let fits = match self.kind {
            ParameterKind::String => value.is_string(),
            ParameterKind::Number => value.is_number(),
            ParameterKind::Integer => value.is_i64() || value.is_u64(),
            ParameterKind::Boolean => value.is_boolean(),
            ParameterKind::Object => value.is_object(),
            ParameterKind::Array => value.is_array(),
        };
        fits && self.allowed.as_ref().is_none_or(|allowed| allowed.contains(value))
    }
}

impl Step {
    /// Visits all texts that may contain placeholders.
    fn texts(&self, see: &mut impl FnMut(&str)) {
        if let Some(tool) = &self.tool {
            tool.sentence.iter().for_each(|text| see(text));
            tool.parameters.values().for_each(|value| texts_of(value, see));
        }
        if let Some(approval) = &self.approval {
            see(&approval.question);
            approval.by.iter().for_each(|text| see(text));
        }
        if let Some(delay) = &self.delay {
            texts_of(&delay.seconds, see);
        }
        if let Some(notification) = &self.notification {
            see(&notification.to);
            see(&notification.message);
        }
    }
}

fn texts_of(value: &Json, see: &mut impl FnMut(&str)) {
    match value {
        Json::String(text) => see(text),
        Json::Array(items) => items.iter().for_each(|item| texts_of(item, see)),
        Json::Object(members) => members.values().for_each(|value| texts_of(value, see)),
        _ => {}
    }
}

/// Returns the names in braces in a text.
pub(super) fn placeholders(text: &str) -> impl Iterator<Item = &str> {
    text.split('{')
        .skip(1)
        .filter_map(|part| part.split_once('}').map(|(name, _)| name))
        .filter(|name| !name.is_empty() && name.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_'))
}
