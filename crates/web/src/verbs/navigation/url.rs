use lemmascope_intent::{Args, Failure, Outcome, Signature, Type};

use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::observe("web.url", "Show the URL of the page.")
        .command("url")
        .aliases(&["get url"])
        .returns(Type::String)
        .examples(&["url"])
}

pub(super) async fn act(visit: &Visit<'_>, _args: &Args) -> Result<Outcome, Failure> {
    let session = visit.tab().await?;
    let url = session.tab()?.state().url.clone();
    Ok(Outcome::found(url))
}
