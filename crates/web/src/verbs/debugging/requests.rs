use lemmascope_browser::driver::RequestRecord;
use lemmascope_browser::text::tame;
use lemmascope_intent::{Args, Failure, Notation, Object, Outcome, Parameter, Signature, Type, Value};

use super::log_lines::{filter, last, recent};
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::observe("web.requests", "List the requests of the tab.")
        .command("requests")
        .aliases(&["network requests", "network", "list network requests"])
        .parameter(filter())
        .parameter(
            Parameter::optional("method", Type::String, "Only of this method.").written(Notation::Method),
        )
        .parameter(last())
        .returns(Type::Array)
        .examples(&["requests", "requests --filter api --method POST --last 5"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let session = visit.tab().await?;
    let tab = session.tab()?;
    let method = args.optional_text("method");
    let part = args.optional_text("filter").map(str::to_lowercase);
    let state = tab.state();
    let matching = state.requests.iter().filter(|request| {
        method.is_none_or(|method| request.method.eq_ignore_ascii_case(method))
            && part.as_ref().is_none_or(|part| request.url.to_lowercase().contains(part))
    });
    Ok(Outcome::found(recent(matching.map(request_value).collect(), args)))
}

fn request_value(request: &RequestRecord) -> Value {
    let mut fields = Object::from([
        ("method".to_string(), request.method.as_str().into()),
        ("url".to_string(), tame(&request.url, 300).into()),
        ("kind".to_string(), request.kind.as_str().into()),
    ]);
    if let Some(status) = request.status {
        fields.insert("status".into(), i64::from(status).into());
    }
    if request.has_user_gesture {
        fields.insert("gesture".into(), true.into());
    }
    match (request.finished, &request.failed) {
        (_, Some(reason)) => fields.insert("failed".into(), reason.as_str().into()),
        (Some(at), None) => {
            let took = at.saturating_duration_since(request.started).as_millis();
            fields.insert("ms".into(), i64::try_from(took).unwrap_or(i64::MAX).into())
        }
        (None, None) if request.is_stream => fields.insert("open".into(), true.into()),
        (None, None) => fields.insert("pending".into(), true.into()),
    };
    fields.into()
}
