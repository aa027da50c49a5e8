use lemmascope_browser::text::quote;
use lemmascope_intent::{Args, Change, Failure, Outcome, Parameter, Signature, Type};

use super::tab_list::{numbered, tab_value};
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.tab_close", "Close a tab, or the current one.")
        .command("tab close [n]")
        .aliases(&["close tab", "close page"])
        .known_as(&["close"])
        .lasting()
        .parameter(Parameter::optional("n", Type::Number, "Its number, as `tabs` lists it."))
        .returns(Type::Object)
        .examples(&["tab close", "tab close 2"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let mut session = visit.tab().await?;
    let current = session.tab()?;
    let tabs = session.tabs();
    let (number, tab) = match numbered(&session, args)? {
        Some(found) => found,
        None => {
            (tabs.iter().position(|tab| tab.id() == current.id()).map_or(1, |at| at + 1), current.clone())
        }
    };
    let title = tab.title().await.unwrap_or_default();
    tab.close().await?;
    let outcome = Outcome::default()
        .line(format!("tab close {number}"))
        .change(Change::Removed(format!("tab {number} {}", quote(&title, 80))));
    if tab.id() != current.id() {
        return Ok(outcome);
    }
    // The session continues in the previous tab, which most often opened this one.
    let left = session.tabs();
    let Some(next) = left.get(number.saturating_sub(2)).or(left.last()).cloned() else { return Ok(outcome) };
    session.turn_to(next.clone());
    let place = left.iter().position(|tab| tab.id() == next.id()).map_or(1, |at| at + 1);
    let value = tab_value(&session, place, &next).await;
    Ok(Outcome { value, ..outcome })
}
