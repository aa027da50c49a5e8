use serde::Serialize;

/// How a sentence relates to doing what it speaks of.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Stance {
    /// What it does: requests, asks, states, supposes.
    pub mood: Mood,
    /// Whether it affirms or denies.
    pub polarity: Polarity,
    /// Who does it, or is to do it.
    pub person: Person,
    /// When that is, as far as the verb says so.
    pub tense: Tense,
    /// Whether it tells the words or wishes of someone else.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub reported: bool,
    /// Whether it tells what a person does, and not what is.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub deed: bool,
    /// The condition that it is to be done on, in the words of the sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    /// The time at which it is to be done, in the words of the sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
    /// The words that say that it is no plain request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cue: Option<String>,
}

/// What a sentence does.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mood {
    /// It wants something done.
    #[default]
    Request,
    /// It wants to know something.
    Question,
    /// It says what is, was or will be.
    Statement,
    /// It plays with a thought.
    Supposition,
}

/// Whether something is affirmed or denied.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Polarity {
    /// Affirmed.
    #[default]
    Positive,
    /// Denied.
    Negative,
}

/// Who does something.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Person {
    /// The one who speaks.
    First,
    /// The one who is spoken to.
    #[default]
    Second,
    /// Anybody else.
    Third,
}

/// When something is done, as the verb has it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Tense {
    /// Now, or at no time in particular.
    #[default]
    Present,
    /// Before.
    Past,
    /// Later.
    Future,
}

/// What follows from a stance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// Something is to be done now.
    Request,
    /// Something is not to be done.
    Negated,
    /// A person wants to know something.
    Question,
    /// A person says what they or others did, do or want.
    Statement,
    /// A person thinks of doing something.
    Supposition,
    /// Something is to be done if something else holds.
    Conditional,
    /// Something is to be done at another time.
    Scheduled,
}

impl Stance {
    /// What follows from it.
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

    /// On one line, for people: what it is, and by which words.
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
