use lemmascope_intent::{Args, Cause, Failure, Outcome, Signature, Type};

use super::frame_list::frame_value;
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.frame_parent", "Switch to the parent frame.")
        .command("frame parent")
        .lasting()
        .returns(Type::Object)
        .examples(&["frame parent"])
}

pub(super) async fn act(visit: &Visit<'_>, _args: &Args) -> Result<Outcome, Failure> {
    let mut session = visit.tab().await?;
    let frames = session.tab()?.frames();
    let Some(scope) = &session.scope else {
        return Err(Failure::new(Cause::TargetNotFound, "there is no frame around the page")
            .hint("`frames` lists the frames."));
    };
    let parent = frames.iter().find(|frame| frame.id == *scope).and_then(|frame| frame.parent.clone());
    // The main frame is not a restriction.
    let around = frames.iter().position(|frame| Some(&frame.id) == parent.as_ref()).unwrap_or(0);
    session.scope = (around > 0).then(|| frames[around].id.clone());
    let value = frames.get(around).map(|frame| frame_value(&session, &frames, frame));
    Ok(Outcome::found(value.unwrap_or_default()).line("frame parent"))
}
