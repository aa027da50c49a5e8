use std::time::Instant;

use lemmascope_browser::session::Trace;
use lemmascope_intent::{Args, Cause, Failure, Notation, Outcome, Parameter, Signature, Type};

use crate::verbs::output_file;
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.trace_start", "Start tracing requests, console and errors of the session's tabs.")
        .command("trace start [path]")
        .aliases(&["tracing start", "start tracing"])
        .known_as(&["profiler start"])
        .lasting()
        .parameter(
            Parameter::optional("path", Type::String, "Where the trace will be written.")
                .written(Notation::Path),
        )
        .examples(&["trace start", "trace start slow.json"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let path = args.optional_text("path").map(|path| output_file::destination(visit.cx, path)).transpose()?;
    if let Some(path) = &path {
        visit.files().claim(path).await?;
    }
    let mut session = visit.tab().await?;
    if session.recordings.trace.is_some() {
        return Err(Failure::new(Cause::AlreadyExists, "a trace is under way already")
            .hint("End it with `trace stop`."));
    }
    session.recordings.trace = Some(Trace { since: Instant::now(), path });
    Ok(Outcome::default().line("trace start"))
}
