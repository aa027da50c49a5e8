use lemmascope_browser::text::quote;
use lemmascope_intent::{Args, Cause, Change, Failure, Outcome, Parameter, Signature, Type};

use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.intercept_clear", "Stop intercepting requests, all or those of one pattern.")
        .command("intercept clear [pattern]")
        .aliases(&["unroute", "network unroute"])
        .lasting()
        .parameter(Parameter::optional("pattern", Type::String, "The pattern that was given."))
        .examples(&["intercept clear", "intercept clear \"*/ads/*\""])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let session = visit.tab().await?;
    let pattern = args.optional_text("pattern");
    let removed = session.context()?.clear_intercepts(pattern);
    if let (Some(pattern), true) = (pattern, removed.is_empty()) {
        return Err(Failure::new(
            Cause::TargetNotFound,
            format!("nothing is done with {}", quote(pattern, 200)),
        ));
    }
    Ok(removed.iter().fold(Outcome::default().line("intercept clear"), |outcome, one| {
        let told = format!("requests to {} (matched {})", quote(&one.pattern, 200), one.hits);
        outcome.change(Change::Removed(told))
    }))
}
