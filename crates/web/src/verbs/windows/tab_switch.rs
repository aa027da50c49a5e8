use lemmascope_intent::{Args, Cause, Failure, Outcome, Parameter, Signature, Type};

use super::tab_list::{numbered, tab_value};
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.tab_switch", "Go to a tab.")
        .command("tab switch <n>")
        .aliases(&["tab <n>", "switch <n>", "tab select", "select tab", "switch tab", "select page"])
        .lasting()
        .parameter(Parameter::required("n", Type::Number, "Its number, as `tabs` lists it."))
        .returns(Type::Object)
        .examples(&["tab switch 2"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let mut session = visit.tab().await?;
    let (number, tab) = numbered(&session, args)?
        .ok_or_else(|| Failure::new(Cause::MissingParameter, "parameter \"n\" is missing"))?;
    tab.activate().await?;
    session.turn_to(tab.clone());
    Ok(Outcome::found(tab_value(&session, number, &tab).await).line(format!("tab switch {number}")))
}
