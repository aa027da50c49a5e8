use std::collections::BTreeMap;

use lemmascope_browser::address;
use lemmascope_browser::files::file_of;
use lemmascope_browser::text::quote;
use lemmascope_intent::{Args, Failure, Format, Outcome, Parameter, Signature, Type, Value};

use super::left;
use crate::verbs::parameters::timeout;
use crate::verbs::state::read_headers;
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.goto", "Open a page.")
        .command("goto <url>")
        .aliases(&["navigate", "nav", "go to", "go to url", "open <url>", "visit <url>"])
        .known_as(&["open", "visit", "get", "navigate page"])
        .everyday("pages")
        .lasting()
        .parameter(
            Parameter::required("url", Type::String, "Its address; https is meant unless it says otherwise.")
                .format(Format::Url),
        )
        .parameter(Parameter::optional("headers", Type::Object, "Headers to send along, for this page only."))
        .parameter(timeout())
        .returns(Type::Object)
        .examples(&["goto example.com", "goto localhost:8080/login"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let headers = args.get("headers").and_then(Value::as_object).map(read_headers).transpose()?;
    open(visit, args.text("url")?, headers.as_ref()).await
}

/// Opens a page in the tab of the session.
pub(crate) async fn open(
    visit: &Visit<'_>,
    url: &str,
    headers: Option<&BTreeMap<String, String>>,
) -> Result<Outcome, Failure> {
    let url = address::complete(url)?;
    visit.admit(&url).await?;
    let mut session = visit.departure().await?;
    let line = format!("goto {}", quote(&url, 200).trim_matches('"'));
    if file_of(&url).is_some() {
        session.context()?.expect_files().await;
    }
    let before = session.before_leaving();
    let told = session.depart(&url, headers, visit.limit()).await?;
    let arrived = session.arrive(before, visit.until(), line).await;
    left(told, arrived)
}
