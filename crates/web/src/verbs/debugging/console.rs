use lemmascope_browser::driver::ConsoleEntry;
use lemmascope_browser::text::tame;
use lemmascope_intent::{Args, Cause, Failure, Notation, Object, Outcome, Parameter, Signature, Type, Value};

use super::log_lines::{filter, last, recent};
use crate::verbs::visit::Visit;

const LEVELS: [&str; 5] = ["log", "info", "warning", "error", "debug"];

pub(super) fn signature() -> Signature {
    Signature::observe("web.console", "List the messages of the page's console.")
        .command("console")
        .aliases(&["console messages", "list console messages"])
        .known_as(&["logs"])
        .parameter(
            Parameter::optional("level", Type::String, "log, info, warning, error or debug.")
                .written(Notation::Word),
        )
        .parameter(filter())
        .parameter(last())
        .returns(Type::Array)
        .examples(&["console", "console --level error --last 5"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let level = match args.optional_text("level").map(str::to_lowercase) {
        Some(level) if level == "warn" => Some("warning".to_string()),
        Some(level) if !LEVELS.contains(&level.as_str()) => {
            return Err(Failure::new(Cause::InvalidParameter, format!("there is no level \"{level}\""))
                .hint(format!("The levels are {}.", LEVELS.join(", "))));
        }
        level => level,
    };
    let part = args.optional_text("filter").map(str::to_lowercase);
    let session = visit.tab().await?;
    let tab = session.tab()?;
    let state = tab.state();
    let matching = state.console.iter().filter(|entry| {
        level.as_ref().is_none_or(|level| entry.level == *level)
            && part.as_ref().is_none_or(|part| entry.text.to_lowercase().contains(part))
    });
    Ok(Outcome::found(recent(matching.map(entry_value).collect(), args)))
}

fn entry_value(entry: &ConsoleEntry) -> Value {
    let mut fields = Object::from([
        ("level".to_string(), entry.level.as_str().into()),
        ("text".to_string(), tame(&entry.text, 500).into()),
    ]);
    if let Some(url) = &entry.url {
        let line = entry.line.map(|line| format!(":{line}")).unwrap_or_default();
        fields.insert("at".into(), format!("{}{line}", tame(url, 200)).into());
    }
    fields.into()
}
