use lemmascope_intent::{Args, Failure, Outcome, Parameter, Signature, Type};

use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.session_close", "End a session: its tabs are closed, its cookies forgotten.")
        .lasting()
        .parameter(Parameter::required("name", Type::String, "Its name."))
        .examples(&["session close shopping"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let name = args.text("name")?;
    // A session without a page is unknown here, and has nothing to close.
    visit.sessions.close(name).await;
    Ok(Outcome::default().line(format!("session close {name}")))
}
