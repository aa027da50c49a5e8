use lemmascope_intent::{Args, Cause, Change, Failure, Notation, Outcome, Parameter, Signature, Type};

use super::storage_selection::{ask, one, switches, word};
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    let [local, session] = switches();
    Signature::change(
        "web.storage_delete",
        "Delete an entry of the page's local storage, or of its session storage with --session.",
    )
    .command("storage delete <key>")
    .aliases(&[
        "localstorage delete --local",
        "sessionstorage delete --session",
        "storage local delete --local",
        "storage session delete --session",
    ])
    .exclusive("local", "session")
    .lasting()
    .parameter(Parameter::required("key", Type::String, "Under which key.").written(Notation::Name))
    .parameter(local)
    .parameter(session)
    .examples(&["storage delete theme"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let key = args.text("key")?;
    let shelf = one(args)?;
    let session = visit.page().await?;
    let delete = "(shelf, key) => {
      const was = globalThis[shelf].getItem(key) !== null;
      globalThis[shelf].removeItem(key);
      return was;
    }";
    if ask(&session, shelf, delete, &[key]).await?.as_bool() != Some(true) {
        return Err(Failure::new(
            Cause::TargetNotFound,
            format!("nothing is stored as \"{key}\" in the {} storage", word(shelf)),
        )
        .hint("`storage list` lists the entries."));
    }
    let change = Change::Removed(format!("{} storage {key}", word(shelf)));
    Ok(Outcome::default().line(format!("storage delete {key}")).change(change))
}
