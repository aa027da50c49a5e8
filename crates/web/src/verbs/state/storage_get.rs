use lemmascope_intent::{Args, Cause, Failure, Notation, Outcome, Parameter, Signature, Type, Value};

use super::storage_selection::{ask, contents, listed, named, switches};
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    let [local, session] = switches();
    Signature::observe("web.storage_get", "Show an entry of the page's storage.")
        .command("storage get <key>")
        .aliases(&[
            "localstorage get --local",
            "sessionstorage get --session",
            "storage local get --local",
            "storage session get --session",
        ])
        .exclusive("local", "session")
        .parameter(Parameter::required("key", Type::String, "Under which key.").written(Notation::Name))
        .parameter(local)
        .parameter(session)
        .returns(Type::String)
        .examples(&["storage get theme"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let key = args.text("key")?;
    let session = visit.page().await?;
    let mut keys = Vec::new();
    for shelf in named(args)? {
        let value = ask(&session, shelf, "(shelf, key) => globalThis[shelf].getItem(key)", &[key]).await?;
        if let Some(value) = value.as_str() {
            let hidden = visit.cx.is_sandboxed()
                && listed(key, value)
                    .as_object()
                    .is_some_and(|item| matches!(item["value"], Value::Secret(_)));
            let value = Value::from(value);
            return Ok(Outcome::found(if hidden { value.into_secret() } else { value }));
        }
        keys.extend(contents(&session, shelf).await?.into_keys());
    }
    let failure = Failure::new(Cause::TargetNotFound, format!("nothing is stored as \"{key}\""));
    Err(match lemmascope_intent::nearest(key, keys.iter().map(String::as_str)) {
        Some(meant) => failure.hint(format!("Did you mean {meant}?")),
        None => failure.hint("`storage list` lists the entries."),
    })
}
