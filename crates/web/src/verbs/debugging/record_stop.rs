use lemmascope_browser::driver::Viewer;
use lemmascope_intent::{Args, Cause, Change, Failure, Number, Object, Outcome, Signature, Type, Value};

use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.record_stop", "Stop the video recording.")
        .command("record stop")
        .aliases(&["video stop"])
        .lasting()
        .returns(Type::Object)
        .examples(&["record stop"])
}

pub(super) async fn act(visit: &Visit<'_>, _args: &Args) -> Result<Outcome, Failure> {
    let mut session = visit.session().await;
    let recording = session.recordings.recording.take().ok_or_else(|| {
        Failure::new(Cause::Unavailable, "no film is being made")
            .hint("Begin one with `record start <path>`.")
    })?;
    // A closed or crashed tab sends no more pictures; the video is finished in any case.
    if let Err(failure) = recording.tab.stop_screencast(Viewer::Recording).await {
        tracing::debug!(%failure, "the tab was closed before the recording was stopped");
    }
    let broke =
        |error: tokio::task::JoinError| Failure::new(Cause::Failed, format!("the film broke: {error}"));
    let (pictures, seconds) = recording.film.await.map_err(broke)??;
    let shown = recording.path.display().to_string();
    let seconds = Number::from_f64((seconds * 10.0).round() / 10.0).map_or(Value::Null, Value::Number);
    let result = Object::from([
        ("path".to_string(), shown.as_str().into()),
        ("pictures".to_string(), (pictures as i64).into()),
        ("seconds".to_string(), seconds),
    ]);
    Ok(Outcome::found(result).line("record stop").change(Change::Added(shown)))
}
