use lemmascope_intent::{Args, Cause, Change, Failure, Notation, Outcome, Parameter, Signature, Type, Value};

use super::header_rules::{domain, read};
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.headers_set", "Add headers to all requests, or to the requests to one domain.")
        .command("headers set [domain] <json>")
        .aliases(&["set headers"])
        .lasting()
        .parameter(Parameter::required("json", Type::Object, "The headers by name.").unrecorded())
        .parameter(
            Parameter::optional(
                "domain",
                Type::String,
                "Only for requests to this domain and its subdomains.",
            )
            .written(Notation::Name),
        )
        .examples(&["headers set '{\"X-Test\": \"1\"}'", "headers set example.com '{\"X-Test\": \"1\"}'"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let given = args.get("json").and_then(Value::as_object).ok_or_else(|| {
        Failure::new(Cause::MissingParameter, "parameter \"json\" is missing")
            .hint("Write headers as {\"name\": \"value\"}.")
    })?;
    let headers = read(given)?;
    let domain =
        args.optional_text("domain").map(domain).filter(|domain| !domain.is_empty() && domain != "*");
    let session = visit.tab().await?;
    let names = headers.keys().cloned().collect::<Vec<_>>().join(", ");
    session.context()?.set_headers(domain.as_deref(), headers).await;
    let whom = domain.map_or_else(|| "all requests".to_string(), |domain| format!("requests to {domain}"));
    Ok(Outcome::default()
        .line(format!("headers set {names}"))
        .change(Change::Added(format!("{names} on {whom}"))))
}
