use std::time::Instant;

use lemmascope_browser::driver::{RequestRecord, TabState};
use lemmascope_intent::{
    Args, Cause, Change, Failure, Notation, Object, Outcome, Parameter, Signature, Type,
};
use serde_json::{Value as Json, json};

use crate::verbs::output_file;
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.trace_stop", "Stop the trace and save it, for Perfetto or chrome://tracing.")
        .command("trace stop [path]")
        .aliases(&["tracing stop", "stop tracing"])
        .known_as(&["profiler stop"])
        .lasting()
        .parameter(Parameter::optional("path", Type::String, "Where to write it.").written(Notation::Path))
        .returns(Type::Object)
        .examples(&["trace stop", "trace stop slow.json"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let given =
        args.optional_text("path").map(|path| output_file::destination(visit.cx, path)).transpose()?;
    let files = visit.files();
    if let Some(path) = &given {
        files.claim(path).await?;
    }
    let mut session = visit.tab().await?;
    let trace = session.recordings.trace.take().ok_or_else(|| {
        Failure::new(Cause::Unavailable, "no trace is under way").hint("Begin one with `trace start`.")
    })?;
    let path = match given.or(trace.path.clone()) {
        Some(path) => path,
        None => output_file::unused(visit, "trace", "json").await?,
    };
    let mut events = Vec::new();
    for (number, tab) in (1..).zip(session.tabs()) {
        collect(&mut events, number, &tab.state(), trace.since);
    }
    let count = events.len();
    let text = json!({"traceEvents": events, "displayTimeUnit": "ms"}).to_string();
    files.write(&path, text.into_bytes()).await.inspect_err(|_| {
        // The trace is kept, so that it can be written to another file.
        session.recordings.trace = Some(trace);
    })?;
    let shown = path.display().to_string();
    let result = Object::from([
        ("path".to_string(), shown.as_str().into()),
        ("events".to_string(), (count as i64).into()),
    ]);
    Ok(Outcome::found(result).line(format!("trace stop {shown}")).change(Change::Added(shown)))
}

/// Converts the activity of a tab to trace events: requests have a duration, other events do not.
fn collect(events: &mut Vec<Json>, tab: u64, state: &TabState, since: Instant) {
    let micros =
        |at: Instant| u64::try_from(at.saturating_duration_since(since).as_micros()).unwrap_or(u64::MAX);
    events.push(json!({"ph": "M", "name": "process_name", "pid": tab, "args": {"name": state.url}}));
    let since_then = |request: &&RequestRecord| request.finished.is_none_or(|at| at >= since);
    for request in state.requests.iter().filter(since_then) {
        let (begun, end) = (micros(request.started), micros(request.finished.unwrap_or_else(Instant::now)));
        events.push(json!({
            "ph": "X", "cat": request.kind, "name": request.url, "pid": tab, "tid": request.number,
            "ts": begun, "dur": end.saturating_sub(begun),
            "args": {"method": request.method, "status": request.status, "failed": request.failed},
        }));
    }
    for entry in state.console.iter().filter(|entry| entry.at >= since) {
        events.push(json!({
            "ph": "i", "s": "p", "cat": "console", "name": entry.text, "pid": tab, "tid": 0,
            "ts": micros(entry.at), "args": {"level": entry.level},
        }));
    }
    for error in state.errors.iter().filter(|error| error.at >= since) {
        events.push(json!({
            "ph": "i", "s": "p", "cat": "error", "name": error.message, "pid": tab, "tid": 0, "ts": micros(error.at),
        }));
    }
}
