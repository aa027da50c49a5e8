//! The definition of an intent: the types of the file format, each with the place it was read from.

mod condition;
mod cycle;
mod display;
mod expression;
mod flow;
mod manifest;
mod marked;
mod pattern;
mod read;
mod rules;
mod sentences;
mod step;
mod target;
mod template;

use std::time::Duration;

use indexmap::IndexMap;

use crate::failure::Cause;
use crate::parameter::Parameter;

pub use condition::{Condition, ConditionKind};
pub use cycle::{Cycle, find_cycles, find_cycles_by};
pub use expression::{Expression, ExpressionError, MAX_EXPRESSION_DEPTH, MAX_EXPRESSION_LENGTH};
pub use flow::{Page, Shape};
pub use manifest::{
    ConditionCode, CustomAction, CustomCondition, Hooks, LANGUAGE_VERSION, PROGRAM, PackManifest, PackPath,
    PathFault,
};
pub use pattern::{
    Detection, ElementPattern, MAX_PATTERN_ELEMENTS, MAX_PATTERNS, PatternDefinition, SitePattern,
};
pub use read::{
    Checked, CheckedManifest, CheckedPatterns, definition_schema, hooks_schema, manifest_schema,
    patterns_schema,
};
pub use rules::{CustomCode, Rules};
pub use sentences::Sentences;
pub use step::{
    Action, Block, BlockPlace, Branch, Loop, Parallel, Step, StepKind, SubIntent, Try, Wait, WaitFor,
};
pub use target::{Match, Relation, Target, TargetKind};
pub use template::{Access, Part, Reference, Scope, Template};

/// A range of bytes in the source of a definition.
pub type Span = std::ops::Range<usize>;

/// A value and the place it was read from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Where it stands.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// A value read from that place.
    pub fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }
}

/// An intent as a file defines it.
#[derive(Debug, Clone, PartialEq)]
pub struct Definition {
    /// Its name.
    pub intent: Spanned<String>,
    /// Its version: numbers with dots between them.
    pub version: Spanned<String>,
    /// What it does, for people.
    pub description: String,
    /// Who wrote it.
    pub author: Option<String>,
    /// Words to file it under.
    pub tags: Vec<String>,
    /// The pack it belongs to.
    pub pack: Option<String>,
    /// When it is on offer.
    pub triggers: Triggers,
    /// What it takes.
    pub parameters: Vec<Spanned<Parameter>>,
    /// Whether the parameters are not declared, and follow from what is referred to and from the intents it runs.
    pub implied: bool,
    /// What it is made of.
    pub shape: Shape,
    /// What it does.
    pub steps: Vec<Step>,
    /// What success means.
    pub success: Success,
    /// What failure looks like, and what to do then.
    pub failure: OnFailure,
    /// How it is to be run.
    pub options: Options,
    /// Sentences that mean it.
    pub examples: Vec<Example>,
}

/// When an intent is on offer.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Triggers {
    /// Patterns of a page that enable it.
    pub patterns: Vec<Spanned<String>>,
    /// Words that might call it.
    pub keywords: Vec<Spanned<String>>,
    /// URL patterns where it applies, with `*` for anything.
    pub urls: Vec<Spanned<String>>,
}

/// What success means.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Success {
    /// All of these hold.
    pub conditions: Vec<Condition>,
    /// The data to return, by name.
    pub extract: IndexMap<String, Extract>,
}

/// One datum to return.
#[derive(Debug, Clone, PartialEq)]
pub struct Extract {
    /// How it is found.
    pub kind: ExtractKind,
    /// Where it stands.
    pub span: Span,
}

/// How a datum is found.
#[derive(Debug, Clone, PartialEq)]
pub enum ExtractKind {
    /// From what is known already.
    Value(Template),
    /// By looking.
    From {
        /// `url`, `title`, `text`, `attribute`, … or an observing capability by its full name.
        source: Spanned<String>,
        /// The element to look at.
        target: Option<Target>,
        /// A regular expression; its first group, or the whole match, is the datum.
        pattern: Option<Spanned<String>>,
        /// Whatever else the source takes.
        arguments: IndexMap<String, Template>,
    },
}

/// What failure looks like, and what to do then.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct OnFailure {
    /// Any of these holds.
    pub conditions: Vec<Condition>,
    /// What to do when the intent has failed.
    pub recovery: Vec<Step>,
}

/// How an intent is to be run.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Options {
    /// How long the whole intent may take.
    pub timeout: Option<Spanned<Duration>>,
    /// When and how often a step is tried again.
    pub retry: Option<Retry>,
    /// What to do about a cause.
    pub on_error: OnError,
    /// Whether a checkpoint is stored after every step.
    pub checkpoint: bool,
}

/// When and how often a step is tried again.
#[derive(Debug, Clone, PartialEq)]
pub struct Retry {
    /// Attempts in all, the first one included.
    pub max_attempts: Option<u32>,
    /// How long to wait between them.
    pub delay: Option<Duration>,
    /// Only for these causes; for transient ones when there are none.
    pub on: Vec<Cause>,
}

/// What to do about a cause.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct OnError {
    /// For these causes.
    pub causes: IndexMap<Cause, ErrorAction>,
    /// For all others.
    pub default: Option<ErrorAction>,
}

/// What to do about an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorAction {
    /// The intent has failed.
    Fail,
    /// Go on with the next step.
    Skip,
    /// Try again at once.
    Retry,
    /// Look afresh, then try again.
    RescanAndRetry,
    /// Try again until it works or the time is up.
    Wait(Duration),
    /// Give it so much more time, once.
    Extend(Duration),
}

/// A sentence that means an intent.
#[derive(Debug, Clone, PartialEq)]
pub struct Example {
    /// The sentence without its marks.
    pub text: String,
    /// Which parts of it are values.
    pub slots: Vec<Slot>,
    /// Where it stands.
    pub span: Span,
}

/// A marked value in an example.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slot {
    /// The parameter it is a value of.
    pub parameter: String,
    /// Where the value is in [`Example::text`], in bytes.
    pub range: Span,
}
