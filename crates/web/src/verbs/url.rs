use lemmascope_intent::{Args, Failure, Outcome, Signature, Type, Value};

use super::Visit;

pub(super) fn signature() -> Signature {
    Signature::observe("web.url", "Say which page is open.").returns(Type::String).examples(&["url"])
}

pub(super) async fn act(visit: &Visit<'_>, _args: &Args) -> Result<Outcome, Failure> {
    let _session = visit.tab().await?;
    Ok(Outcome::found(Value::Null))
}
