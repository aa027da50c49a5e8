use lemmascope_intent::{Args, Failure, Outcome, Signature, Type, Value};

use super::header_rules::rule_value;
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::observe("web.headers", "Show the headers that are added to requests.")
        .command("headers")
        .returns(Type::Array)
        .examples(&["headers"])
}

pub(super) async fn act(visit: &Visit<'_>, _args: &Args) -> Result<Outcome, Failure> {
    let session = visit.tab().await?;
    let rules: Vec<Value> = session.context()?.header_rules().iter().map(rule_value).collect();
    Ok(Outcome::found(rules))
}
