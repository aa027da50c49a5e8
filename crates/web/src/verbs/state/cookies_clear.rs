use lemmascope_intent::{Args, Change, Failure, Outcome, Signature};

use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.cookies_clear", "Delete all cookies of the session.")
        .command("cookies clear")
        .aliases(&["cookie clear"])
        .lasting()
        .examples(&["cookies clear"])
}

pub(super) async fn act(visit: &Visit<'_>, _args: &Args) -> Result<Outcome, Failure> {
    let mut session = visit.tab().await?;
    let count = session.context()?.cookies().await?.len();
    session.context()?.clear_cookies().await?;
    session.keep().await;
    let outcome = Outcome::default().line("cookies clear");
    Ok(match count {
        0 => outcome,
        1 => outcome.change(Change::Removed("1 cookie".into())),
        count => outcome.change(Change::Removed(format!("{count} cookies"))),
    })
}
