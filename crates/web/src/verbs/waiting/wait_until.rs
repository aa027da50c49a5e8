use std::time::Duration;

use lemmascope_browser::session::Deadline;
use lemmascope_browser::text::quote;
use lemmascope_intent::{Args, Cause, Failure, Outcome, Parameter, Signature, Type};

use crate::verbs::parameters::timeout;
use crate::verbs::visit::Visit;

/// The polling interval, because the result of a script may change without a change of the page.
const AGAIN: Duration = Duration::from_millis(100);

pub(super) fn signature() -> Signature {
    Signature::observe("web.wait_until", "Wait until an expression of the page is true.")
        .command("wait until <js>")
        .aliases(&["wait for function"])
        .parameter(Parameter::required("js", Type::String, "A JavaScript expression."))
        .parameter(timeout())
        .examples(&["wait until \"window.ready\""])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    if visit.cx.is_sandboxed() {
        return Err(Failure::new(Cause::Forbidden, "a definition that is not trusted runs no scripts")
            .hint("Trust the pack, or wait for something that shows."));
    }
    let script = args.text("js")?;
    let until = visit.until();
    let session = visit.page().await?;
    let tab = session.tab()?;
    loop {
        let frame = match &session.scope {
            Some(scope) => scope.clone(),
            None => tab.main_frame()?,
        };
        // While the page is loading, an undefined name counts as false.
        let limit = until.left().max(AGAIN);
        let answer = tab.evaluate(&frame, &format!("Boolean({script}\n)"), limit).await;
        match answer {
            Ok(serde_json::Value::Bool(true)) => {
                return Ok(Outcome::found(true).line(format!("wait until {}", quote(script, 120))));
            }
            Err(failure) if failure.cause == Cause::Unavailable => return Err(failure),
            _ if until.is_over() => {
                let failure = until.failure(&format!("{} did not become true", quote(script, 120)));
                return Err(match answer {
                    Err(why) => failure.context(why.message),
                    Ok(_) => failure,
                });
            }
            _ => {}
        }
        session.wait_for_change(Deadline::within(until.left().min(AGAIN))).await?;
    }
}
