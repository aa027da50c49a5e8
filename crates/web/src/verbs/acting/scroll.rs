use lemmascope_browser::page::Point;
use lemmascope_browser::targets::Rules;
use lemmascope_intent::{
    Args, Cause, Change, Failure, Handling, Manner, Notation, Outcome, Parameter, Signature, Type, Value,
};
use serde_json::json;

use super::scrolling::{ScrollResult, scroll};
use crate::verbs::parameters::{optional_target, switch};
use crate::verbs::visit::Visit;

const DIRECTIONS: [&str; 6] = ["up", "down", "left", "right", "top", "bottom"];

/// The maximum distance in pixels.
const FARTHEST: f64 = 1e9;

pub(super) fn signature() -> Signature {
    Signature::change("web.scroll", "Scroll the page or an element, or an element into view.")
        .command("scroll [direction=up|down|left|right|target] [direction]")
        .aliases(&["scroll <direction> <amount>"])
        .known_as(&["scroll down", "scroll up", "scroll page", "mousewheel", "mouse wheel", "wheel"])
        .everyday("acting")
        .lasting()
        .handles(Handling { manner: Manner::Scroll, thing: "target", value: Some("direction") })
        .parameter(optional_target("The element; `viewport` for the page.").written(Notation::Area))
        .parameter(
            Parameter::optional(
                "direction",
                Type::String,
                "up, down, left or right; top or bottom for its ends.",
            )
            .written(Notation::Choice(&DIRECTIONS)),
        )
        .parameter(
            Parameter::optional("amount", Type::Any, "How many pixels, or `page`.")
                .written(Notation::Amount)
                .beside_action(),
        )
        .parameter(switch("page", "By a page."))
        .returns(Type::Object)
        .examples(&[
            "scroll down",
            "scroll down --amount 400",
            "scroll \"Reviews\"",
            "scroll \"Messages\" up",
            "scroll \"Terms\" bottom",
        ])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let direction = match args.optional_text("direction") {
        Some(word) if DIRECTIONS.contains(&word) => Some(word.to_string()),
        Some(_) => {
            return Err(Failure::new(Cause::InvalidParameter, "there is no such direction")
                .hint("It is up, down, left, right, top or bottom."));
        }
        None => None,
    };
    let amount = amount(args)?;
    let mut session = visit.page().await?;
    let is_page = args.get("target").is_none_or(|target| target.as_text() == Some("viewport"));
    let found = if is_page {
        None
    } else {
        Some(visit.target(&mut session, args, "target", &Rules { hidden: true, ..Rules::default() }).await?)
    };
    if let (Some(found), None) = (&found, &direction) {
        return super::scroll_to::reveal(&mut session, found, format!("scroll {}", found.shown())).await;
    }
    let direction = direction.unwrap_or_else(|| "down".into());
    let line = direction.clone();
    let (direction, amount) = match direction.as_str() {
        "top" => ("up".to_string(), json!(FARTHEST)),
        "bottom" => ("down".to_string(), json!(FARTHEST)),
        _ => (direction, amount),
    };
    // A negative distance reverses the direction.
    let (direction, amount) = match amount.as_f64() {
        Some(pixels) if pixels < 0.0 => (opposite(&direction).to_string(), json!(-pixels)),
        _ => (direction, amount),
    };
    let frame = match (&found, &session.scope) {
        (Some(found), _) => found.frame.clone(),
        (None, Some(scope)) => scope.clone(),
        (None, None) => session.tab()?.main_frame()?,
    };
    let scrolled =
        scroll(&session, &frame, found.as_ref().map(|found| found.key), &direction, &amount).await?;
    let of = found.map(|found| format!(" {}", found.shown())).unwrap_or_default();
    Ok(tell(&scrolled, format!("scroll{of} {line}")))
}

/// Reports the scroll position. Reaching an end is not a failure.
fn tell(scrolled: &ScrollResult, line: String) -> Outcome {
    let show = |point: &Point| format!("{:.0},{:.0}", point.x, point.y);
    let mut outcome = Outcome::default().line(line);
    if scrolled.before != scrolled.after {
        outcome = outcome.verdict("changed").change(Change::Altered {
            what: "scroll".into(),
            before: show(&scrolled.before),
            after: show(&scrolled.after),
        });
    }
    let whole = |number: f64| Value::from(number.clamp(-1e9, 1e9) as i64);
    let place = [
        ("x", whole(scrolled.after.x)),
        ("y", whole(scrolled.after.y)),
        ("end_x", whole(scrolled.extent.x.max(0.0))),
        ("end_y", whole(scrolled.extent.y.max(0.0))),
    ];
    outcome.value = Value::Object(place.into_iter().map(|(name, value)| (name.to_string(), value)).collect());
    outcome
}

fn opposite(direction: &str) -> &'static str {
    match direction {
        "up" => "down",
        "left" => "right",
        "right" => "left",
        _ => "up",
    }
}

fn amount(args: &Args) -> Result<serde_json::Value, Failure> {
    let invalid = || {
        Failure::new(Cause::InvalidParameter, "the amount is neither a number of pixels nor `page`")
            .hint("Write --amount 400, or --page.")
    };
    match args.get("amount") {
        None => Ok(json!("page")),
        Some(_) if args.flag("page") => Ok(json!("page")),
        Some(Value::Number(number)) if (-1e6..=1e6).contains(&number.as_f64()) => Ok(json!(number.as_f64())),
        Some(Value::Text(text)) if text == "page" => Ok(json!("page")),
        Some(Value::Text(text)) => {
            let pixels: f64 = text.trim().trim_end_matches("px").parse().map_err(|_| invalid())?;
            if (-1e6..=1e6).contains(&pixels) { Ok(json!(pixels)) } else { Err(invalid()) }
        }
        Some(_) => Err(invalid()),
    }
}
