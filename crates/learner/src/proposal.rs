use lemmascope_intent::Signature;
use serde_json::Value;

use crate::values::ValueKind;

/// A proposed intent.
#[derive(Debug, Clone, PartialEq)]
pub struct Proposal {
    /// The ID of the sequence, which is stable across restarts.
    pub key: String,
    /// Its name, derived from the names of its controls.
    pub name: String,
    /// The confidence that this is a single task, from 0 to 1.
    pub confidence: f64,
    /// The number of observations.
    pub observations: usize,
    /// The parameters.
    pub parameters: Vec<InferredParameter>,
    /// The steps.
    pub steps: Vec<ProposedStep>,
    /// The success message: text that appeared after the last step of every observation.
    pub success: Option<String>,
    /// The URL at which the latest observation started.
    pub place: Option<String>,
    /// The failed intent that it repairs, with its arguments.
    pub repairs: Option<(String, Vec<(String, Argument)>)>,
}

/// An inferred parameter.
#[derive(Debug, Clone, PartialEq)]
pub struct InferredParameter {
    /// Its name.
    pub name: String,
    /// The type of its values.
    pub kind: ValueKind,
    /// The observed values.
    pub seen: Seen,
    /// The value in the latest observation, if known.
    pub latest: Option<Value>,
}

/// The observed values of a parameter.
#[derive(Debug, Clone, PartialEq)]
pub enum Seen {
    /// These values.
    Values(Vec<Value>),
    /// Various texts.
    Varying,
    /// Values that were not stored.
    Hidden,
}

/// A step of a proposed intent.
#[derive(Debug, Clone, PartialEq)]
pub struct ProposedStep {
    /// The verb.
    pub verb: String,
    /// Its arguments, by parameter name.
    pub arguments: Vec<(String, Argument)>,
}

/// An argument of a step.
#[derive(Debug, Clone, PartialEq)]
pub enum Argument {
    /// A target, with the keys of the definition format.
    Target(Vec<(&'static str, TargetPart)>),
    /// A constant.
    Constant(Value),
    /// The value of a parameter.
    Parameter(String),
}

/// A value in a target.
#[derive(Debug, Clone, PartialEq)]
pub enum TargetPart {
    /// A text.
    Text(String),
    /// One of several texts.
    AnyOf(Vec<String>),
    /// A number.
    Number(u32),
    /// The value of a parameter.
    Parameter(String),
    /// The value of a parameter between two texts.
    Around(String, String, String),
}

impl Proposal {
    /// Formats the proposal for people. `signature` looks up the verbs.
    pub fn lines<'s>(&self, signature: impl Fn(&str) -> Option<&'s Signature>) -> Vec<String> {
        let mut lines = vec![
            "Intent Learner has identified a repeated pattern:".to_string(),
            String::new(),
            format!("  intent: {}", self.name),
            format!("  confidence: {:.2}", self.confidence),
            format!("  observations: {}", self.observations),
        ];
        if let Some((intent, _)) = &self.repairs {
            lines.push(format!("  repairs: {intent}"));
        }
        lines.push(String::new());
        if !self.parameters.is_empty() {
            lines.push("  inferred parameters:".into());
            lines.extend(self.parameters.iter().map(|parameter| format!("    - {}", parameter.shown())));
            lines.push(String::new());
        }
        lines.push("  inferred steps:".into());
        let steps = self.step_lines(signature);
        lines.extend(steps.iter().enumerate().map(|(at, step)| format!("    {}. {step}", at + 1)));
        if let Some(success) = &self.success {
            lines.extend([
                String::new(),
                format!("  inferred success: text {}", Value::from(success.as_str())),
            ]);
        }
        lines
    }

    /// Formats its steps as commands.
    pub fn step_lines<'s>(&self, signature: impl Fn(&str) -> Option<&'s Signature>) -> Vec<String> {
        self.steps.iter().map(|step| step.line(signature(&step.verb))).collect()
    }

    /// Formats the call of the intent that it repairs as a command.
    pub fn repaired_call(&self) -> Option<String> {
        let (intent, given) = self.repairs.as_ref()?;
        Some(
            given
                .iter()
                .fold(intent.clone(), |line, (name, argument)| format!("{line} {}", option(name, argument))),
        )
    }
}

impl InferredParameter {
    /// Formats the parameter: `rating: number (values seen: 4, 5)`.
    pub fn shown(&self) -> String {
        let seen = match &self.seen {
            Seen::Values(values) => {
                let values: Vec<String> = values.iter().map(plain).collect();
                format!("values seen: {}", values.join(", "))
            }
            Seen::Varying => "variable content".into(),
            Seen::Hidden => "not recorded".into(),
        };
        format!("{}: {} ({seen})", self.name, self.kind.shown())
    }
}

/// Formats a value for people.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_string)
}

impl ProposedStep {
    /// Formats the step as a command. `signature` is that of its verb.
    pub fn line(&self, signature: Option<&Signature>) -> String {
        let mut line = signature.map_or_else(|| self.verb.clone(), |signature| signature.words().into());
        let mut rest: Vec<&(String, Argument)> = self.arguments.iter().collect();
        let mut put = |line: &mut String, name: &str| {
            if let Some(at) = rest.iter().position(|(known, _)| known == name) {
                let (_, argument) = rest.remove(at);
                line.push_str(&format!(" {}", argument.written()));
            }
        };
        match signature.and_then(|signature| signature.syntax.as_ref()) {
            Some(syntax) => {
                for slot in &syntax.slots {
                    match slot.is_literal {
                        true => line.push_str(&format!(" {}", slot.name)),
                        false => put(&mut line, slot.name),
                    }
                }
            }
            None => {
                let required = signature.into_iter().flat_map(|it| &it.parameters).filter(|it| it.required);
                required.for_each(|parameter| put(&mut line, &parameter.name));
            }
        }
        rest.into_iter().fold(line, |line, (name, argument)| format!("{line} {}", option(name, argument)))
    }
}

/// Formats an argument as an option: `--enter`, `--delay 50`.
fn option(name: &str, argument: &Argument) -> String {
    let name = name.replace('_', "-");
    match argument {
        Argument::Constant(Value::Bool(true)) => format!("--{name}"),
        other => format!("--{name} {}", other.written()),
    }
}

impl Argument {
    fn written(&self) -> String {
        match self {
            Self::Target(parts) => match parts.as_slice() {
                [("text", TargetPart::Text(text))] => quoted(text),
                parts => {
                    let parts: Vec<String> =
                        parts.iter().map(|(key, part)| format!("{key}: {}", part.written())).collect();
                    format!("{{ {} }}", parts.join(", "))
                }
            },
            Self::Parameter(name) => format!("${name}"),
            Self::Constant(Value::String(text)) => quoted(text),
            // A repeated argument takes its values consecutively.
            Self::Constant(Value::Array(items)) => {
                let items: Vec<String> = items.iter().map(|item| quoted(&plain(item))).collect();
                items.join(" ")
            }
            Self::Constant(Value::Object(fields)) => {
                format!("'{}'", Value::Object(fields.clone()).to_string().replace('\'', "\\u0027"))
            }
            Self::Constant(other) => other.to_string(),
        }
    }
}

impl TargetPart {
    fn written(&self) -> String {
        match self {
            Self::Text(text) => word(text),
            Self::AnyOf(texts) => {
                let texts: Vec<String> = texts.iter().map(|text| word(text)).collect();
                format!("[{}]", texts.join(", "))
            }
            Self::Number(number) => number.to_string(),
            Self::Parameter(name) => format!("${name}"),
            Self::Around(before, name, after) => {
                let (before, after) = (quoted(before), quoted(after));
                format!("{}${name}{}", &before[..before.len() - 1], &after[1..])
            }
        }
    }
}

/// Words with a special meaning in YAML.
const RESERVED: [&str; 8] = ["true", "false", "yes", "no", "on", "off", "null", "y"];

/// Formats a text as YAML, unquoted if it is a plain word.
fn word(text: &str) -> String {
    let is_plain = text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !RESERVED.contains(&text.to_lowercase().as_str());
    if is_plain { text.into() } else { quoted(text) }
}

/// Quotes a text for commands and YAML. A dollar sign is literal.
pub fn quoted(text: &str) -> String {
    // The parser of short definitions uses this character as a marker, and no element name contains it.
    Value::from(text.replace('$', "$$").replace('\u{F8FE}', "")).to_string()
}
