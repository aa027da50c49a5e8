use lemmascope_intent::{Args, Cause, Failure, Outcome, Parameter, Signature, Type};
use regex::RegexBuilder;

use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::observe("web.url_matches", "Say whether the address matches a regular expression.")
        .parameter(Parameter::required("pattern", Type::String, "The regular expression."))
        .returns(Type::Boolean)
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let regex = RegexBuilder::new(args.text("pattern")?).size_limit(1 << 20).build().map_err(|error| {
        Failure::new(Cause::InvalidParameter, "the pattern is not a regular expression")
            .context(error.to_string())
    })?;
    let session = visit.tab().await?;
    let url = session.tab()?.state().url.clone();
    Ok(Outcome::found(regex.is_match(&url)))
}
