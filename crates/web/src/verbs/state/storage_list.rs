use lemmascope_intent::{Args, Failure, Object, Outcome, Signature, Type, Value};

use super::storage_selection::{contents, listed, named, switches, word};
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    let [local, session] = switches();
    Signature::observe("web.storage_list", "List the entries of the page's storage.")
        .command("storage list")
        .aliases(&[
            "storage local --local",
            "storage session --session",
            "localstorage list --local",
            "sessionstorage list --session",
            "storage local list --local",
            "storage session list --session",
        ])
        .exclusive("local", "session")
        .parameter(local)
        .parameter(session)
        .returns(Type::Object)
        .examples(&["storage list", "storage list --session"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let session = visit.page().await?;
    let mut found = Object::new();
    for shelf in named(args)? {
        let items = contents(&session, shelf).await?;
        let items: Vec<Value> = items.iter().map(|(key, value)| listed(key, value)).collect();
        found.insert(word(shelf).into(), items.into());
    }
    Ok(Outcome::found(found))
}
