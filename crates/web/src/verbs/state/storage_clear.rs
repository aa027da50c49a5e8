use lemmascope_intent::{Args, Change, Failure, Outcome, Signature};

use super::storage_selection::{ask, named, switches, word};
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    let [local, session] = switches();
    Signature::change("web.storage_clear", "Delete all entries of the page's storage.")
        .command("storage clear")
        .aliases(&[
            "localstorage clear --local",
            "sessionstorage clear --session",
            "storage local clear --local",
            "storage session clear --session",
        ])
        .exclusive("local", "session")
        .lasting()
        .parameter(local)
        .parameter(session)
        .examples(&["storage clear", "storage clear --local"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let session = visit.page().await?;
    let mut outcome = Outcome::default().line("storage clear");
    for shelf in named(args)? {
        let clear = "(shelf) => { const n = globalThis[shelf].length; globalThis[shelf].clear(); return n }";
        let count = ask(&session, shelf, clear, &[]).await?.as_u64().unwrap_or(0);
        if count > 0 {
            outcome = outcome.change(Change::Removed(format!("{} storage: {count}", word(shelf))));
        }
    }
    Ok(outcome)
}
