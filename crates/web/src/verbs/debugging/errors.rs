use lemmascope_browser::driver::PageError;
use lemmascope_browser::text::tame;
use lemmascope_intent::{Args, Failure, Object, Outcome, Signature, Type, Value};

use super::log_lines::{last, recent};
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::observe("web.errors", "List the script errors of the page.")
        .command("errors")
        .parameter(last())
        .returns(Type::Array)
        .examples(&["errors", "errors --last 3"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let session = visit.tab().await?;
    let tab = session.tab()?;
    let all = tab.state().errors.iter().map(error_value).collect();
    Ok(Outcome::found(recent(all, args)))
}

fn error_value(error: &PageError) -> Value {
    let mut fields = Object::from([("message".to_string(), tame(&error.message, 500).into())]);
    if let Some(url) = &error.url {
        let line = error.line.map(|line| format!(":{line}")).unwrap_or_default();
        fields.insert("at".into(), format!("{}{line}", tame(url, 200)).into());
    }
    fields.into()
}
