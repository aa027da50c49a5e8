use std::time::Duration;

use lemmascope_browser::driver::{Button, Modifiers, Mouse, Tab};
use lemmascope_browser::page::Point;
use lemmascope_browser::session::{Chord, type_text};
use lemmascope_intent::{Args, Cause, Failure, Notation, Outcome, Parameter, Signature, Type};

use super::gesture::forward_and_record;
use super::open_tab;
use crate::verbs::parameters::switch;
use crate::verbs::visit::Visit;

/// The inputs that neither click nor type.
const UNRECORDED_INPUTS: [&str; 2] = ["move", "scroll"];

pub(super) fn signature() -> Signature {
    let number = |name, about| Parameter::optional(name, Type::Number, about);
    let text = |name, about| Parameter::optional(name, Type::String, about);
    Signature::change("web.input", "Use the mouse and keyboard of the page for a person.")
        .lasting()
        .parameter(
            Parameter::required("kind", Type::String, "The action.")
                .written(Notation::Choice(&["click", "move", "scroll", "text", "key"])),
        )
        .parameter(number("x", "Where, as a part of the width of the picture."))
        .parameter(number("y", "Where, as a part of its height."))
        .parameter(number("dx", "How far to scroll, as a part of the width."))
        .parameter(number("dy", "How far to scroll, as a part of the height."))
        .parameter(text("text", "The text."))
        .parameter(text("key", "The key that is pressed."))
        .parameter(switch("record", "Tell which call of a verb does the same."))
        .internal()
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    match args.flag("record") && !UNRECORDED_INPUTS.contains(&args.text("kind")?) {
        true => forward_and_record(visit, args).await?,
        false => give(&open_tab(visit)?, args).await?,
    }
    Ok(Outcome::default())
}

/// Forwards the input to the page.
pub(super) async fn give(tab: &Tab, args: &Args) -> Result<(), Failure> {
    match args.text("kind")? {
        "text" => type_text(tab, args.text("text")?, Duration::ZERO).await,
        "key" => Chord::read(args.text("key")?)?.press(tab, Modifiers::default()).await,
        kind => use_mouse(tab, kind, args).await,
    }
}

/// Returns the position of the mouse in the viewport.
pub(super) async fn point(tab: &Tab, args: &Args) -> Result<Point, Failure> {
    let number = |name: &str| args.get(name).and_then(|value| value.as_number()).map(|it| it.as_f64());
    let (Some(x), Some(y)) = (number("x"), number("y")) else {
        return Err(Failure::new(Cause::MissingParameter, "the mouse needs a place: x and y"));
    };
    let (width, height) = tab.view_size().await?;
    Ok(Point { x: x.clamp(0.0, 1.0) * width, y: y.clamp(0.0, 1.0) * height })
}

async fn use_mouse(tab: &Tab, kind: &str, args: &Args) -> Result<(), Failure> {
    let number = |name: &str| args.get(name).and_then(|value| value.as_number()).map(|it| it.as_f64());
    let at = point(tab, args).await?;
    tab.mouse(Mouse::Moved { at, held: None }).await?;
    match kind {
        "click" => {
            tab.mouse(Mouse::Pressed { at, button: Button::Left, clicks: 1 }).await?;
            tab.mouse(Mouse::Released { at, button: Button::Left, clicks: 1 }).await
        }
        "scroll" => {
            let (width, height) = tab.view_size().await?;
            let (dx, dy) = (number("dx").unwrap_or(0.0), number("dy").unwrap_or(0.0));
            tab.mouse(Mouse::Wheel { at, dx: dx * width, dy: dy * height }).await
        }
        _ => Ok(()),
    }
}
