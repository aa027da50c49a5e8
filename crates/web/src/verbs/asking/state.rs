use lemmascope_intent::{Args, Cause, Failure, Outcome, Parameter, Signature, Type};

use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::observe("web.state", "Say whether the page has come to a state.")
        .parameter(Parameter::required("state", Type::String, "load, idle, navigation or ready."))
        .returns(Type::Boolean)
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let wanted = args.text("state")?;
    let session = visit.tab().await?;
    let tab = session.tab()?;
    let state = tab.state();
    let holds = match wanted {
        "load" => state.lifecycle.loaded,
        "ready" => state.lifecycle.dom_content_loaded,
        // Streams and polling do not count, so that a page with an open event stream can be idle.
        "idle" => state.lifecycle.dom_content_loaded && !state.loading && state.in_flight() == 0,
        "navigation" => state.navigations > session.navigations && state.lifecycle.dom_content_loaded,
        other => {
            return Err(Failure::new(Cause::InvalidParameter, format!("there is no state \"{other}\""))
                .hint("It is load, idle, navigation or ready."));
        }
    };
    Ok(Outcome::found(holds))
}
