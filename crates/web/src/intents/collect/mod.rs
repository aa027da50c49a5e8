mod collected_items;

use std::time::Duration;

use lemmascope_browser::page::{Element, ElementId, Snapshot};
use lemmascope_browser::session::{Deadline, read_answer};
use lemmascope_browser::text::quote;
use lemmascope_intent::{Args, Cause, Failure, Outcome, Parameter, Signature, Type, Value};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use self::collected_items::CollectedItems;
use super::PageActor;
use crate::verbs::{Of, Visit, read, rows_of, timeout};

/// The timeouts for the next page, and for content that scrolling loads.
const COMING: Duration = Duration::from_secs(8);
const SCROLLED: Duration = Duration::from_millis(2500);
/// The timeout for rows that are rendered while scrolling.
const DRAWN: Duration = Duration::from_millis(150);
const LIMIT: Duration = Duration::from_secs(10);
/// The maximum numbers of pages and items that can be requested.
const MOST_PAGES: i64 = 1000;
const MOST_ITEMS: i64 = 100_000;

pub(super) fn signature() -> Signature {
    Signature::change("web.collect", "Collect the items of a list over all its pages.")
        .lasting()
        .parameter(Parameter::optional(
            "selector",
            Type::String,
            "The selector of an item; by default, the page's main list or table.",
        ))
        .parameter(Parameter::defaulted("pages", 10, Type::Number, "How many pages at most."))
        .parameter(Parameter::defaulted("max", 1000, Type::Number, "How many things at most."))
        .parameter(timeout())
        .returns(Type::Array)
}

/// The list of a page, as returned by the scanner.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Listed {
    items: Vec<Json>,
    headers: Vec<String>,
    rows: Vec<Vec<String>>,
    weight: f64,
}

/// The result of scrolling.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct ScrollResult {
    moved: bool,
    /// Whether the page is longer than before.
    grown: bool,
}

/// The items found after advancing.
struct NextItems {
    listed: Vec<Json>,
    /// Whether they are from another page, or from a page that has grown; otherwise they were only out of
    /// view.
    is_page: bool,
    /// Whether the previous items may have been removed.
    may_turn: bool,
}

/// The reason why collecting ended.
enum End {
    /// There is no further page.
    Last,
    /// The requested number of pages or items was reached.
    Enough(&'static str),
    /// The time limit was reached.
    Late,
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let pages = count(args, "pages", 10, MOST_PAGES)?;
    let most = count(args, "max", 1000, MOST_ITEMS)?;
    let selector = args.optional_text("selector");
    let until = visit.until();
    let mut hands = PageActor::on(visit).await?;
    let mut collected = CollectedItems::default();
    let mut listed = list(&mut hands, selector).await?;
    if listed.is_empty() {
        return Err(Failure::new(Cause::TargetNotFound, "nothing is listed on this page")
            .hint("Give the items with --selector, such as --selector \".result\".")
            .verdict("not_found"));
    }
    let (mut page, mut may_turn) = (1, true);
    let end = loop {
        let count = collected.add(&listed, may_turn);
        let noun = if count == 1 { "item" } else { "items" };
        hands.logbook().did(format!("collect {count} {noun} (page {page})"));
        if collected.items.len() >= most {
            collected.items.truncate(most);
            break End::Enough("--max");
        }
        if page >= pages {
            break match next_control(&hands.seen) {
                Some(_) => End::Enough("--pages"),
                None => End::Last,
            };
        }
        if until.left() < Duration::from_secs(2) {
            break End::Late;
        }
        let Some(further) = go_on(&mut hands, selector, &collected, page, until).await? else {
            break End::Last;
        };
        (listed, may_turn) = (further.listed, further.may_turn);
        page += usize::from(further.is_page);
    };
    tell_end(&hands, &end);
    let items = Value::from(Json::Array(collected.items));
    hands.logbook().result(items.clone());
    Ok(Outcome::found(items))
}

fn count(args: &Args, name: &str, usual: i64, most: i64) -> Result<usize, Failure> {
    let given = args.optional_integer(name).unwrap_or(usual);
    usize::try_from(given).ok().filter(|count| *count > 0 && given <= most).ok_or_else(|| {
        Failure::new(Cause::InvalidParameter, format!("\"{name}\" is {given}"))
            .hint(format!("Give a whole number from 1 to {most}."))
    })
}

/// Returns the items that the page lists. Of several frames, the one with the largest list is used.
async fn list(hands: &mut PageActor<'_>, selector: Option<&str>) -> Result<Vec<Json>, Failure> {
    if let Some(selector) = selector {
        return match read(hands.visit, hands, Of::Css(selector), "match", json!({})).await {
            Err(failure) if failure.cause == Cause::TargetNotFound => Ok(Vec::new()),
            said => said,
        };
    }
    let tab = hands.tab()?;
    let mut best = Listed::default();
    for frame in tab.frames().into_iter().filter(|frame| frame.ready).take(12) {
        let answer = tab.call(&frame.id, "lemmascope.items", json!([]), LIMIT).await;
        let listed = match answer.and_then(read_answer::<Listed>) {
            Ok(listed) => listed,
            Err(failure) if frame.parent.is_none() => return Err(failure),
            Err(_) => continue,
        };
        if listed.weight > best.weight {
            best = listed;
        }
    }
    Ok(match best.rows.is_empty() {
        true => best.items,
        false => rows_of(best.headers, best.rows),
    })
}

/// Advances to the next page or to more content, and returns the items if any are new.
async fn go_on(
    hands: &mut PageActor<'_>,
    selector: Option<&str>,
    collected: &CollectedItems,
    page: usize,
    until: Deadline,
) -> Result<Option<NextItems>, Failure> {
    let Some(way) = next_control(&hands.seen).or_else(|| numbered(&hands.seen, page + 1)) else {
        return scroll_further(hands, selector, collected, until).await;
    };
    // A click without an effect means that this was the last page, whatever the button looks like.
    if hands.click(way).await?.verdict.is_none() {
        return Ok(None);
    }
    let fresh = await_fresh(hands, selector, (collected, true), COMING.min(until.left())).await?;
    hands.look().await?;
    Ok(fresh.map(|listed| NextItems { listed, is_page: true, may_turn: true }))
}

/// Scrolls until new items appear, or until the end is reached and nothing is loaded.
async fn scroll_further(
    hands: &mut PageActor<'_>,
    selector: Option<&str>,
    collected: &CollectedItems,
    until: Deadline,
) -> Result<Option<NextItems>, Failure> {
    while !until.is_over() {
        let tab = hands.tab()?;
        let answer = tab.call(&tab.main_frame()?, "lemmascope.goFurther", json!([]), LIMIT).await?;
        let scrolled: ScrollResult = read_answer(answer)?;
        // Rows that are rendered while scrolling appear in the next frame; content that is loaded at the end
        // takes longer.
        let patience = if scrolled.moved { DRAWN } else { SCROLLED };
        if let Some(listed) =
            await_fresh(hands, selector, (collected, false), patience.min(until.left())).await?
        {
            return Ok(Some(NextItems { listed, is_page: scrolled.grown, may_turn: false }));
        }
        if !scrolled.moved {
            break;
        }
    }
    Ok(None)
}

/// Waits for new items in the list.
async fn await_fresh(
    hands: &mut PageActor<'_>,
    selector: Option<&str>,
    (collected, may_turn): (&CollectedItems, bool),
    patience: Duration,
) -> Result<Option<Vec<Json>>, Failure> {
    let patience = Deadline::within(patience);
    loop {
        let listed = list(hands, selector).await?;
        if !collected.fresh(&listed, may_turn).is_empty() {
            return Ok(Some(listed));
        }
        if patience.is_over() {
            return Ok(None);
        }
        // Changes are relative to the last snapshot.
        hands.look().await?;
        hands.wait_for_change(patience).await?;
    }
}

/// Returns the control that leads to the next page or loads more items.
fn next_control(snapshot: &Snapshot) -> Option<ElementId> {
    let usable = |element: &&Element| {
        element.interactive
            && element.visibility.is_visible()
            && !element.state.disabled
            && element.role == Some("next")
    };
    let paged = snapshot
        .patterns
        .iter()
        .filter(|pattern| matches!(pattern.name.as_str(), "pagination" | "search_results"));
    let mut paged = paged.filter_map(|pattern| pattern.part("next")).filter_map(|id| snapshot.element(id));
    let paged = paged.rfind(|element| element.visibility.is_visible() && !element.state.disabled);
    // A submit button does something else than paging.
    let is_plain = |element: &&Element| {
        element.kind != "input" && element.attributes.get("type").is_none_or(|kind| kind != "submit")
    };
    paged.or_else(|| snapshot.elements.iter().filter(usable).rfind(is_plain)).map(|element| element.id)
}

/// Returns the link to the page with this number.
fn numbered(snapshot: &Snapshot, page: usize) -> Option<ElementId> {
    let pages = snapshot.patterns.iter().filter(|pattern| pattern.name == "pagination");
    let mut pages =
        pages.flat_map(|pattern| &pattern.parts).filter(|(part, _)| part == "pages").flat_map(|(_, ids)| ids);
    let wanted = page.to_string();
    let is_it =
        |element: &Element| element.name.split(|c: char| !c.is_ascii_digit()).any(|number| number == wanted);
    pages.find(|id| snapshot.element(**id).is_some_and(is_it)).copied()
}

fn tell_end(hands: &PageActor<'_>, end: &End) {
    let next = next_control(&hands.seen).and_then(|id| hands.found(id).ok());
    let next = next.map(|found| format!("; {} leads on", found.shown())).unwrap_or_default();
    let line = match end {
        End::Last => return,
        End::Enough(option) => format!("as many as {option} allows{next}"),
        End::Late => format!("the time was up before the last page{next}"),
    };
    hands.logbook().section("more", vec![quote(&line, 200).trim_matches('"').to_string()], Value::Null);
}
