use lemmascope_browser::text::quote;
use lemmascope_intent::{Args, Failure, Notation, Outcome, Parameter, Signature, Type};

use super::match_count::counting;
use crate::verbs::parameters::timeout;
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::observe("web.wait_exists", "Wait until an element matches a selector.")
        .command("wait exists <selector>")
        .parameter(
            Parameter::required("selector", Type::String, "A CSS selector.").written(Notation::Selector),
        )
        .parameter(timeout())
        .examples(&["wait exists \".result\""])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let selector = args.text("selector")?;
    let shown = quote(selector, 120);
    let count =
        counting(visit, selector, |count| count > 0, &format!("nothing came that is {shown}")).await?;
    Ok(Outcome::found(count).line(format!("wait exists {shown}")))
}
