use lemmascope_browser::page::{Element, ElementId, Snapshot};
use lemmascope_browser::reading::ACTIONS;
use lemmascope_browser::text::comparable;
use lemmascope_intent::{Args, Failure, Outcome, Parameter, Signature, Type, Value, is_like};
use url::Url;

use super::PageActor;
use crate::verbs::Visit;

/// The minimum strength of the label of a control that continues.
const SURE: f32 = 0.5;

pub(super) fn signature() -> Signature {
    Signature::change(
        "web.proceed",
        "Go on to the next page, by a link or a button that leads there or says so.",
    )
    .lasting()
    .action()
    .parameter(Parameter::optional("to", Type::Array, "The addresses of the next page, with * for anything."))
    .parameter(Parameter::optional("pages", Type::Array, "The name of the next page."))
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let (to, pages) = (texts(args, "to"), texts(args, "pages"));
    let mut hands = PageActor::on(visit).await?;
    // A missing control is not a failure here: the flow waits for the page, and reports what it waited for. A
    // refused form is not submitted again automatically.
    let is_refused = hands.seen.patterns.iter().any(|pattern| pattern.name == "form_error");
    let way = next_control(&hands.seen, &to, &pages).filter(|_| !is_refused);
    if let Some(way) = way {
        hands.click(way).await?;
    }
    hands.tell_changes();
    Ok(Outcome::default())
}

/// Returns the control that continues: a link to the page, a control with its name, or one that says "next".
fn next_control(page: &Snapshot, to: &[String], pages: &[String]) -> Option<ElementId> {
    let usable = |element: &&Element| {
        matches!(element.kind, "link" | "button")
            && element.visibility.is_visible()
            && !element.state.disabled
    };
    let controls: Vec<&Element> = page.elements.iter().filter(usable).collect();
    let here = Url::parse(&page.url).ok();
    let leads = |element: &&&Element| {
        let address =
            element.attributes.get("href").zip(here.as_ref()).and_then(|(href, here)| here.join(href).ok());
        address.is_some_and(|address| to.iter().any(|pattern| is_like(address.as_str(), pattern)))
    };
    let names: Vec<String> = pages.iter().map(|name| comparable(&name.replace(['_', '-'], " "))).collect();
    let is_called = |element: &&&Element| names.iter().any(|name| comparable(&element.name).contains(name));
    let goes_on = |element: &&&Element| ACTIONS.says(&element.name, "next") >= SURE;
    let found = controls.iter().find(leads);
    let found = found.or_else(|| controls.iter().filter(is_called).max_by_key(|element| element.primary));
    found
        .or_else(|| controls.iter().filter(goes_on).max_by_key(|element| element.primary))
        .map(|element| element.id)
}

fn texts(args: &Args, name: &str) -> Vec<String> {
    let items = args.get(name).and_then(Value::as_list).unwrap_or_default();
    items.iter().filter_map(Value::as_text).map(str::to_string).collect()
}
