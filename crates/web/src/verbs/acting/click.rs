use futures_util::future::{try_join, try_join3};
use lemmascope_browser::driver::{Button, Mouse, Tab};
use lemmascope_browser::page::{Element, ElementId, Point};
use lemmascope_browser::session::{ActionEffect, Deadline, Found, Readiness, WebSession};
use lemmascope_browser::targets::Rules;
use lemmascope_intent::{
    Args, Cause, Failure, Handling, Manner, Notation, Outcome, Parameter, Signature, Type,
};
use serde_json::json;

use crate::submission::Submission;
use crate::verbs::parameters::{switch, target, timeout};
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.click", "Click an element.")
        .command("click <target>")
        .aliases(&[
            "tap",
            "dblclick <target> --double",
            "double click <target> --double",
            "doubleclick <target> --double",
            "rightclick <target> --right",
            "right click <target> --right",
        ])
        .known_as(&["click element", "click element by index", "mouse click", "mouse click xy"])
        .everyday("acting")
        .lasting()
        .handles(Handling { manner: Manner::Press, thing: "target", value: None })
        .parameter(target())
        .parameter(switch("double", "Twice."))
        .parameter(switch("right", "With the right button."))
        .parameter(switch("middle", "With the middle button."))
        .parameter(
            Parameter::optional("button", Type::String, "left, right or middle.")
                .written(Notation::Choice(&["left", "right", "middle"])),
        )
        .parameter(
            Parameter::optional("count", Type::Number, "How many times, from 1 to 10.")
                .written(Notation::Number(1, 10)),
        )
        .parameter(switch("force", "Even if something covers it or it is disabled."))
        .parameter(timeout())
        .examples(&["click 3", "click \"Sign in\"", "click \"Add\" near \"Blue shirt\" --double"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let button = button(args)?;
    let clicks = count(args)?;
    let mut session = visit.page().await?;
    // `click "Checkout"` means the button "Proceed to checkout" rather than the heading "Checkout".
    let suits = |element: &Element| element.interactive;
    let rules = Rules { suits: Some(&suits), ..Rules::default() };
    let found = visit.target(&mut session, args, "target", &rules).await?;
    let submission = match (button, clicks) {
        (Button::Left, 1) => submission(&mut session, Some(found.id)).await?,
        _ => None,
    };
    let aftermath = click(visit, &mut session, &found, button, clicks, args.flag("force")).await?;
    let what = match (button, clicks) {
        (Button::Left, 2) => " --double".into(),
        (Button::Left, 1) => String::new(),
        (Button::Left, more) => format!(" ({more} times)"),
        (Button::Right, _) => " --right".into(),
        (Button::Middle, _) => " --middle".into(),
    };
    let line = format!("click {}{what}", found.shown());
    note(visit, &mut session, submission, &aftermath, &line).await?;
    aftermath.needed(line)
}

/// The form that an action is about to send.
pub(super) async fn submission(
    session: &mut WebSession,
    sender: Option<ElementId>,
) -> Result<Option<Submission>, Failure> {
    Submission::by(session, sender).await
}

/// Notes what has become of the form that an action has sent, unless nothing happened. A step of several fails
/// if the form was refused; an action that was requested alone has been done either way.
pub(super) async fn note(
    visit: &Visit<'_>,
    session: &mut WebSession,
    submission: Option<Submission>,
    aftermath: &ActionEffect,
    line: &str,
) -> Result<(), Failure> {
    let is_sent = aftermath.verdict.is_some() && aftermath.elsewhere.is_none();
    let Some(submission) = submission.filter(|_| is_sent) else { return Ok(()) };
    let until = Deadline::within(visit.patience());
    let logbook = &visit.cx.logbook;
    if visit.cx.alone {
        logbook.did(line);
        return submission.note(session, logbook, until).await;
    }
    submission.require(session, logbook, line, until).await
}

/// How often a target that moves away under the pointer is tried.
const TRIES: usize = 3;

/// Clicks an element and tells what came of it.
pub(crate) async fn click(
    visit: &Visit<'_>,
    session: &mut WebSession,
    found: &Found,
    button: Button,
    clicks: u32,
    force: bool,
) -> Result<ActionEffect, Failure> {
    for _ in 1..TRIES {
        let aftermath = click_once(visit, session, found, button, clicks, force).await?;
        if !aftermath.has_missed() {
            return Ok(aftermath);
        }
    }
    click_once(visit, session, found, button, clicks, force).await
}

async fn click_once(
    visit: &Visit<'_>,
    session: &mut WebSession,
    found: &Found,
    button: Button,
    clicks: u32,
    force: bool,
) -> Result<ActionEffect, Failure> {
    let readiness = Readiness { force, ..Readiness::POINTER };
    let (aim, begun) = session.aim_to_press(found, readiness, visit.patience()).await?;
    let tab = session.tab()?;
    if force && !aim.reached {
        // The pointer would come down on something else; the element is told from inside the page.
        let watch = session.watch(Some(found)).await?;
        let (frame, key) = (found.frame.clone(), found.key);
        return session
            .conclude(watch, async move {
                let patience = std::time::Duration::from_secs(5);
                tab.call(&frame, "lemmascope.clickInPage", json!([key]), patience).await.map(drop)
            })
            .await;
    }
    let watch = session.watch_presses(found, clicks, begun).await?;
    session.conclude(watch, async move { press(&tab, aim.at, button, clicks).await }).await
}

/// Gets there, presses and lets go, so many times in quick succession. The first press is sent after the movement without
/// waiting for it: the page would take in a movement alone only with its next picture.
pub(super) async fn press(tab: &Tab, at: Point, button: Button, clicks: u32) -> Result<(), Failure> {
    let moved = tab.mouse(Mouse::Moved { at, held: None });
    let pressed = tab.mouse(Mouse::Pressed { at, button, clicks: 1 });
    let released = tab.mouse(Mouse::Released { at, button, clicks: 1 });
    try_join3(moved, pressed, released).await?;
    for clicks in 2..=clicks {
        try_join(
            tab.mouse(Mouse::Pressed { at, button, clicks }),
            tab.mouse(Mouse::Released { at, button, clicks }),
        )
        .await?;
    }
    Ok(())
}

fn button(args: &Args) -> Result<Button, Failure> {
    let invalid =
        |message: String| Failure::new(Cause::InvalidParameter, message).hint("It is left, right or middle.");
    let mut named = Vec::new();
    match args.optional_text("button") {
        None => {}
        Some("left") => named.push(Button::Left),
        Some("right") => named.push(Button::Right),
        Some("middle") => named.push(Button::Middle),
        Some(_) => return Err(invalid("there is no such button".into())),
    }
    for (flag, button) in [("right", Button::Right), ("middle", Button::Middle)] {
        if args.flag(flag) && !named.contains(&button) {
            named.push(button);
        }
    }
    match named.as_slice() {
        [] => Ok(Button::Left),
        [one] => Ok(*one),
        _ => Err(invalid("a click has one button".into())),
    }
}

fn count(args: &Args) -> Result<u32, Failure> {
    let count = args.optional_integer("count").unwrap_or(if args.flag("double") { 2 } else { 1 });
    u32::try_from(count).ok().filter(|count| (1..=10).contains(count)).ok_or_else(|| {
        Failure::new(Cause::InvalidParameter, format!("one cannot click {count} times"))
            .hint("Give a number from 1 to 10.")
    })
}
