use lemmascope_browser::driver::{Key, stroke};
use lemmascope_browser::text::quote;
use lemmascope_intent::{Args, Cause, Failure, Notation, Outcome, Parameter, Signature, Type};

use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.keyup", "Release a held key, or all of them.")
        .command("keyup <key>")
        .aliases(&["key up"])
        .lasting()
        .parameter(Parameter::required("key", Type::String, "The key, or `all`.").written(Notation::Key))
        .examples(&["keyup shift", "keyup all"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let name = args.text("key")?.trim().to_lowercase();
    let mut session = visit.page().await?;
    let tab = session.tab()?;
    let names: Vec<String> = match name.as_str() {
        "all" => session.held.iter().cloned().collect(),
        one if session.held.contains(one) => vec![one.to_string()],
        one => {
            return Err(Failure::new(Cause::NoEffect, format!("{} is not held down", quote(one, 40)))
                .hint("`keys` lists the held keys.")
                .verdict("no_effect"));
        }
    };
    let watch = session.watch_keys(None).await?;
    let mut ups = Vec::new();
    for name in &names {
        session.held.remove(name);
        if let Some(stroke) = stroke(name) {
            ups.push(Key::Up { stroke, modifiers: session.modifiers() });
        }
    }
    tab.hold(session.modifiers());
    let aftermath = session.conclude_soon(watch, async move {
        for up in ups {
            tab.key(up).await?;
        }
        Ok(())
    });
    Ok(aftermath.await?.welcome(format!("keyup {name}")))
}
