use lemmascope_intent::{Args, Parameter, Type, Value};

/// The default number of entries.
const USUAL: usize = 50;

pub(super) fn filter() -> Parameter {
    Parameter::optional("filter", Type::String, "Only entries that contain this text.")
}

pub(super) fn last() -> Parameter {
    Parameter::optional("last", Type::Number, "How many of them, counted from the end.")
}

/// Returns the last entries.
pub(super) fn recent(mut all: Vec<Value>, args: &Args) -> Vec<Value> {
    let count = args.optional_integer("last").and_then(|count| usize::try_from(count).ok()).unwrap_or(USUAL);
    all.drain(..all.len().saturating_sub(count));
    all
}
