use std::time::Duration;

use lemmascope_intent::{Args, Failure, Outcome, Signature, Type};
use serde_json::json;

use super::visit::Visit;
use crate::observation::tame;
use crate::session::WebSession;

const LIMIT: Duration = Duration::from_secs(5);

pub(super) fn signature() -> Signature {
    Signature::observe("web.title", "Show the title of the page.").returns(Type::String).examples(&["title"])
}

pub(super) async fn act(visit: &Visit<'_>, _args: &Args) -> Result<Outcome, Failure> {
    let session = visit.page().await?;
    Ok(Outcome::found(title_of(&session).await?))
}

/// What the document calls itself now. The browser tells titles late, so the document is asked.
pub(super) async fn title_of(session: &WebSession) -> Result<String, Failure> {
    let tab = session.tab()?;
    let frame = tab.main_frame()?;
    let title = tab.call(&frame, "() => lemmascope.dom.title(document)", json!([]), LIMIT).await?;
    Ok(tame(title.as_str().unwrap_or_default(), 1000))
}
