use lemmascope_intent::{Args, Cause, Context, Failure, Need, Outcome, Parameter, Signature, Type};

use super::super::screen::Screen;
use super::super::telling::{object, text};
use super::keyboard::name_of;
use super::pointer::Point;
use crate::system::settings::Settings;

pub(in super::super) fn signature() -> Signature {
    Point::parameters(Signature::change("system.input.mouse.click", "Click at a point of the display."))
        .parameter(Parameter::defaulted("button", "left", Type::String, "left, middle or right."))
        .parameter(Parameter::defaulted("double", false, Type::Boolean, "Click twice."))
        .returns(Type::Object)
        .needs(&[Need::Display])
        .lasting()
        .examples(&["system.input.mouse.click 200 120", "system.input.mouse.click 200 120 --button right"])
}

pub(in super::super) async fn act(
    settings: &Settings,
    args: Args,
    _cx: &Context,
) -> Result<Outcome, Failure> {
    let point = Point::read(&args)?;
    let (name, button) = match args.optional_text("button").unwrap_or("left").to_lowercase().as_str() {
        "left" => ("left", 1),
        "middle" => ("middle", 2),
        "right" => ("right", 3),
        _ => {
            return Err(Failure::new(
                Cause::InvalidParameter,
                "parameter \"button\" must be left, middle or right",
            )
            .hint("Leave it out to click as usual.")
            .about("button")
            .instead(["left", "middle", "right"]));
        }
    };
    let double = args.flag("double");
    let window = Screen::with(settings, move |screen| {
        let window = point.go(screen)?;
        for _ in 0..if double { 2 } else { 1 } {
            Point::click(screen, button).map_err(Failure::effect_unknown)?;
        }
        Ok(window)
    });
    let window = window.await?.as_ref().map(name_of);
    let how = match (name, double) {
        ("left", false) => "click".to_string(),
        ("left", true) => "double-click".to_string(),
        (button, false) => format!("{button} click"),
        (button, true) => format!("{button} double-click"),
    };
    let line = match &window {
        Some(window) => format!("{how} at {}, {} in \"{window}\"", point.x, point.y),
        None => format!("{how} at {}, {}", point.x, point.y),
    };
    let told = object([("x", point.x.into()), ("y", point.y.into()), ("window", text(window))]);
    Ok(Outcome::found(told).line(line))
}
