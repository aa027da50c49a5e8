use lemmascope_browser::session::Chord;
use lemmascope_browser::targets::Rules;
use lemmascope_browser::text::quote;
use lemmascope_intent::{Args, Failure, Notation, Outcome, Parameter, Signature, Type};

use super::click::{note, submission};
use super::focus::focus;
use crate::submission::Submission;
use crate::verbs::parameters::{optional_target, timeout};
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.press", "Press a key or a key combination on the focused element.")
        .command("press <key>")
        .aliases(&["key", "press key", "send keys", "keyboard press"])
        .everyday("acting")
        .lasting()
        .parameter(
            Parameter::required("key", Type::String, "enter, control+a, arrowdown, …")
                .written(Notation::Keys),
        )
        .parameter(optional_target("Where the focus is to be first."))
        .parameter(timeout())
        .examples(&["press enter", "press control+shift+k"])
}

/// Moving the caret or the focus counts as an effect; a key after which nothing at all is different has none.
pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let key = args.text("key")?;
    let chord = Chord::read(key)?;
    let mut session = visit.page().await?;
    let mut line = format!("press {}", quote(key.trim(), 40).trim_matches('"').to_lowercase());
    let tab = session.tab()?;
    let found = match args.get("target") {
        None => {
            session.look(&lemmascope_browser::session::LookOptions::default()).await?;
            None
        }
        Some(_) => {
            let found = visit.target(&mut session, args, "target", &Rules::default()).await?;
            focus(visit, &mut session, &found).await?;
            line.push_str(&format!(" on {}", found.shown()));
            Some(found)
        }
    };
    let held = session.modifiers();
    // In a text of several lines, and where a list is open, it does something else.
    let submission = match is_enter(key) {
        true => submission(&mut session, None).await?.filter(Submission::is_sent_by_enter),
        false => None,
    };
    let watch = session.watch_keys(found.as_ref()).await?;
    let aftermath = session.conclude(watch, async move { chord.press(&tab, held).await }).await?;
    note(visit, &mut session, submission, &aftermath, &line).await?;
    aftermath.needed(line)
}

fn is_enter(key: &str) -> bool {
    ["enter", "return"].iter().any(|name| key.trim().eq_ignore_ascii_case(name))
}
