use lemmascope_intent::{Args, Change, Failure, Notation, Outcome, Parameter, Signature, Type};

use super::header_rules::domain;
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.headers_clear", "Remove the added headers, or those of one domain.")
        .command("headers clear [domain]")
        .lasting()
        .parameter(
            Parameter::optional("domain", Type::String, "Only for this domain.").written(Notation::Name),
        )
        .examples(&["headers clear", "headers clear example.com"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let domain = args.optional_text("domain").map(domain);
    let session = visit.tab().await?;
    let outcome = Outcome::default().line("headers clear");
    Ok(match session.context()?.clear_headers(domain.as_deref()) {
        true => outcome.change(Change::Removed("headers".into())),
        false => outcome,
    })
}
