use lemmascope_browser::driver::DialogPolicy;
use lemmascope_intent::{Args, Failure, Outcome, Signature};

use super::dialog_answer::decide;
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.dialog_auto_off", "Leave dialogs open until they are answered.")
        .command("dialog auto off")
        .lasting()
        .examples(&["dialog auto off"])
}

pub(super) async fn act(visit: &Visit<'_>, _args: &Args) -> Result<Outcome, Failure> {
    decide(visit, DialogPolicy::Ask, "dialog auto off").await
}
