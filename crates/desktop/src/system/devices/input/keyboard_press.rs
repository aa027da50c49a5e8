use lemmascope_intent::{Args, Context, Failure, Need, Outcome, Parameter, Signature, Type, Value};

use super::super::screen::Screen;
use super::super::telling::object;
use super::key::Chord;
use super::keyboard::{Keyboard, focused, name_of};
use crate::system::settings::Settings;

pub(in super::super) fn signature() -> Signature {
    Signature::change("system.input.keyboard.press", "Press a key in the window that has the focus.")
        .parameter(Parameter::required("key", Type::String, "The key, such as Enter, F5, a or Ctrl+S."))
        .parameter(Parameter::optional("modifiers", Type::Array, "Keys that are held, such as ctrl,shift."))
        .returns(Type::Object)
        .needs(&[Need::Display, Need::Focus])
        .lasting()
        .examples(&[
            "system.input.keyboard.press Ctrl+S",
            "system.input.keyboard.press Tab --modifiers shift",
        ])
}

pub(in super::super) async fn act(
    settings: &Settings,
    args: Args,
    _cx: &Context,
) -> Result<Outcome, Failure> {
    let more = args.get("modifiers").and_then(Value::as_list).unwrap_or_default();
    let more: Vec<String> = more.iter().take(8).map(ToString::to_string).collect();
    let chord = Chord::read(args.text("key")?, &more)?;
    let shown = chord.shown.clone();
    let pressed = Screen::with(settings, move |screen| {
        let window = focused(screen)?;
        Keyboard::open(screen)?.press(chord.key, &chord.held, window.window)?;
        Ok(window)
    });
    let window = name_of(&pressed.await?);
    let told = object([("key", shown.as_str().into()), ("window", window.as_str().into())]);
    Ok(Outcome::found(told).line(format!("press {shown} in \"{window}\"")))
}
