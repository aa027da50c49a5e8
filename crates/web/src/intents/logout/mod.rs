//! Signing out: finds the control, also behind menus, clicks it, answers questions, and determines from the
//! page whether the session has ended.

mod control_search;
mod logout_action;

use std::time::Duration;

use lemmascope_browser::observation::change_of_address;
use lemmascope_intent::{Args, Cause, Failure, Outcome, Signature, Type, Value};

use crate::intents::PageActor;
use crate::verbs::Visit;

/// The timeout for signing out.
const WAIT: Duration = Duration::from_secs(10);

pub(super) fn signature() -> Signature {
    Signature::change("web.logout", "Sign out of the site.")
        .command("logout")
        .calls_intent()
        .lasting()
        .returns(Type::Object)
        .examples(&["logout"])
}

pub(super) async fn act(visit: &Visit<'_>, _args: &Args) -> Result<Outcome, Failure> {
    let mut hands = PageActor::on(visit).await?;
    let control = control_search::find(&mut hands).await?;
    if !logout_action::leave(&mut hands, &control, WAIT.min(visit.limit())).await? {
        hands.tell_changes();
        return Err(Failure::new(Cause::VerificationFailed, "still signed in")
            .hint("The page shows no sign that the session has ended: look at it with `observe`."));
    }
    let mut fields = vec![("authenticated".to_string(), Value::from(false))];
    if hands.before.url != hands.seen.url {
        hands.logbook().did("wait navigation");
        let (_, redirect) = change_of_address(&hands.before.url, &hands.seen.url);
        fields.push(("redirect".to_string(), Value::from(redirect)));
    }
    hands.tell_changes();
    let value = Value::Object(fields.into_iter().collect());
    hands.logbook().result(value.clone());
    Ok(Outcome { value, ..Outcome::default() })
}
