use lemmascope_intent::{Args, Failure, Outcome, Signature, Type};

use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::observe("web.title", "Show the title of the page.")
        .command("title")
        .aliases(&["get title"])
        .returns(Type::String)
        .examples(&["title"])
}

pub(super) async fn act(visit: &Visit<'_>, _args: &Args) -> Result<Outcome, Failure> {
    let session = visit.tab().await?;
    let title = session.tab()?.title().await?;
    Ok(Outcome::found(title))
}
