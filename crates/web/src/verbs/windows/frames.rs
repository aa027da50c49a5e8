use lemmascope_intent::{Args, Failure, Outcome, Signature, Type, Value};

use super::frame_list::told;
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::observe("web.frames", "List the frames of the page.")
        .returns(Type::Array)
        .examples(&["frames"])
}

pub(super) async fn act(visit: &Visit<'_>, _args: &Args) -> Result<Outcome, Failure> {
    let session = visit.tab().await?;
    let frames = session.tab()?.frames();
    let listed: Vec<Value> =
        (1..).zip(&frames).map(|(number, frame)| told(&session, &frames, number, frame)).collect();
    Ok(Outcome::found(listed))
}
