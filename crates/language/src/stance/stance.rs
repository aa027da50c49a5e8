use serde::Serialize;

/// The stance of a sentence: how it relates to the action that it mentions.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Stance {
    /// Its mood.
    pub mood: Mood,
    /// Its polarity.
    pub polarity: Polarity,
    /// The agent of the action.
    pub person: Person,
    /// Its tense, as far as the verb states it.
    pub tense: Tense,
    /// Whether it reports the words or wishes of another person.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub reported: bool,
    /// Whether it reports an action of a person, and not a state.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub deed: bool,
    /// The condition of the action, verbatim.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    /// The time of the action, verbatim.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
    /// The words that mark it as not a plain request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cue: Option<String>,
}

/// The mood of a sentence.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mood {
    /// A request for an action.
    #[default]
    Request,
    /// A request for information.
    Question,
    /// A statement about the present, past or future.
    Statement,
    /// A hypothetical action.
    Supposition,
}

/// The polarity of a sentence.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Polarity {
    /// Affirmed.
    #[default]
    Positive,
    /// Denied.
    Negative,
}

/// The grammatical person of the agent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Person {
    /// The speaker.
    First,
    /// The addressee.
    #[default]
    Second,
    /// Any other person.
    Third,
}

/// The tense of a verb.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Tense {
    /// The present, or no particular time.
    #[default]
    Present,
    /// The past.
    Past,
    /// The future.
    Future,
}

/// The consequence of a stance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// A request for an immediate action.
    Request,
    /// A request not to act.
    Negated,
    /// A request for information.
    Question,
    /// A statement about actions or wishes.
    Statement,
    /// A hypothetical action.
    Supposition,
    /// A conditional request.
    Conditional,
    /// A request for another time.
    Scheduled,
}

impl Stance {
    /// Returns the consequence.
    pub fn standing(&self) -> Standing {
        match (self.mood, self.polarity) {
            (Mood::Question, _) => Standing::Question,
            (Mood::Statement, _) => Standing::Statement,
            (Mood::Supposition, _) => Standing::Supposition,
            (Mood::Request, Polarity::Negative) => Standing::Negated,
            (Mood::Request, Polarity::Positive) if self.condition.is_some() => Standing::Conditional,
            (Mood::Request, Polarity::Positive) if self.time.is_some() => Standing::Scheduled,
            (Mood::Request, Polarity::Positive) => Standing::Request,
        }
    }

    /// Formats the stance on one line for people, with the words that express it.
    pub fn line(&self) -> String {
        let Self { mood, polarity, person, tense, .. } = self;
        let mut line = format!("{mood:?} {polarity:?} {person:?} {tense:?}").to_lowercase();
        for (name, text) in [("condition", &self.condition), ("time", &self.time), ("cue", &self.cue)] {
            if let Some(text) = text {
                line.push_str(&format!(", {name} “{text}”"));
            }
        }
        line
    }
}
