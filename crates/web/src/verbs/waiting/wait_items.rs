use lemmascope_browser::text::quote;
use lemmascope_intent::{Args, Failure, Notation, Outcome, Parameter, Signature, Type};

use super::match_count::counting;
use crate::verbs::parameters::timeout;
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::observe("web.wait_items", "Wait until a number of elements match a selector.")
        .command("wait items <selector> <n>")
        .parameter(
            Parameter::required("selector", Type::String, "A CSS selector.").written(Notation::Selector),
        )
        .parameter(Parameter::required("n", Type::Number, "How many at least."))
        .parameter(timeout())
        .examples(&["wait items \".result\" 10"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let selector = args.text("selector")?;
    let wanted = args.optional_integer("n").unwrap_or_default();
    let shown = quote(selector, 120);
    let count =
        counting(visit, selector, |count| count >= wanted, &format!("there were not {wanted} of {shown}"))
            .await?;
    Ok(Outcome::found(count).line(format!("wait items {shown} {wanted}")))
}
