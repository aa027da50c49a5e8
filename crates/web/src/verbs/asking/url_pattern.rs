use lemmascope_intent::{Args, Failure, Outcome, Parameter, Signature, Type, is_like};

use super::url_contains::texts;
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::observe("web.url_pattern", "Say whether the address is like any of these.")
        .parameter(Parameter::required("texts", Type::Any, "The addresses, with * for anything."))
        .returns(Type::Boolean)
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let session = visit.tab().await?;
    let url = session.tab()?.state().url.clone();
    Ok(Outcome::found(texts(args).iter().any(|pattern| is_like(&url, pattern))))
}
