use lemmascope_intent::{Args, Failure, Outcome, Signature, Type, Value};

use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::observe("web.keys", "List the held keys.")
        .command("keys")
        .returns(Type::Array)
        .examples(&["keys"])
}

pub(super) async fn act(visit: &Visit<'_>, _args: &Args) -> Result<Outcome, Failure> {
    let session = visit.session().await;
    let held: Vec<Value> = session.held.iter().map(|name| Value::from(name.as_str())).collect();
    Ok(Outcome::found(held))
}
