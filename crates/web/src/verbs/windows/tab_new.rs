use lemmascope_browser::address;
use lemmascope_browser::text::tame;
use lemmascope_intent::{Args, Change, Failure, Format, Outcome, Parameter, Signature, Type};

use crate::verbs::parameters::timeout;
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.tab_new", "Open a tab and switch to it.")
        .command("tab new <url>")
        .aliases(&["new tab", "open tab", "new page", "newpage"])
        .known_as(&["window new"])
        .lasting()
        .parameter(Parameter::required("url", Type::String, "The address.").format(Format::Url))
        .parameter(timeout())
        .returns(Type::Object)
        .examples(&["tab new example.com"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let url = address::complete(args.text("url")?)?;
    visit.admit(&url).await?;
    let mut session = visit.departure().await?;
    let tab = session.open_tab("about:blank").await?;
    let before = session.before_leaving();
    tab.navigate(&url, None, visit.limit()).await?;
    let line = format!("tab new {}", tame(&url, 200));
    let outcome = session.arrive(before, visit.until(), line).await?;
    let number = session.tabs().iter().position(|other| other.id() == tab.id()).map_or(0, |at| at + 1);
    Ok(outcome.change(Change::Added(format!("tab {number}"))))
}
