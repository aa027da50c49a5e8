use lemmascope_intent::{Args, Failure, Format, Outcome, Parameter, Signature, Type, format_duration};

use crate::verbs::visit::{Visit, duration};

pub(super) fn signature() -> Signature {
    Signature::observe("web.wait", "Wait for some time.")
        .command("wait <duration>")
        .aliases(&["sleep"])
        .parameter(
            Parameter::required("duration", Type::String, "How long, such as 500ms or 2s.")
                .format(Format::Duration),
        )
        .examples(&["wait 2s"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let text = args.text("duration")?;
    let duration = duration(text)?;
    tokio::time::sleep(duration.min(visit.cx.limit)).await;
    Ok(Outcome::default().line(format!("wait {}", format_duration(duration))))
}
