use lemmascope_browser::driver::{DialogPolicy, OpenDialog};
use lemmascope_browser::text::quote;
use lemmascope_intent::{Change, Failure, Outcome};

use crate::verbs::visit::Visit;

/// Answers the open dialog.
pub(super) async fn answer(
    visit: &Visit<'_>,
    accept: bool,
    text: Option<&str>,
    line: &str,
) -> Result<Outcome, Failure> {
    let session = visit.tab().await?;
    let tab = session.tab()?;
    let dialog = tab.state().dialog.clone();
    tab.answer_dialog(accept, text).await?;
    Ok(with_dialog(Outcome::default().line(line), dialog))
}

/// Sets the policy for future dialogs, and applies it to an open one.
pub(super) async fn decide(visit: &Visit<'_>, policy: DialogPolicy, line: &str) -> Result<Outcome, Failure> {
    let session = visit.tab().await?;
    session.context()?.set_dialog_policy(policy);
    let tab = session.tab()?;
    let open = tab.state().dialog.clone();
    let answer = open.as_ref().and_then(|dialog| policy.answer(dialog.kind));
    let outcome = Outcome::default().line(line);
    let Some(accept) = answer else { return Ok(outcome) };
    tab.answer_dialog(accept, None).await?;
    Ok(with_dialog(outcome, open))
}

fn with_dialog(outcome: Outcome, dialog: Option<OpenDialog>) -> Outcome {
    match dialog {
        Some(dialog) => outcome.change(Change::Removed(format!(
            "dialog: {} {}",
            dialog.kind,
            quote(&dialog.message, 120)
        ))),
        None => outcome,
    }
}
