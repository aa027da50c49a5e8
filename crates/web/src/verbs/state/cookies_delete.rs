use lemmascope_intent::{Args, Change, Failure, Notation, Outcome, Parameter, Signature, Type};

use super::cookie_jar::named;
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.cookies_delete", "Delete a cookie.")
        .command("cookies delete <name>")
        .aliases(&["cookie delete"])
        .lasting()
        .parameter(Parameter::required("name", Type::String, "Its name.").written(Notation::Name))
        .examples(&["cookies delete theme"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let name = args.text("name")?;
    let mut session = visit.tab().await?;
    let mut outcome = Outcome::default().line(format!("cookies delete {name}"));
    for cookie in named(&session, name).await? {
        session.context()?.delete_cookie(&cookie).await?;
        outcome = outcome.change(Change::Removed(format!("cookie {name} ({})", cookie.domain)));
    }
    session.keep().await;
    Ok(outcome)
}
