use indexmap::IndexMap;
use lemmascope_intent::definition::Template;
use lemmascope_intent::{Signature, Value};

/// Returns the warning that the person must confirm, with the arguments filled in.
pub(super) fn warning(signature: &Signature, arguments: &IndexMap<String, Template>) -> Option<String> {
    let mut warning = signature.warning?.to_string();
    for parameter in &signature.parameters {
        let given = match arguments.get(&parameter.name) {
            Some(Template::Literal(Value::Null)) | None => parameter.default.as_ref().map(Value::to_string),
            Some(Template::Literal(value)) => Some(value.to_string()),
            // A value that is only known during execution cannot be shown.
            Some(_) => None,
        };
        let given = given.unwrap_or_else(|| "so many".into());
        warning = warning.replace(&format!("{{{}}}", parameter.name), &given);
    }
    Some(warning)
}
