use lemmascope_intent::{Args, Cause, Context, Failure, Need, Outcome, Parameter, Signature, Type};

use super::super::screen::Screen;
use super::super::telling::{integer, object};
use super::key::{Keysym, of_letter};
use super::keyboard::{Keyboard, focused, name_of};
use crate::system::settings::Settings;

/// The maximum length; longer texts should be pasted.
const LONGEST: usize = 20_000;

/// The number of characters between two checks for cancellation.
const PORTION: usize = 200;

pub(in super::super) fn signature() -> Signature {
    Signature::change("system.input.keyboard.type", "Type a text into the window that has the focus.")
        .parameter(Parameter::required("text", Type::String, "The text to type.").unrecorded())
        .returns(Type::Object)
        .needs(&[Need::Display, Need::Focus])
        .lasting()
        .examples(&[r#"system.input.keyboard.type "Olá!""#])
}

pub(in super::super) async fn act(settings: &Settings, args: Args, cx: &Context) -> Result<Outcome, Failure> {
    let keys = keys(args.text("text")?)?;
    let (count, cancellation) = (keys.len(), cx.cancellation.clone());
    let typed = Screen::with(settings, move |screen| {
        let window = focused(screen)?;
        let keyboard = Keyboard::open(screen)?;
        for (index, portion) in keys.chunks(PORTION).enumerate() {
            if cancellation.is_cancelled() {
                let failure = Failure::new(Cause::Cancelled, "it was called off");
                return Err(if index == 0 { failure } else { failure.effect_unknown() });
            }
            // Text for one window must not be typed into another.
            if index > 0 && focused(screen)?.window != window.window {
                return Err(Failure::new(
                    Cause::TypeFailed,
                    format!("another window took the focus after {} characters", index * PORTION),
                )
                .hint("Leave the window alone while it is typed into.")
                .effect_unknown());
            }
            keyboard.press_all(portion, window.window).map_err(Failure::effect_unknown)?;
        }
        Ok(window)
    });
    let window = name_of(&typed.await?);
    let told = object([("characters", integer(count as u64)), ("window", window.as_str().into())]);
    // The text may be a password, so the log does not contain its length either.
    Ok(Outcome::found(told).line(format!("type into \"{window}\"")))
}

fn keys(text: &str) -> Result<Vec<Keysym>, Failure> {
    let invalid = |problem: &str, hint: &str| {
        Err(Failure::new(Cause::InvalidParameter, format!("parameter \"text\" {problem}"))
            .hint(hint)
            .about("text"))
    };
    if text.is_empty() {
        return invalid("is empty", "Give the text to type.");
    }
    if text.chars().take(LONGEST + 1).count() > LONGEST {
        return invalid(
            "is longer than 20,000 characters",
            "Put it on the clipboard with system.clipboard.write, and paste it.",
        );
    }
    // A line break may be two characters, but is one key.
    let keys: Option<Vec<Keysym>> = text.replace("\r\n", "\n").chars().map(of_letter).collect();
    match keys {
        Some(keys) => Ok(keys),
        None => invalid(
            "holds a control character",
            "Take it out; keys such as Escape are pressed with system.input.keyboard.press.",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn converts_text_to_keys_or_rejects_it() {
        assert_eq!(keys("a\r\nÇ").unwrap(), [0x61, 0xff0d, 0xc7]);
        for text in ["", "\u{1b}[A", "\0", &"x".repeat(LONGEST + 1)] {
            let failure = keys(text).unwrap_err();
            assert_eq!(failure.cause, Cause::InvalidParameter);
            assert!(!failure.message.contains("xx"));
        }
    }
}
