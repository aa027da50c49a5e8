use lemmascope_browser::page::Point;
use lemmascope_browser::session::Readiness;
use lemmascope_browser::targets::Rules;
use lemmascope_intent::{Args, Failure, Handling, Manner, Notation, Outcome, Parameter, Signature, Type};
use serde_json::json;

use crate::verbs::parameters::{target, timeout};
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.drag", "Drag an element onto another.")
        .command("drag <target> to <destination>")
        .aliases(&["drag <target> <destination>", "drag and drop <target> <destination>"])
        .known_as(&["mousedown", "mouseup", "mouse down", "mouse up"])
        .lasting()
        .handles(Handling { manner: Manner::Drag, thing: "target", value: Some("destination") })
        .parameter(target())
        .parameter(
            Parameter::required("destination", Type::Any, "Where it is dropped.").written(Notation::Target),
        )
        .parameter(timeout())
        .examples(&["drag \"Task 1\" to \"Done\""])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let mut session = visit.page().await?;
    let source = visit.target(&mut session, args, "target", &Rules::default()).await?;
    let destination = visit.target(&mut session, args, "destination", &Rules::default()).await?;
    let patience = visit.patience();
    let anywhere = Readiness { enabled: false, ..Readiness::POINTER };
    // Both have to be in view at once: scrolling to the second may have moved the first, so the first is
    // aimed at again.
    session.aim(&source, Readiness::POINTER, patience).await?;
    session.aim(&destination, anywhere, patience).await?;
    let from = session.aim(&source, Readiness::POINTER, patience).await?;
    let mut to = session.aim(&destination, anywhere, patience).await?;
    let tab = session.tab()?;
    if source.frame == destination.frame {
        let asked = json!([source.key, destination.key]);
        let beyond = tab.call(&source.frame, "lemmascope.beyond", asked, patience).await?;
        let far = |axis: &str| beyond.get(axis).and_then(serde_json::Value::as_f64).unwrap_or(0.0);
        to.at = Point { x: to.at.x + far("x"), y: to.at.y + far("y") };
    }
    let watch = session.watch(None).await?;
    let aftermath = session.conclude(watch, async move { tab.drag(from.at, to.at).await }).await?;
    aftermath.needed(format!("drag {} to {}", source.shown(), destination.shown()))
}
