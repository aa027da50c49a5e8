use std::time::Duration;

use indexmap::IndexMap;

use super::{Condition, Extract, Retry, Span, Spanned, Target, Template};

/// One step of a definition.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// What it does.
    pub kind: StepKind,
    /// Where it stands.
    pub span: Span,
}

/// What a step does.
#[derive(Debug, Clone, PartialEq)]
pub enum StepKind {
    /// Calls a capability.
    Action(Action),
    /// Waits until something holds.
    Wait(WaitFor),
    /// Runs another intent.
    Intent(SubIntent),
    /// Goes one way or the other.
    Branch(Branch),
    /// Does the same for each of several things.
    Loop(Loop),
    /// Tries, and does something else when that fails.
    Try(Try),
    /// Does several things at once.
    Parallel(Parallel),
    /// Marks a point that a later run can continue from.
    Checkpoint(Spanned<String>),
    /// Does steps at another place.
    Block(Block),
    /// Takes data on the way, which is part of the result and can be referred to from there on.
    Extract(IndexMap<String, Extract>),
}

/// A call of a capability.
#[derive(Debug, Clone, PartialEq)]
pub struct Action {
    /// `click`, `type`, … or a capability by its full name, such as `files.copy`.
    pub name: Spanned<String>,
    /// What it operates on.
    pub target: Option<Target>,
    /// Its arguments; those under `options:` are among them.
    pub arguments: IndexMap<String, Spanned<Template>>,
    /// How long it may take.
    pub timeout: Option<Duration>,
    /// How it is tried again, in place of what the options of the intent say.
    pub retry: Option<Retry>,
    /// The name that what it returns is called by from there on.
    pub bind: Option<String>,
}

/// Waiting until something holds.
#[derive(Debug, Clone, PartialEq)]
pub struct WaitFor {
    /// What must hold.
    pub condition: Condition,
    /// How long at the most.
    pub timeout: Option<Duration>,
    /// How it is tried again, in place of what the options of the intent say.
    pub retry: Option<Retry>,
}

/// A run of another intent.
#[derive(Debug, Clone, PartialEq)]
pub struct SubIntent {
    /// The other intent.
    pub name: Spanned<String>,
    /// Its parameters.
    pub params: IndexMap<String, Spanned<Template>>,
    /// The name that what it returns is called by from there on.
    pub bind: Option<String>,
    /// Whether parameters that are not given are those of the same name around it.
    pub inherits: bool,
    /// Whether what it returns is part of the result.
    pub told: bool,
}

/// A choice.
#[derive(Debug, Clone, PartialEq)]
pub struct Branch {
    /// Decides.
    pub condition: Condition,
    /// When it holds.
    pub then: Vec<Step>,
    /// When it does not.
    pub otherwise: Vec<Step>,
}

/// A bounded repetition.
#[derive(Debug, Clone, PartialEq)]
pub struct Loop {
    /// A list, or a selector of elements.
    pub over: Spanned<Template>,
    /// The name that the steps call the current one by.
    pub variable: Spanned<String>,
    /// What is done for each.
    pub steps: Vec<Step>,
    /// How often at the most.
    pub max: Spanned<u32>,
}

/// An attempt with something to fall back on.
#[derive(Debug, Clone, PartialEq)]
pub struct Try {
    /// What is tried.
    pub steps: Vec<Step>,
    /// What is done when that fails.
    pub catch: Vec<Step>,
}

/// Several steps at once.
#[derive(Debug, Clone, PartialEq)]
pub struct Parallel {
    /// The steps.
    pub steps: Vec<Step>,
    /// Which of them must succeed before the intent goes on.
    pub wait: Wait,
}

/// Which of several parallel steps must succeed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Wait {
    /// Every one.
    #[default]
    All,
    /// The first that does.
    Any,
    /// None: their failures do not matter.
    None,
}

impl Wait {
    /// As a definition writes it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Any => "any",
            Self::None => "none",
        }
    }
}

/// Steps that are done at another place than the one that the session is at: in a separate tab.
#[derive(Debug, Clone, PartialEq)]
pub struct Block {
    /// The word for places of that kind, which a domain brings: `tab`.
    pub keyword: String,
    /// Which place.
    pub at: BlockPlace,
    /// The steps.
    pub steps: Vec<Step>,
}

/// The place that the steps of a block are done at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BlockPlace {
    /// One that is opened for it.
    New,
    /// That of this number, counted from 1 in the order of opening.
    Number(u32),
}

impl BlockPlace {
    /// The place in words, with the word for places of its kind.
    pub fn named(self, keyword: &str) -> String {
        match self {
            Self::New => format!("a new {keyword}"),
            Self::Number(number) => format!("{keyword} {number}"),
        }
    }
}
