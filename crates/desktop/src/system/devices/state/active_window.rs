use lemmascope_intent::{Args, Cause, Context, Failure, Need, Outcome, Signature, Type, Value};

use super::super::screen::Screen;
use super::super::telling::{integer, object, text};
use crate::system::settings::Settings;

pub(in super::super) fn signature() -> Signature {
    Signature::observe("system.state.active_window", "Show the active window.")
        .returns(Type::Object)
        .needs(&[Need::Display])
        .examples(&["system.state.active_window"])
}

pub(in super::super) async fn act(
    settings: &Settings,
    _args: Args,
    _cx: &Context,
) -> Result<Outcome, Failure> {
    let looked = Screen::with(settings, |screen| {
        let Some(window) = screen.active()? else {
            return Err(match screen.is_managed()? {
                true => Failure::new(Cause::TargetNotFound, "no window is active")
                    .hint("Click on a window, or open one."),
                false => Failure::new(Cause::Unavailable, "no window manager reports the active window")
                    .hint("Start one that supports EWMH, as most do."),
            });
        };
        let area = screen.area_of(window.window).ok();
        Ok((window, area))
    });
    let (window, area) = looked.await?;
    let title = window.title.clone().or(window.class.clone()).unwrap_or_else(|| "without a title".into());
    let area = area.map(|area| {
        Value::from(object([
            ("left", i64::from(area.left).into()),
            ("top", i64::from(area.top).into()),
            ("width", integer(area.width.into())),
            ("height", integer(area.height.into())),
        ]))
    });
    let told = object([
        ("title", text(window.title)),
        ("program", text(window.class)),
        ("process", window.process.map_or(Value::Null, |id| integer(id.into()))),
        ("window", integer(window.window.into())),
        ("area", area.unwrap_or_default()),
    ]);
    Ok(Outcome::found(told).line(format!("active window \"{title}\"")))
}
