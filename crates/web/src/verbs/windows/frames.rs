use lemmascope_browser::session::LookOptions;
use lemmascope_intent::{Args, Failure, Outcome, Signature, Type, Value};

use super::frame_list::frame_value;
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::observe("web.frames", "List the frames of the page.")
        .command("frames")
        .returns(Type::Array)
        .examples(&["frames"])
}

pub(super) async fn act(visit: &Visit<'_>, _args: &Args) -> Result<Outcome, Failure> {
    let mut session = visit.tab().await?;
    // The snapshot provides the names as in observations; without it, frames are listed too.
    if session.refuse_dialog().is_ok() {
        session.look(&LookOptions::default()).await.ok();
    }
    let frames = session.tab()?.frames();
    let listed: Vec<Value> = frames.iter().map(|frame| frame_value(&session, &frames, frame)).collect();
    Ok(Outcome::found(listed))
}
