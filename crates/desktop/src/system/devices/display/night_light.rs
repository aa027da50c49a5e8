use std::path::{Path, PathBuf};

use lemmascope_intent::{Args, Cause, Change, Context, Failure, Need, Outcome, Parameter, Signature, Type};

use super::super::kernel;
use super::super::screen::Screen;
use super::super::telling::{call, object};
use super::gamma::Gamma;
use crate::system::settings::Settings;

pub(in super::super) fn signature() -> Signature {
    Signature::change("system.display.night_light", "Make the colors of the display warmer, or reset them.")
        .parameter(Parameter::required("on", Type::Boolean, "Whether it is to be warm."))
        .returns(Type::Object)
        .needs(&[Need::Display])
        .examples(&["system.display.night_light on"])
}

pub(in super::super) async fn act(settings: &Settings, args: Args, cx: &Context) -> Result<Outcome, Failure> {
    let (on, kept) = (args.flag("on"), settings.state.join("gamma.json"));
    let was = Screen::with(settings, |screen| Ok(Gamma::read(screen)?.is_warm())).await?;
    let undo = call("system.display.night_light", [("on", was.into())]);
    (cx.promise)(undo.clone()).await?;
    Screen::with(settings, move |screen| turn(screen, on, &kept)).await?;
    let word = |on: bool| if on { "on" } else { "off" }.to_string();
    let outcome = Outcome::found(object([("night_light", on.into())]));
    let outcome = outcome.line(format!("night light {}", word(on))).undo(undo);
    Ok(match was == on {
        true => outcome,
        false => {
            outcome.change(Change::Altered { what: "night light".into(), before: word(was), after: word(on) })
        }
    })
}

fn turn(screen: &Screen, on: bool, kept: &Path) -> Result<(), Failure> {
    let now = Gamma::read(screen)?;
    match (now.is_warm(), on) {
        (true, true) | (false, false) => Ok(()),
        (false, true) => {
            keep(kept, &now)?;
            now.warmed().set(screen)
        }
        // Displays may be color-calibrated; the stored ramps restore that, if they belong to these displays.
        (true, false) => {
            let former = kernel::read(kept).and_then(|text| serde_json::from_str::<Gamma>(&text).ok());
            former.filter(|former| former.warmed().is_like(&now)).unwrap_or_else(|| now.plain()).set(screen)
        }
    }
}

fn keep(at: &Path, gamma: &Gamma) -> Result<(), Failure> {
    let failed = |error: std::io::Error| {
        Failure::new(Cause::Failed, format!("what the display was like cannot be kept: {error}"))
            .hint("Make room on the disk, and try again.")
    };
    let folder = at.parent().map(PathBuf::from).unwrap_or_default();
    std::fs::create_dir_all(folder).map_err(failed)?;
    let text = serde_json::to_vec(gamma).map_err(|error| failed(error.into()))?;
    std::fs::write(at, text).map_err(failed)
}
