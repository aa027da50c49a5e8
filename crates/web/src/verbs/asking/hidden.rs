use lemmascope_intent::{Args, Failure, Outcome, Signature, Type, Value};

use super::visible::is_visible;
use crate::verbs::parameters::target;
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::observe("web.hidden", "Say whether an element cannot be seen, or is not there.")
        .parameter(target())
        .returns(Type::Boolean)
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let mut session = visit.page().await?;
    Ok(Outcome::found(!is_visible(&mut session, args.get("target").unwrap_or(&Value::Null)).await?))
}
