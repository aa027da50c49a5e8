//! The definition of an intent: the types of the file format, each with its location in the source.

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

/// A value with its location in the source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Its location.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// Creates a value with its location.
    pub fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }
}

/// An intent as a file defines it.
#[derive(Debug, Clone, PartialEq)]
pub struct Definition {
    /// Its name.
    pub intent: Spanned<String>,
    /// Its version: numbers separated by dots.
    pub version: Spanned<String>,
    /// A description for people.
    pub description: String,
    /// Its author.
    pub author: Option<String>,
    /// Its tags.
    pub tags: Vec<String>,
    /// The pack it belongs to.
    pub pack: Option<String>,
    /// The conditions under which it is offered.
    pub triggers: Triggers,
    /// Its parameters.
    pub parameters: Vec<Spanned<Parameter>>,
    /// Whether the parameters are undeclared, and inferred from the references and from the intents that it
    /// runs.
    pub implied: bool,
    /// The form in which it is written.
    pub shape: Shape,
    /// Its steps.
    pub steps: Vec<Step>,
    /// Its success conditions and results.
    pub success: Success,
    /// Its failure conditions and recovery steps.
    pub failure: OnFailure,
    /// Its run options.
    pub options: Options,
    /// Example sentences that should be resolved to it.
    pub examples: Vec<Example>,
}

/// The conditions under which an intent is offered.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Triggers {
    /// Page patterns that enable it.
    pub patterns: Vec<Spanned<String>>,
    /// Keywords that match it.
    pub keywords: Vec<Spanned<String>>,
    /// URL globs at which it applies, in which `*` matches any text.
    pub urls: Vec<Spanned<String>>,
}

/// The success conditions and results of an intent.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Success {
    /// The conditions that must all hold.
    pub conditions: Vec<Condition>,
    /// The values to return, by name.
    pub extract: IndexMap<String, Extract>,
}

/// A value to return.
#[derive(Debug, Clone, PartialEq)]
pub struct Extract {
    /// How it is extracted.
    pub kind: ExtractKind,
    /// Its location in the source.
    pub span: Span,
}

/// How a value is extracted.
#[derive(Debug, Clone, PartialEq)]
pub enum ExtractKind {
    /// From parameters and variables.
    Value(Template),
    /// From the page or an observing capability.
    From {
        /// `url`, `title`, `text`, `attribute`, … or an observing capability by its full name.
        source: Spanned<String>,
        /// The element to read.
        target: Option<Target>,
        /// A regular expression; the value is its first group, or the whole match if it has no groups.
        pattern: Option<Spanned<String>>,
        /// Further arguments of the source.
        arguments: IndexMap<String, Template>,
    },
}

/// The failure conditions and recovery steps of an intent.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct OnFailure {
    /// The conditions of which any indicates a failure.
    pub conditions: Vec<Condition>,
    /// The steps that run after the intent has failed.
    pub recovery: Vec<Step>,
}

/// The run options of an intent.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Options {
    /// The timeout of the whole intent.
    pub timeout: Option<Spanned<Duration>>,
    /// The retry policy of its steps.
    pub retry: Option<Retry>,
    /// The error policy by cause.
    pub on_error: OnError,
    /// Whether the engine stores a checkpoint after every step.
    pub checkpoint: bool,
}

/// A retry policy.
#[derive(Debug, Clone, PartialEq)]
pub struct Retry {
    /// The maximum number of attempts, including the first.
    pub max_attempts: Option<u32>,
    /// The delay between attempts.
    pub delay: Option<Duration>,
    /// The causes to retry; all transient causes if empty.
    pub on: Vec<Cause>,
}

/// An error policy by cause.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct OnError {
    /// The actions for particular causes.
    pub causes: IndexMap<Cause, ErrorAction>,
    /// The action for all other causes.
    pub default: Option<ErrorAction>,
}

/// The action to take on an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorAction {
    /// The intent fails.
    Fail,
    /// Continue with the next step.
    Skip,
    /// Retry immediately.
    Retry,
    /// Rescan the page, then retry.
    RescanAndRetry,
    /// Retry until the step succeeds or the time is up.
    Wait(Duration),
    /// Extend the timeout by this duration, once.
    Extend(Duration),
}

/// An example sentence for an intent.
#[derive(Debug, Clone, PartialEq)]
pub struct Example {
    /// The sentence without markup.
    pub text: String,
    /// The marked values.
    pub slots: Vec<Slot>,
    /// Its location in the source.
    pub span: Span,
}

/// A marked value in an example.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slot {
    /// The parameter that the value belongs to.
    pub parameter: String,
    /// The byte range of the value in [`Example::text`].
    pub range: Span,
}
