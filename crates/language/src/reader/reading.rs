use lemmascope_intent::Object;
use lemmascope_intent::document::ErrorCode;
use serde::Serialize;
use serde_json::{Value as Json, json};

use super::why::Why;
use crate::stance::{Stance, Standing};
use crate::words::Tongue;

/// What a sentence was taken to mean. It is made once; nobody looks at the sentence again to decide that.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// What is to come of it.
    pub decision: Decision,
    /// What it means, or the best guess.
    pub intent: Option<String>,
    /// How sure that is.
    pub confidence: f64,
    /// The values that were said, by parameter.
    pub parameters: Object,
    /// What else it may mean, the likeliest first.
    pub alternatives: Vec<Alternative>,
    /// Why it is not acted on.
    pub code: Option<ErrorCode>,
    /// What the person is asked.
    pub question: Option<String>,
    /// What has to be known and was not said.
    pub missing: Vec<String>,
    /// What was said and cannot be used: the parameter, and why.
    pub invalid: Vec<(String, String)>,
    /// What was said by a word for something that is not known.
    pub unbound: Vec<String>,
    /// What may be one of several things that there are: the parameter, and those.
    pub several: Vec<(String, Vec<String>)>,
    /// Stretches of the sentence that the reading does not explain.
    pub unexplained: Vec<String>,
    /// Whether it asks for something to be done, here and now.
    pub stance: Stance,
    /// The language that it is in.
    pub tongue: Tongue,
    /// What decided.
    pub why: Why,
}

/// What is to come of a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// It is clear what is wanted.
    Act,
    /// Something has to be asked first.
    Ask,
    /// Nobody here knows what is wanted, or how.
    Unknown,
    /// Nothing is to be done, since that is what was said.
    None,
}

impl Decision {
    /// In a word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Act => "act",
            Self::Ask => "ask",
            Self::Unknown => "unknown",
            Self::None => "none",
        }
    }
}

/// Something else that a sentence may mean.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Alternative {
    /// What.
    pub intent: String,
    /// How likely.
    pub confidence: f64,
}

impl Reading {
    /// What is said with no words means nothing.
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
            stance: Stance::default(),
            tongue,
            why: Why::default(),
        }
    }

    /// Whether it is not acted on because it is no request to do something now.
    pub fn is_refrained(&self) -> bool {
        self.decision != Decision::Act && self.stance.standing() != Standing::Request
    }

    /// The reading on one line, for people.
    pub fn head(&self) -> String {
        let intent = self.intent.as_deref().unwrap_or("nothing");
        let parameters: Vec<String> =
            self.parameters.iter().map(|(name, value)| format!(" {name}={value}")).collect();
        let code = self.code.map(|code| format!(" {}", code.as_str())).unwrap_or_default();
        format!("{}{code} {intent} ({:.2}){}", self.decision.as_str(), self.confidence, parameters.concat())
    }

    /// What else there is to say of it, a line each: the question, and what decided if that is wanted.
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

    /// The reading as one JSON object.
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
