use lemmascope_intent::{Args, Cause, Context, Failure, Need, Outcome, Signature, Type};

use super::super::screen::Screen;
use super::super::telling::{integer, object};
use super::reading::{Content, content};
use crate::system::settings::Settings;

pub(in super::super) fn signature() -> Signature {
    Signature::observe("system.clipboard.read", "Show the text on the clipboard.")
        .returns(Type::Object)
        .needs(&[Need::Display])
        .examples(&["system.clipboard.read"])
}

pub(in super::super) async fn act(
    settings: &Settings,
    _args: Args,
    _cx: &Context,
) -> Result<Outcome, Failure> {
    match Screen::with(settings, content).await? {
        Content::Text(text) => {
            let count = text.chars().count();
            let told = object([("text", text.into()), ("characters", integer(count as u64))]);
            Ok(Outcome::found(told).line(format!("read the clipboard ({count} characters)")))
        }
        Content::Nothing => {
            Err(Failure::new(Cause::TargetNotFound, "the clipboard is empty").hint("Copy something first."))
        }
        Content::Other(kinds) => {
            let what = if kinds.is_empty() { String::new() } else { format!(" ({})", kinds.join(", ")) };
            Err(Failure::new(Cause::TargetNotFound, format!("what is on the clipboard is no text{what}"))
                .hint("Copy a text, or paste this where it belongs."))
        }
    }
}
