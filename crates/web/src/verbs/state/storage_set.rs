use lemmascope_intent::{Args, Change, Failure, Notation, Outcome, Parameter, Signature, Type};

use super::storage_selection::{ask, one, switches, word};
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    let [local, session] = switches();
    Signature::change(
        "web.storage_set",
        "Set an entry of the page's local storage, or of its session storage with --session.",
    )
    .command("storage set <key> <value>")
    .aliases(&[
        "localstorage set --local",
        "sessionstorage set --session",
        "storage local set --local",
        "storage session set --session",
    ])
    .exclusive("local", "session")
    .lasting()
    .parameter(Parameter::required("key", Type::String, "Under which key.").written(Notation::Name))
    .parameter(Parameter::required("value", Type::String, "The value.").named_by_previous().unrecorded())
    .parameter(local)
    .parameter(session)
    .examples(&["storage set theme dark", "storage set step 2 --session"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let (key, value) = (args.text("key")?, args.text("value")?);
    let shelf = one(args)?;
    let session = visit.page().await?;
    let set = "(shelf, key, value) => {
      const before = globalThis[shelf].getItem(key);
      globalThis[shelf].setItem(key, value);
      return before === null ? 'new' : before === value ? 'same' : 'other';
    }";
    let became = ask(&session, shelf, set, &[key, value]).await?;
    let what = format!("{} storage {key}", word(shelf));
    let outcome = Outcome::default().line(format!("storage set {key}"));
    Ok(match became.as_str() {
        Some("new") => outcome.change(Change::Added(what)),
        Some("other") => outcome.change(Change::Altered { what, before: "…".into(), after: "…".into() }),
        _ => outcome,
    })
}
