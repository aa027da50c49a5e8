use lemmascope_browser::text::quote;
use lemmascope_intent::{Args, Failure, Outcome, Parameter, Signature, Type};

use crate::verbs::parameters::timeout;
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::observe("web.wait_url", "Wait until the URL contains a text.")
        .command("wait url <part>")
        .aliases(&["wait for url"])
        .parameter(Parameter::required("part", Type::String, "The text that the URL contains."))
        .parameter(timeout())
        .examples(&["wait url \"/dashboard\""])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let part = args.text("part")?;
    let session = visit.page().await?;
    let until = visit.until();
    let tab = session.tab()?;
    let shown = quote(part, 120);
    if tab.wait(until.left(), |state| state.url.contains(part) || state.dialog.is_some()).await {
        session.refuse_dialog()?;
        let url = tab.state().url.clone();
        return Ok(Outcome::found(url).line(format!("wait url {shown}")));
    }
    let now = quote(&tab.state().url, 200);
    Err(until.failure(&format!("the address did not contain {shown}")).context(format!("It is {now}.")))
}
