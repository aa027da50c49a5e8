use lemmascope_browser::driver::Tab;
use lemmascope_browser::session::WebSession;
use lemmascope_browser::text::tame;
use lemmascope_intent::{Args, Cause, Failure, Object, Value};

/// Converts a tab for display. Tabs are numbered from 1, in order of opening.
pub(super) async fn tab_value(session: &WebSession, number: usize, tab: &Tab) -> Value {
    let title = tab.title().await.unwrap_or_default();
    let (url, crashed, dialog) = {
        let state = tab.state();
        (state.url.clone(), state.crashed, state.dialog.as_ref().map(|dialog| dialog.kind.to_string()))
    };
    let mut fields = Object::from([
        ("n".to_string(), (number as i64).into()),
        ("title".to_string(), tame(&title, 120).into()),
        ("url".to_string(), tame(&url, 300).into()),
    ]);
    if session.tab().is_ok_and(|current| current.id() == tab.id()) {
        fields.insert("current".into(), true.into());
    }
    if crashed {
        fields.insert("crashed".into(), true.into());
    }
    if let Some(dialog) = dialog {
        fields.insert("dialog".into(), dialog.into());
    }
    fields.into()
}

/// Returns the tab with the given number.
pub(super) fn numbered(session: &WebSession, args: &Args) -> Result<Option<(usize, Tab)>, Failure> {
    let Some(number) = args.optional_integer("n") else { return Ok(None) };
    let tabs = session.tabs();
    let tab =
        usize::try_from(number).ok().and_then(|number| Some((number, tabs.get(number.checked_sub(1)?)?)));
    match tab {
        Some((number, tab)) => Ok(Some((number, tab.clone()))),
        None => Err(Failure::new(Cause::TargetNotFound, format!("there is no tab {number}"))
            .hint(format!("`tabs` lists them; the numbers go from 1 to {}.", tabs.len()))),
    }
}
