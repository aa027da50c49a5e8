use std::time::Duration;

use lemmascope_browser::driver::{FrameId, ImageFormat, Screenshot, Tab};
use lemmascope_browser::page::{ElementId, Snapshot};
use lemmascope_browser::session::{LookOptions, Readiness, WebSession, stale};
use lemmascope_browser::targets::Rules;
use lemmascope_intent::{Args, Cause, Failure, Notation, Outcome, Parameter, Signature, Type, Value};
use serde_json::json;

use crate::verbs::output_file::{destination, unused};
use crate::verbs::parameters::{optional_target, switch};
use crate::verbs::visit::Visit;

/// The timeout for drawing the ids in one frame.
const DRAWING: Duration = Duration::from_secs(3);

pub(super) fn signature() -> Signature {
    Signature::observe("web.screenshot", "Take a picture of the page or of an element.")
        .command("screenshot [target]")
        .aliases(&[
            "screenshot <output:.png,.jpg,.jpeg>",
            "screenshot <target> <output:.png,.jpg,.jpeg>",
            "take screenshot",
        ])
        .everyday("looking")
        .parameter(optional_target("The element; by default, the viewport.").written(Notation::Area))
        .parameter(
            Parameter::optional("output", Type::String, "Where to write it; left out, screenshot.png.")
                .written(Notation::Path)
                .beside_action(),
        )
        .parameter(
            Parameter::optional("format", Type::String, "png or jpeg.")
                .written(Notation::Choice(&["png", "jpeg"])),
        )
        .parameter(switch("fullpage", "The whole page."))
        .parameter(switch("annotate", "With the numbers of the elements drawn over them."))
        .returns(Type::Object)
        .examples(&["screenshot", "screenshot 5 --output card.png", "screenshot --fullpage --annotate"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let output = args.optional_text("output");
    let format = format(args.optional_text("format"), output)?;
    let path = match output {
        Some(output) => destination(visit.cx, output)?,
        None => unused(visit, "screenshot", if format == ImageFormat::Png { "png" } else { "jpg" }).await?,
    };
    let files = visit.files();
    files.claim(&path).await?;
    let mut session = visit.page().await?;
    let target = args.get("target").filter(|target| target.as_text() != Some("viewport"));
    if target.is_some() && args.flag("fullpage") {
        return Err(Failure::new(Cause::InvalidParameter, "a picture is of an element or of the whole page"));
    }
    let mut options = Screenshot { format, full_page: args.flag("fullpage"), ..Screenshot::default() };
    let mut line = "screenshot".to_string();
    if let Some(target) = target {
        let rules = Rules { strict: visit.is_strict(), ..Rules::default() };
        let found = session.find(target, &rules).await?;
        session.aim(&found, Readiness::SHOWN, visit.patience()).await?;
        line = format!("screenshot {}", found.shown());
        // Scrolling has changed its position.
        let snapshot = session.look_afresh(&LookOptions::default()).await?;
        options.clip = Some(bounds(&mut session, &snapshot, found.id).await?);
    }
    let tab = session.tab()?;
    let picture = if args.flag("annotate") {
        let snapshot = session.look(&LookOptions::default()).await?;
        session.shown = Some(snapshot.clone());
        annotate(&tab, &snapshot).await;
        let picture = tab.screenshot(&options).await;
        unannotate(&tab, &snapshot).await;
        picture?
    } else {
        tab.screenshot(&options).await?
    };
    let size = i64::try_from(picture.len()).unwrap_or(i64::MAX);
    files.write(&path, picture).await?;
    let value = [("path", Value::from(path.display().to_string())), ("bytes", size.into())];
    let value = value.into_iter().map(|(name, part)| (name.to_string(), part)).collect();
    Ok(Outcome::found(Value::Object(value)).line(format!("{line} → {}", path.display())))
}

fn format(word: Option<&str>, output: Option<&str>) -> Result<ImageFormat, Failure> {
    let ending = output.and_then(|output| output.rsplit_once('.')).map(|(_, ending)| ending.to_lowercase());
    match word.or(ending.as_deref()) {
        Some("jpeg" | "jpg") => Ok(ImageFormat::Jpeg),
        Some("png") | None => Ok(ImageFormat::Png),
        Some(other) if word.is_some() => {
            Err(Failure::new(Cause::InvalidParameter, format!("a picture is png or jpeg, not {other}")))
        }
        Some(_) => Ok(ImageFormat::Png),
    }
}

async fn bounds(
    session: &mut WebSession,
    snapshot: &Snapshot,
    id: ElementId,
) -> Result<lemmascope_browser::page::Rect, Failure> {
    if let Some(element) = snapshot.element(id) {
        return Ok(element.bounds);
    }
    let target = Value::from(i64::from(id.0));
    let rules = Rules { hidden: true, ..Rules::default() };
    let found = session.find_all(&target, &rules, &LookOptions::default()).await?;
    found.first().map(|element| element.bounds).ok_or_else(|| stale(id))
}

/// Draws the ids of interactive elements, except in frames that do not answer.
async fn annotate(tab: &Tab, snapshot: &Snapshot) {
    for (at, frame) in snapshot.frames.iter().enumerate() {
        let here = snapshot
            .elements
            .iter()
            .filter(|element| element.frame == at && element.interactive && element.visibility.is_visible());
        let marks: Vec<(u32, u32)> = here.map(|element| (element.key, element.id.0)).collect();
        if !marks.is_empty() {
            let _ =
                tab.call(&FrameId(frame.id.clone()), "lemmascope.annotate", json!([marks]), DRAWING).await;
        }
    }
}

async fn unannotate(tab: &Tab, snapshot: &Snapshot) {
    for frame in &snapshot.frames {
        let _ = tab.call(&FrameId(frame.id.clone()), "lemmascope.unannotate", json!([]), DRAWING).await;
    }
}
