use lemmascope_intent::Object;
use lemmascope_intent::document::ErrorCode;
use serde::Serialize;
use serde_json::{Value as Json, json};

use super::why::Why;
use crate::stance::{Stance, Standing};
use crate::words::Tongue;

/// The interpretation of a sentence. It is computed once, and no other code interprets the sentence again.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// The decision.
    pub decision: Decision,
    /// The intent, or the best guess.
    pub intent: Option<String>,
    /// The confidence.
    pub confidence: f64,
    /// The values, by parameter.
    pub parameters: Object,
    /// Other possible intents, the likeliest first.
    pub alternatives: Vec<Alternative>,
    /// The reason why it is not executed.
    pub code: Option<ErrorCode>,
    /// The question to the user.
    pub question: Option<String>,
    /// The missing parameters.
    pub missing: Vec<String>,
    /// The invalid parameters, with reasons.
    pub invalid: Vec<(String, String)>,
    /// The parameters with an unresolved reference.
    pub unbound: Vec<String>,
    /// The ambiguous parameters, with the candidates.
    pub several: Vec<(String, Vec<String>)>,
    /// The parts of the sentence that the interpretation does not explain.
    pub unexplained: Vec<String>,
    /// The part of the sentence that is understood, if the rest of it is a second request that is not.
    pub understood: Option<String>,
    /// The stance of the sentence, which determines whether it is a request for an immediate action.
    pub stance: Stance,
    /// The language of the sentence.
    pub tongue: Tongue,
    /// The explanation of the decision.
    pub why: Why,
}

/// The decision about a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// Execute the intent.
    Act,
    /// Ask a question first.
    Ask,
    /// The request is unknown.
    Unknown,
    /// Do nothing, as the sentence says.
    None,
}

impl Decision {
    /// Returns the word for the decision.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Act => "act",
            Self::Ask => "ask",
            Self::Unknown => "unknown",
            Self::None => "none",
        }
    }
}

/// Another possible intent.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Alternative {
    /// The intent.
    pub intent: String,
    /// Its confidence.
    pub confidence: f64,
}

impl Reading {
    /// Returns the reading of an empty sentence.
    pub fn of_nothing(tongue: Tongue) -> Self {
        Self {
            decision: Decision::Unknown,
            intent: None,
            confidence: 0.0,
            parameters: Object::new(),
            alternatives: Vec::new(),
            code: Some(ErrorCode::IntentParseFailed),
            question: None,
            missing: Vec::new(),
            invalid: Vec::new(),
            unbound: Vec::new(),
            several: Vec::new(),
            unexplained: Vec::new(),
            understood: None,
            stance: Stance::default(),
            tongue,
            why: Why::default(),
        }
    }

    /// Whether it is not executed because the sentence is not a request for an immediate action.
    pub fn is_refrained(&self) -> bool {
        self.decision != Decision::Act && self.stance.standing() != Standing::Request
    }

    /// Returns the one-line summary of the reading, for people.
    pub fn head(&self) -> String {
        let intent = self.intent.as_deref().unwrap_or("nothing");
        let parameters: Vec<String> =
            self.parameters.iter().map(|(name, value)| format!(" {name}={value}")).collect();
        let code = self.code.map(|code| format!(" {}", code.as_str())).unwrap_or_default();
        format!("{}{code} {intent} ({:.2}){}", self.decision.as_str(), self.confidence, parameters.concat())
    }

    /// Returns further lines: the question, and the explanation if `why` is set.
    pub fn lines(&self, why: bool) -> Vec<String> {
        let mut lines: Vec<String> = self.question.iter().cloned().collect();
        if why {
            lines.push(format!("stance: {}", self.stance.line()));
            lines.extend(self.why.lines());
            let others = self.alternatives.iter().map(|it| format!("{} ({:.2})", it.intent, it.confidence));
            let others: Vec<String> = others.collect();
            if !others.is_empty() {
                lines.push(format!("otherwise: {}", others.join(", ")));
            }
        }
        lines
    }

    /// Returns the reading as a JSON object.
    pub fn to_json(&self) -> Json {
        json!({
            "decision": self.decision,
            "intent": self.intent,
            "confidence": self.confidence,
            "parameters": self.parameters,
            "alternatives": self.alternatives,
            "code": self.code,
            "question": self.question,
            "stance": self.stance,
        })
    }
}
