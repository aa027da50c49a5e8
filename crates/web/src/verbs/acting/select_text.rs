use std::time::Duration;

use lemmascope_browser::session::Readiness;
use lemmascope_browser::targets::Rules;
use lemmascope_intent::{
    Args, Cause, Change, Failure, Handling, Manner, Outcome, Parameter, Signature, Type,
};
use serde_json::{Value, json};

use crate::verbs::parameters::{target, timeout};
use crate::verbs::visit::Visit;

const LIMIT: Duration = Duration::from_secs(5);

pub(super) fn signature() -> Signature {
    Signature::change("web.select_text", "Select a text inside a field, an editor or another element.")
        .lasting()
        .handles(Handling { manner: Manner::SelectText, thing: "target", value: Some("text") })
        .parameter(target())
        .parameter(Parameter::optional("text", Type::String, "The text; all of it if none is given."))
        .parameter(timeout())
        .examples(&["web.select_text Message \"good morning\""])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let mut session = visit.page().await?;
    let found = visit.target(&mut session, args, "target", &Rules::default()).await?;
    session.aim(&found, Readiness::SHOWN, visit.patience()).await?;
    let text = args.optional_text("text");
    let tab = session.tab()?;
    let answer = tab.call(&found.frame, "lemmascope.selectText", json!([found.key, text]), LIMIT).await?;
    let shown = found.shown();
    match answer.get("places").and_then(Value::as_u64) {
        Some(1) => {
            let line = text
                .map_or(format!("select the text of {shown}"), |text| format!("select {text:?} in {shown}"));
            let change = Change::Added(format!("selection in {shown}"));
            Ok(Outcome::default().line(line).verdict("changed").change(change))
        }
        Some(0) | None => {
            Err(Failure::new(Cause::TargetNotFound, format!("{shown} does not contain this text")))
        }
        Some(_) => {
            Err(Failure::new(Cause::TargetAmbiguous, format!("{shown} contains this text more than once"))
                .hint("Give more of the text around it."))
        }
    }
}
