use lemmascope_intent::{Args, Context, Failure, Need, Outcome, Signature, Type};

use super::super::screen::Screen;
use super::super::telling::{object, text};
use super::keyboard::name_of;
use super::pointer::Point;
use crate::system::settings::Settings;

pub(in super::super) fn signature() -> Signature {
    Point::parameters(Signature::change("system.input.mouse.move", "Move the pointer of the mouse."))
        .returns(Type::Object)
        .needs(&[Need::Display])
        .lasting()
        .examples(&["system.input.mouse.move 200 120"])
}

pub(in super::super) async fn act(
    settings: &Settings,
    args: Args,
    _cx: &Context,
) -> Result<Outcome, Failure> {
    let point = Point::read(&args)?;
    let window = Screen::with(settings, move |screen| point.go(screen)).await?;
    let told = object([
        ("x", point.x.into()),
        ("y", point.y.into()),
        ("window", text(window.as_ref().map(name_of))),
    ]);
    Ok(Outcome::found(told).line(format!("move the pointer to {}, {}", point.x, point.y)))
}
