use lemmascope_browser::driver::{Key, stroke};
use lemmascope_browser::text::quote;
use lemmascope_intent::{Args, Cause, Failure, Notation, Outcome, Parameter, Signature, Type};

use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.keydown", "Press a key and hold it.")
        .command("keydown <key>")
        .aliases(&["key down"])
        .lasting()
        .parameter(Parameter::required("key", Type::String, "shift, control, a, …").written(Notation::Key))
        .examples(&["keydown shift"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let name = args.text("key")?.trim().to_lowercase();
    let stroke = stroke(&name).ok_or_else(|| {
        Failure::new(Cause::InvalidParameter, format!("there is no key {}", quote(&name, 40)))
    })?;
    let mut session = visit.page().await?;
    let tab = session.tab()?;
    session.held.insert(name.clone());
    let modifiers = session.modifiers();
    tab.hold(modifiers);
    let watch = session.watch_keys(None).await?;
    let aftermath =
        session.conclude_soon(watch, async move { tab.key(Key::Down { stroke, modifiers }).await });
    Ok(aftermath.await?.welcome(format!("keydown {name}")))
}
