use lemmascope_intent::{Args, Failure, Notation, Outcome, Parameter, Signature, Type};
use serde_json::json;

use crate::verbs::reading::{Of, joined, read};
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::observe("web.html", "Show the HTML of the page, or of the elements that match a selector.")
        .command("html")
        .aliases(&["get html"])
        .parameter(Parameter::optional("selector", Type::String, "The selector.").written(Notation::Selector))
        .returns(Type::String)
        .examples(&["html", "html --selector \"main\""])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let mut session = visit.page().await?;
    let of = Of::given(args)?;
    let mut said = read(visit, &mut session, of, "html", json!({})).await?;
    if matches!(of, Of::Page) {
        // The HTML of a page contains its frames as elements; `frame` and then `html` prints the content of
        // one.
        said.truncate(1);
    }
    Ok(Outcome::found(joined(&said)))
}
