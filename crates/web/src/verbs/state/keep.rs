use lemmascope_intent::{Args, Cause, Failure, Outcome, Secret, Signature, Type, Value};

use super::kept_page::KeptPage;
use super::state_file::{Guest, Origin, State, items};
use super::state_save::holdings;
use crate::driver::Holding;
use crate::session::WebSession;
use crate::verbs::visit::Visit;

/// A longer address is a page in itself, and not where one is.
const LONGEST: usize = 64 * 1024;

pub(super) fn signature() -> Signature {
    Signature::observe("web.keep", "Keep the page, for a checkpoint.").returns(Type::String).internal()
}

pub(super) async fn act(visit: &Visit<'_>, _args: &Args) -> Result<Outcome, Failure> {
    // No browser is started for it: where none is open, there is nothing to keep.
    let session = visit.session().await;
    let Ok(tab) = session.tab() else { return Ok(Outcome::default()) };
    let url = {
        let state = tab.state();
        let is_there = !state.closed && !state.crashed && !state.url.is_empty() && state.url != "about:blank";
        is_there.then(|| state.url.clone())
    };
    let Some(url) = url.filter(|url| url.len() <= LONGEST) else { return Ok(Outcome::default()) };
    let context = session.context()?.id().to_string();
    let kept = KeptPage { url, context, state: gather(&session).await? };
    let text =
        serde_json::to_string(&kept).map_err(|error| Failure::new(Cause::Failed, error.to_string()))?;
    Ok(Outcome::found(Value::Secret(Secret::new(text))))
}

/// All cookies, and what the open pages and frames hold. What other sites hold that have been left is not asked for: that
/// takes a tab of its own, and a checkpoint may be passed many times.
async fn gather(session: &WebSession) -> Result<State, Failure> {
    let cookies = session.context()?.cookies().await?;
    let mut state = State { cookies, ..State::default() };
    for Holding { origin, within, local, session } in holdings(session).await {
        let stored = Origin { origin, local_storage: items(local), session_storage: items(session) };
        if stored.local_storage.is_empty() && stored.session_storage.is_empty() {
            continue;
        }
        if within.is_empty() {
            // Of several tabs with the same site, the one that commands speak of comes first.
            if !state.origins.iter().any(|known| known.origin == stored.origin) {
                state.origins.push(stored);
            }
        } else if !state
            .frames
            .iter()
            .any(|known| known.within == within && known.stored.origin == stored.origin)
        {
            state.frames.push(Guest { within, stored });
        }
    }
    Ok(state)
}
