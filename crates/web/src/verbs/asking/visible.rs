use lemmascope_browser::session::{LookOptions, WebSession};
use lemmascope_browser::targets::Rules;
use lemmascope_intent::{Args, Cause, Failure, Outcome, Signature, Type, Value};

use crate::verbs::parameters::target;
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::observe("web.visible", "Say whether an element can be seen.")
        .known_as(&["is visible", "verify element visible"])
        .parameter(target())
        .returns(Type::Boolean)
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let mut session = visit.page().await?;
    Ok(Outcome::found(is_visible(&mut session, args.get("target").unwrap_or(&Value::Null)).await?))
}

/// Whether any match of the target is visible. A pattern exists if it was recognized.
pub(super) async fn is_visible(session: &mut WebSession, target: &Value) -> Result<bool, Failure> {
    let options = LookOptions::default();
    let pattern =
        target.as_object().filter(|fields| fields.len() == 1).and_then(|fields| fields.get("pattern"));
    if let Some(name) = pattern.and_then(Value::as_text).filter(|name| !name.contains('.')) {
        let snapshot = session.look(&options).await?;
        return Ok(snapshot.patterns.iter().any(|pattern| pattern.name == name));
    }
    match session.find_all(target, &Rules::default(), &options).await {
        Ok(found) => Ok(!found.is_empty()),
        Err(failure) if is_absence(failure.cause) => Ok(false),
        Err(failure) => Err(failure),
    }
}

/// Whether the failure means that the element does not exist or is not visible.
fn is_absence(cause: Cause) -> bool {
    matches!(cause, Cause::TargetNotFound | Cause::ElementStale | Cause::ElementNotVisible)
}
