use lemmascope_browser::driver::StorageContents;
use lemmascope_browser::session::WebSession;
use lemmascope_intent::{Args, Cause, Failure, Outcome, Secret, Signature, Type, Value};

use super::kept_page::{KeptPage, KeptTab};
use super::state_file::{FrameStorage, Origin, State, items};
use super::state_save::holdings;
use crate::verbs::visit::Visit;

/// The maximum length of a URL; longer ones contain a whole page.
const LONGEST: usize = 64 * 1024;
/// The maximum number of tabs that are kept.
const MOST_TABS: usize = 20;

pub(super) fn signature() -> Signature {
    Signature::observe("web.keep", "Keep the page, for a checkpoint.").returns(Type::String).internal()
}

pub(super) async fn act(visit: &Visit<'_>, _args: &Args) -> Result<Outcome, Failure> {
    // No browser is started for it: if none is open, there is nothing to keep.
    let session = visit.session().await;
    let Ok(tab) = session.tab() else { return Ok(Outcome::default()) };
    let url = {
        let state = tab.state();
        let is_there = !state.closed && !state.crashed && !state.url.is_empty() && state.url != "about:blank";
        is_there.then(|| state.url.clone())
    };
    let Some(url) = url.filter(|url| url.len() <= LONGEST) else { return Ok(Outcome::default()) };
    let context = session.context()?.id().to_string();
    let (tabs, current) = tabs(&session, tab.id());
    let kept = KeptPage { url, context, tabs, current, state: gather(&session).await? };
    let text =
        serde_json::to_string(&kept).map_err(|error| Failure::new(Cause::Failed, error.to_string()))?;
    Ok(Outcome::found(Value::Secret(Secret::new(text))))
}

/// Returns the open tabs, and the index of the current one. A tab that cannot be reopened is kept as a blank
/// one, because tabs are identified by position.
fn tabs(session: &WebSession, current: &str) -> (Vec<KeptTab>, usize) {
    let open = session.tabs().into_iter().filter(|tab| tab.id() == current || !tab.state().closed);
    let mut tabs: Vec<KeptTab> = open
        .map(|tab| {
            let url = tab.state().url.clone();
            let is_place = !url.is_empty() && url.len() <= LONGEST;
            KeptTab { id: tab.id().to_string(), url: if is_place { url } else { "about:blank".into() } }
        })
        .collect();
    let place = tabs.iter().position(|tab| tab.id == current).unwrap_or_default();
    // Of too many tabs, the last ones up to the current one are kept.
    let first = (place + 1).saturating_sub(MOST_TABS);
    tabs.drain(..first);
    tabs.truncate(MOST_TABS);
    (tabs, place - first)
}

/// Collects all cookies, and the storage of open pages and frames. The storage of other sites is skipped,
/// because reading it requires a separate tab, and a checkpoint may be reached many times.
async fn gather(session: &WebSession) -> Result<State, Failure> {
    let cookies = session.context()?.cookies().await?;
    let mut state = State { cookies, ..State::default() };
    for StorageContents { origin, within, local, session } in holdings(session).await {
        let stored = Origin { origin, local_storage: items(local), session_storage: items(session) };
        if stored.local_storage.is_empty() && stored.session_storage.is_empty() {
            continue;
        }
        if within.is_empty() {
            // Of several tabs with the same site, the current one takes precedence.
            if !state.origins.iter().any(|known| known.origin == stored.origin) {
                state.origins.push(stored);
            }
        } else if !state
            .frames
            .iter()
            .any(|known| known.within == within && known.stored.origin == stored.origin)
        {
            state.frames.push(FrameStorage { within, stored });
        }
    }
    Ok(state)
}
