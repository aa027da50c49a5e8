use std::time::Duration;

use indexmap::IndexMap;
use lemmascope_intent::definition::Template;
use lemmascope_intent::{
    Cause, Failure, Object, Parameter, SensitiveFields, Signature, Value, nearest, usage,
};

/// The parameter with the timeout of a verb.
pub(super) const TIMEOUT: &str = "timeout";
/// The additional time before a call that knows its timeout is interrupted.
const MARGIN: Duration = Duration::from_secs(1);

/// Validates the known arguments against the parameters, and fills in defaults. A value with a sensitive name
/// becomes a secret, whatever its origin.
pub(super) fn check(
    parameters: &[Parameter],
    arguments: &mut IndexMap<String, Template>,
    sensitive: &SensitiveFields,
) -> Result<(), Failure> {
    for (name, argument) in arguments.iter_mut() {
        let Some(parameter) = parameters.iter().find(|parameter| parameter.name == *name) else {
            let failure = Failure::new(Cause::InvalidParameter, format!("there is no parameter \"{name}\""));
            let meant = nearest(name, parameters.iter().map(|parameter| parameter.name.as_str()));
            return Err(match meant {
                Some(meant) => failure.hint(format!("Did you mean {meant}?")),
                None => failure,
            });
        };
        if let Template::Literal(value) = argument {
            *argument = Template::Literal(parameter.accept(value.clone())?.guarded(name, sensitive));
        }
    }
    for parameter in parameters {
        match &parameter.default {
            _ if arguments.contains_key(&parameter.name) => {}
            Some(default) => {
                arguments.insert(parameter.name.clone(), Template::Literal(default.clone()));
            }
            None if parameter.required => {
                let message = format!("missing parameter: {}", parameter.name);
                return Err(Failure::new(Cause::MissingParameter, message).about(&parameter.name));
            }
            None => {}
        }
    }
    Ok(())
}

/// Returns the failure for a missing argument, with the parameter name that the caller of the intent uses.
pub(super) fn not_given(written: &Template) -> Failure {
    let name = written.to_string();
    let name = name.trim_start_matches('$');
    Failure::new(Cause::MissingParameter, format!("missing parameter: {name}")).about(name)
}

pub(super) fn hint_usage(failure: Failure, name: &str, parameters: &[Parameter]) -> Failure {
    if failure.hint.is_some() { failure } else { failure.hint(format!("Usage: {}", usage(name, parameters))) }
}

/// Whether the verb has a timeout parameter.
pub(super) fn takes_timeout(signature: &Signature) -> bool {
    signature.parameters.iter().any(|parameter| parameter.name == TIMEOUT)
}

/// Returns the time after which a call is interrupted. A verb that knows its timeout ends by itself and
/// reports the reason, so it is not interrupted at the same moment.
pub(super) fn with_margin(limit: Duration, signature: &Signature) -> Duration {
    if takes_timeout(signature) { limit.saturating_add(MARGIN) } else { limit }
}

pub(super) fn literals(arguments: &Object) -> IndexMap<String, Template> {
    arguments
        .iter()
        .filter(|(_, value)| **value != Value::Null)
        .map(|(name, value)| (name.clone(), Template::Literal(value.clone())))
        .collect()
}
