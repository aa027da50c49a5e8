use std::time::Duration;

use lemmascope_browser::session::{Readiness, Writing};
use lemmascope_browser::targets::Rules;
use lemmascope_intent::{Args, Failure, Handling, Manner, Outcome, Signature};

use super::suitability::{Use, require};
use super::r#type::takes_text;
use crate::verbs::parameters::{target, timeout};
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.clear", "Empty a field.")
        .command("clear <target>")
        .lasting()
        .handles(Handling { manner: Manner::Clear, thing: "target", value: None })
        .parameter(target())
        .parameter(timeout())
        .examples(&["clear search"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let mut session = visit.page().await?;
    let rules = Rules { suits: Some(&takes_text), ..Rules::default() };
    let found = visit.target(&mut session, args, "target", &rules).await?;
    require(&session, &found, Use::Text).await?;
    let aim = session.aim(&found, Readiness::TEXT, visit.patience()).await?;
    let mut field = session.field(&found, aim.at)?;
    let line = format!("clear {}", found.shown());
    if field.state().await?.value.is_empty() {
        return Ok(Outcome::default().line(format!("{line} (already empty)")));
    }
    let watch = session.watch_keys(Some(&found)).await?;
    let writing = Writing { text: "", append: false, delay: Duration::ZERO, secret: found.secret };
    let aftermath = session.conclude_soon(watch, async { field.write(&writing).await.map(drop) }).await?;
    let mut outcome = aftermath.welcome(line);
    outcome.verdict = outcome.verdict.or(Some("changed"));
    Ok(outcome)
}
