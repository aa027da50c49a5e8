use std::time::Duration;

use indexmap::IndexMap;

use super::{Condition, Extract, Retry, Span, Spanned, Target, Template};

/// One step of a definition.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// The kind of step.
    pub kind: StepKind,
    /// Its location in the source.
    pub span: Span,
}

/// The kind of a step.
#[derive(Debug, Clone, PartialEq)]
pub enum StepKind {
    /// Calls a capability.
    Action(Action),
    /// Waits until a condition holds.
    Wait(WaitFor),
    /// Runs another intent.
    Intent(SubIntent),
    /// Runs one of two branches.
    Branch(Branch),
    /// Repeats steps for each of several items.
    Loop(Loop),
    /// Runs fallback steps if steps fail.
    Try(Try),
    /// Runs several steps in parallel.
    Parallel(Parallel),
    /// Marks a point at which a later run can resume.
    Checkpoint(Spanned<String>),
    /// Runs steps at another place.
    Block(Block),
    /// Extracts values, which are part of the result and available to later steps.
    Extract(IndexMap<String, Extract>),
}

/// A call of a capability.
#[derive(Debug, Clone, PartialEq)]
pub struct Action {
    /// `click`, `type`, … or a capability by its full name, such as `files.copy`.
    pub name: Spanned<String>,
    /// The element that it acts on.
    pub target: Option<Target>,
    /// Its arguments, including those under `options:`.
    pub arguments: IndexMap<String, Spanned<Template>>,
    /// Its timeout.
    pub timeout: Option<Duration>,
    /// Its retry policy, which overrides that of the intent.
    pub retry: Option<Retry>,
    /// The variable that stores its result for later steps.
    pub bind: Option<String>,
}

/// A wait for a condition.
#[derive(Debug, Clone, PartialEq)]
pub struct WaitFor {
    /// The condition.
    pub condition: Condition,
    /// The timeout.
    pub timeout: Option<Duration>,
    /// Its retry policy, which overrides that of the intent.
    pub retry: Option<Retry>,
}

/// A run of another intent.
#[derive(Debug, Clone, PartialEq)]
pub struct SubIntent {
    /// The name of the intent.
    pub name: Spanned<String>,
    /// Its parameters.
    pub params: IndexMap<String, Spanned<Template>>,
    /// The variable that stores its result for later steps.
    pub bind: Option<String>,
    /// Whether missing parameters are taken from the parameters of the same name of the calling intent.
    pub inherits: bool,
    /// Whether its results are part of the result of the calling intent.
    pub told: bool,
}

/// A conditional step.
#[derive(Debug, Clone, PartialEq)]
pub struct Branch {
    /// The condition.
    pub condition: Condition,
    /// The steps to run if it holds.
    pub then: Vec<Step>,
    /// The steps to run if it does not.
    pub otherwise: Vec<Step>,
}

/// A bounded loop.
#[derive(Debug, Clone, PartialEq)]
pub struct Loop {
    /// A list, or a selector of elements.
    pub over: Spanned<Template>,
    /// The name of the loop variable.
    pub variable: Spanned<String>,
    /// The body.
    pub steps: Vec<Step>,
    /// The maximum number of iterations.
    pub max: Spanned<u32>,
}

/// Steps with a fallback.
#[derive(Debug, Clone, PartialEq)]
pub struct Try {
    /// The steps to try.
    pub steps: Vec<Step>,
    /// The steps to run if they fail.
    pub catch: Vec<Step>,
}

/// Parallel steps.
#[derive(Debug, Clone, PartialEq)]
pub struct Parallel {
    /// The steps.
    pub steps: Vec<Step>,
    /// Which of the steps must succeed before the intent continues.
    pub wait: Wait,
}

/// Which of several parallel steps must succeed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Wait {
    /// All of them.
    #[default]
    All,
    /// Any one of them.
    Any,
    /// None; failures are ignored.
    None,
}

impl Wait {
    /// Returns the keyword for definitions.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Any => "any",
            Self::None => "none",
        }
    }
}

/// Steps that run at another place than the current one of the session, such as a separate tab.
#[derive(Debug, Clone, PartialEq)]
pub struct Block {
    /// The keyword for this kind of place, which a domain defines: `tab`.
    pub keyword: String,
    /// The place.
    pub at: BlockPlace,
    /// The steps.
    pub steps: Vec<Step>,
}

/// The place at which the steps of a block run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BlockPlace {
    /// A newly opened one.
    New,
    /// The one with this number, counted from 1 in the order of opening.
    Number(u32),
}

impl BlockPlace {
    /// Returns a description of the place, such as "tab 2".
    pub fn named(self, keyword: &str) -> String {
        match self {
            Self::New => format!("a new {keyword}"),
            Self::Number(number) => format!("{keyword} {number}"),
        }
    }
}
