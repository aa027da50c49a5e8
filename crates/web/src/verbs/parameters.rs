use lemmascope_intent::{Args, Cause, Failure, Notation, Parameter, Type};

/// The target of an action: an id, a text, a role, a selector, a pattern, with relations.
pub(crate) fn target() -> Parameter {
    Parameter::required("target", Type::Any, "The element: its number, text, role, selector or pattern.")
        .written(Notation::Target)
}

/// The optional target of an action.
pub(crate) fn optional_target(description: &str) -> Parameter {
    Parameter::optional("target", Type::Any, description).written(Notation::Target)
}

/// The timeout parameter.
pub(crate) fn timeout() -> Parameter {
    Parameter::optional("timeout", Type::String, "How long to wait for it, such as 5s.")
        .written(Notation::Duration)
}

/// A boolean parameter whose default is `false`.
pub(crate) fn switch(name: &str, description: &str) -> Parameter {
    Parameter::defaulted(name, false, Type::Boolean, description)
}

/// Returns an optional positive number.
pub(crate) fn count(args: &Args, name: &str) -> Result<Option<usize>, Failure> {
    let Some(value) = args.get(name) else { return Ok(None) };
    let number = args.optional_integer(name).and_then(|number| usize::try_from(number).ok());
    number.filter(|number| *number > 0).map(Some).ok_or_else(|| {
        Failure::new(Cause::InvalidParameter, format!("--{name} is a whole number from 1, not {value}"))
    })
}
