//! Conversion of the engine's replies for agent protocols: a status, a text, and an object.

use lemmascope_engine::{Reply, to_json, to_text};
use lemmascope_intent::Status;
use serde_json::{Value, json};

/// Returns the status of a reply.
pub(crate) fn status(reply: &Reply) -> Status {
    match reply {
        Reply::Report(report) | Reply::Moved { report, .. } | Reply::Refused { report, .. } => report.status,
        Reply::Document { exit: 0, .. } | Reply::Nothing | Reply::Exit => Status::Ok,
        Reply::Document { .. } | Reply::NotUnderstood(_) => Status::Error,
    }
}

/// Returns a reply as text for an agent.
pub(crate) fn text(reply: &Reply) -> String {
    match reply {
        Reply::Report(report) | Reply::Moved { report, .. } | Reply::Refused { report, .. } => {
            to_text(report)
        }
        Reply::Document { document, .. } => document.to_string(),
        Reply::NotUnderstood(error) => {
            let hint = error.hint.as_ref().map(|hint| format!("\nhint: {hint}")).unwrap_or_default();
            format!("error {}: {}{hint}", error.code.as_str(), error.message)
        }
        Reply::Nothing | Reply::Exit => "ok".into(),
    }
}

/// Returns a summary object with `status`, and `code`, `verdict`, `run` and `digest` if present.
pub(crate) fn summary(reply: &Reply) -> Value {
    let status = status(reply);
    let mut summary = json!({"status": status.as_str()});
    let mut put = |name: &str, value: Option<&str>| {
        if let Some(value) = value {
            summary[name] = value.into();
        }
    };
    if let Reply::NotUnderstood(error) = reply {
        put("code", Some(error.code.as_str()));
    }
    if let Some(report) = reply.report() {
        put("code", report.code.map(|code| code.as_str()));
        put("verdict", report.verdict);
        put("run", report.run.as_deref());
        put("digest", report.digest.as_deref().filter(|_| status == Status::Ask));
    }
    summary
}

/// Returns the complete reply as an object.
pub(crate) fn document(reply: &Reply) -> Value {
    match (reply, reply.report()) {
        (Reply::Document { document, .. }, _) => (**document).clone(),
        (_, Some(report)) => to_json(report),
        (_, None) => summary(reply),
    }
}
