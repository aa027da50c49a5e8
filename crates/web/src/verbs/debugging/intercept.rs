use lemmascope_browser::driver::{Intercept, InterceptAction};
use lemmascope_browser::text::quote;
use lemmascope_intent::{Args, Cause, Change, Failure, Notation, Outcome, Parameter, Signature, Type, Value};

use crate::verbs::output_file;
use crate::verbs::parameters::switch;
use crate::verbs::visit::Visit;

/// The maximum size of a mock response.
const LARGEST: u64 = 16 << 20;

pub(super) fn signature() -> Signature {
    Signature::change("web.intercept", "Log, block or answer the requests whose URL matches.")
        .command("intercept <pattern>")
        .aliases(&["route", "network route"])
        .lasting()
        .parameter(Parameter::required("pattern", Type::String, "A part of the URL; * matches anything."))
        .parameter(switch("block", "Let none through."))
        .parameter(Parameter::optional("respond", Type::Any, "Answer with this JSON."))
        .parameter(
            Parameter::optional("respond_file", Type::String, "Answer with the content of this file.")
                .written(Notation::Path),
        )
        .parameter(
            Parameter::optional("status", Type::Number, "Answer with this status.")
                .written(Notation::Number(100, 599)),
        )
        .examples(&[
            "intercept \"*/ads/*\" --block",
            "intercept \"/api/user\" --respond '{\"name\": \"Ann\"}'",
        ])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let pattern = args.text("pattern")?.trim();
    if pattern.is_empty() {
        return Err(
            Failure::new(Cause::InvalidParameter, "the pattern is empty").hint("* matches every address.")
        );
    }
    let action = action(visit, args).await?;
    let session = visit.tab().await?;
    let how = match &action {
        InterceptAction::Watch => "watched".to_string(),
        InterceptAction::Block => "blocked".to_string(),
        InterceptAction::Respond { status, body, .. } => {
            format!("answered with {status}, {} bytes", body.len())
        }
    };
    let intercept = Intercept { pattern: pattern.into(), action, hits: 0 };
    session.context()?.intercept(intercept).await;
    let pattern = quote(pattern, 200);
    Ok(Outcome::default()
        .line(format!("intercept {pattern}"))
        .change(Change::Added(format!("requests to {pattern} are {how}"))))
}

async fn action(visit: &Visit<'_>, args: &Args) -> Result<InterceptAction, Failure> {
    let (respond, file) = (args.get("respond"), args.optional_text("respond_file"));
    let ways = usize::from(args.flag("block")) + usize::from(respond.is_some()) + usize::from(file.is_some());
    if ways > 1 || (args.flag("block") && args.get("status").is_some()) {
        return Err(Failure::new(
            Cause::InvalidParameter,
            "a request is either blocked or answered, and in one way",
        ));
    }
    let status = match args.optional_integer("status") {
        None => None,
        Some(status) => {
            Some(u16::try_from(status).ok().filter(|s| (100..600).contains(s)).ok_or_else(|| {
                Failure::new(Cause::InvalidParameter, format!("{status} is not a status"))
                    .hint("Such as 200 or 404.")
            })?)
        }
    };
    if args.flag("block") {
        return Ok(InterceptAction::Block);
    }
    if let Some(respond) = respond {
        // A text that is valid JSON is used as it is; everything else is serialized.
        let body = match respond {
            Value::Text(text) if serde_json::from_str::<serde_json::Value>(text).is_ok() => text.clone(),
            other => serde_json::to_string(other).unwrap_or_default(),
        };
        let mime = "application/json".to_string();
        return Ok(InterceptAction::Respond { status: status.unwrap_or(200), mime, body: body.into_bytes() });
    }
    if let Some(file) = file {
        let path = output_file::destination(visit.cx, file)?;
        let mime = mime_of(file).to_string();
        let body = visit.files().read(&path, LARGEST).await?;
        return Ok(InterceptAction::Respond { status: status.unwrap_or(200), mime, body });
    }
    Ok(match status {
        Some(status) => InterceptAction::Respond { status, mime: "text/plain".into(), body: Vec::new() },
        None => InterceptAction::Watch,
    })
}

fn mime_of(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default().to_lowercase().as_str() {
        "json" => "application/json",
        "html" | "htm" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript",
        "css" => "text/css",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "xml" => "application/xml",
        "txt" | "csv" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
