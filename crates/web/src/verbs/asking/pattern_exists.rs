use lemmascope_browser::session::LookOptions;
use lemmascope_intent::{Args, Failure, Outcome, Parameter, Signature, Type};

use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::observe(
        "web.pattern_exists",
        "Say whether the page has a pattern, or an element for a part of it.",
    )
    .parameter(Parameter::required(
        "pattern",
        Type::String,
        "Its name, such as login_form or login_form.email.",
    ))
    .returns(Type::Boolean)
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let wanted = args.text("pattern")?;
    let mut session = visit.page().await?;
    let snapshot = session.look(&LookOptions::default()).await?;
    let (name, part) = wanted.split_once('.').map_or((wanted, None), |(name, part)| (name, Some(part)));
    let mut named = snapshot.patterns.iter().filter(|pattern| pattern.name == name);
    Ok(Outcome::found(named.any(|pattern| part.is_none_or(|part| pattern.part(part).is_some()))))
}
