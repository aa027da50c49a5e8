use std::time::Duration;

use lemmascope_browser::observation::{Extent, changes, is_of_element};
use lemmascope_browser::page::Snapshot;
use lemmascope_browser::session::Deadline;
use lemmascope_browser::text::quote;
use lemmascope_intent::{Cause, Failure, Object, Outcome, Value, fold};

use crate::intents::PageActor;
use crate::intents::accept_cookies::refuse;
use crate::intents::overlays::{
    Banner, Closed, Popup, Sort, close, control_label, has_user_input, parts_of, poll_new_page, popups,
};

/// The maximum number of rounds, in each of which newly revealed popups are closed.
const MOST_ROUNDS: usize = 5;
/// The maximum number of popups that are closed in total.
const MOST_POPUPS: usize = 25;
/// How long after the page has loaded a first popup is waited for.
const FIRST: Duration = Duration::from_secs(1);
/// The timeout for the next popup after one was closed.
const NEXT: Duration = Duration::from_millis(800);

/// The popups to close.
pub(super) struct PopupFilter {
    /// The type: `any`, `modal`, `overlay`, `toast` or `banner`.
    pub(super) kind: String,
    /// A text that the popup contains.
    pub(super) words: Option<String>,
    /// Whether to close all matching popups, not only the topmost one.
    pub(super) all: bool,
    /// Whether to close it even if the user has filled in a field there.
    pub(super) is_requested: bool,
}

impl PopupFilter {
    fn fits(&self, snapshot: &Snapshot, popup: &Popup) -> bool {
        let says = |words: &String| {
            let mut said = fold(&popup.title);
            for part in parts_of(snapshot, popup.region) {
                said.push(' ');
                said.push_str(&fold(&part.name));
            }
            if let Some(region) = snapshot.regions.get(popup.region) {
                said.push_str(&format!(" {} {}", fold(&region.name), fold(&region.text)));
            }
            fold(words).split_whitespace().all(|word| said.contains(word))
        };
        popup.is(&self.kind) && self.words.as_ref().is_none_or(says)
    }

    fn wanted(&self, snapshot: &Snapshot, left: &[RemainingPopup]) -> Vec<Popup> {
        let is_open = |popup: &Popup| !left.iter().any(|left| left.popup.place == popup.place);
        popups(snapshot).into_iter().filter(|popup| is_open(popup) && self.fits(snapshot, popup)).collect()
    }
}

/// A popup that stays open, with the reason.
struct RemainingPopup {
    popup: Popup,
    why: String,
}

/// The result for a popup.
enum DismissResult {
    /// It was closed in this way.
    Closed(String),
    /// It stays open for this reason.
    Stays(String),
}

/// Closes the requested popups, and those that are revealed by it.
pub(super) async fn dismiss_all(hands: &mut PageActor<'_>, filter: &PopupFilter) -> Result<Outcome, Failure> {
    let mut dismissed: Vec<String> = Vec::new();
    let mut left: Vec<RemainingPopup> = Vec::new();
    let mut tries = 0;
    poll_new_page(hands, FIRST, |hands| filter.wanted(&hands.seen, &[]).into_iter().next()).await?;
    hands.before = hands.seen.clone();
    for _ in 0..MOST_ROUNDS {
        let mut any = false;
        while let Some(popup) = filter.wanted(&hands.seen, &left).into_iter().next() {
            if tries >= MOST_POPUPS {
                break;
            }
            tries += 1;
            let known = popups(&hands.seen);
            let lost = popup.sort == Sort::Modal && has_user_input(hands, Some(&popup.place), None).await?;
            let result = if lost && !filter.is_requested {
                DismissResult::Stays(
                    "something is filled in there; `dismiss modal` closes it all the same".into(),
                )
            } else {
                close_one(hands, &popup).await?
            };
            match result {
                DismissResult::Closed(how) => {
                    any = true;
                    let loss = if lost { " (what was filled in is lost)" } else { "" };
                    dismissed.push(format!("[{}] {} → {how}{loss}", dismissed.len() + 1, named(&popup)));
                }
                // Another popup has appeared above this one meanwhile; this one is retried after the other is
                // closed.
                DismissResult::Stays(_) if has_new(&hands.seen, &known) => {}
                DismissResult::Stays(why) => left.push(RemainingPopup { popup, why }),
            }
            if !filter.all {
                break;
            }
        }
        if !any || !filter.all || !another_popup_follows(hands, filter, &left).await? {
            break;
        }
    }
    tell(hands, filter, &dismissed, &left)
}

/// Whether an unknown popup is open.
fn has_new(snapshot: &Snapshot, known: &[Popup]) -> bool {
    popups(snapshot).iter().any(|popup| !known.iter().any(|other| other.place == popup.place))
}

/// Whether another popup follows the last one.
async fn another_popup_follows(
    hands: &mut PageActor<'_>,
    filter: &PopupFilter,
    left: &[RemainingPopup],
) -> Result<bool, Failure> {
    let until = Deadline::within(NEXT);
    loop {
        hands.look().await?;
        if !filter.wanted(&hands.seen, left).is_empty() {
            return Ok(true);
        }
        if until.is_over() {
            return Ok(false);
        }
        hands.wait_for_change(until).await?;
    }
}

/// Closes a popup, or returns the reason why not.
async fn close_one(hands: &mut PageActor<'_>, popup: &Popup) -> Result<DismissResult, Failure> {
    let mut tried = Vec::new();
    if popup.sort == Sort::Cookies {
        return close_banner(hands, popup, &mut tried).await;
    }
    if let Some(how) = close(hands, popup, &mut tried).await? {
        return Ok(DismissResult::Closed(how.to_string()));
    }
    // A toast that disappears by itself need not be closed.
    if popup.sort == Sort::Toast && wait_until_closed(hands, popup).await? {
        return Ok(DismissResult::Closed("it went by itself".into()));
    }
    let offers: Vec<String> = parts_of(&hands.seen, popup.region)
        .into_iter()
        .filter(|element| element.interactive && matches!(element.kind, "button" | "link"))
        .map(|element| quote(&control_label(&hands.seen, element.id), 40))
        .take(4)
        .collect();
    let offers = if offers.is_empty() { String::new() } else { format!("; it offers {}", offers.join(", ")) };
    Ok(DismissResult::Stays(match tried.as_slice() {
        [] => format!("nothing closes it{offers}"),
        tried => format!("{} did not close it{offers}", tried.join(", ")),
    }))
}

/// Refuses or closes a consent banner; never accepts it.
async fn close_banner(
    hands: &mut PageActor<'_>,
    popup: &Popup,
    tried: &mut Vec<String>,
) -> Result<DismissResult, Failure> {
    let Some(banner) = Banner::on(&hands.seen) else {
        return Ok(DismissResult::Closed("it went by itself".into()));
    };
    if let Some(reject) = banner.reject {
        let name = control_label(&hands.seen, reject);
        crate::intents::overlays::press(hands, reject).await?;
        if wait_until_closed(hands, popup).await? {
            return Ok(DismissResult::Closed(Closed::Clicked(name).to_string()));
        }
    }
    if banner.close.is_some()
        && let Some(how) = close(hands, popup, tried).await?
    {
        return Ok(DismissResult::Closed(how.to_string()));
    }
    if banner.settings.is_some()
        && refuse(hands, &banner).await.is_ok()
        && wait_until_closed(hands, popup).await?
    {
        return Ok(DismissResult::Closed("refused in its settings".into()));
    }
    Ok(DismissResult::Stays("it cannot be refused or closed; `accept_cookies` accepts it".into()))
}

async fn wait_until_closed(hands: &mut PageActor<'_>, popup: &Popup) -> Result<bool, Failure> {
    let until = Deadline::within(Duration::from_secs(2));
    loop {
        if !popups(&hands.seen).iter().any(|other| other.place == popup.place) {
            return Ok(true);
        }
        if until.is_over() {
            return Ok(false);
        }
        hands.wait_for_change(until).await?;
        hands.look().await?;
    }
}

fn named(popup: &Popup) -> String {
    match popup.sort {
        Sort::Cookies => popup.sort.word().into(),
        sort if popup.title.trim().is_empty() => sort.word().into(),
        sort => format!("{} {}", sort.word(), quote(&popup.title, 60)),
    }
}

fn tell(
    hands: &PageActor<'_>,
    filter: &PopupFilter,
    dismissed: &[String],
    left: &[RemainingPopup],
) -> Result<Outcome, Failure> {
    let logbook = hands.logbook();
    if !dismissed.is_empty() {
        logbook.section("dismissed", dismissed.to_vec(), listed(dismissed));
    }
    let remaining: Vec<String> =
        left.iter().map(|left| format!("{}: {}", named(&left.popup), left.why)).collect();
    logbook.stands("remaining", remaining.clone(), listed(&remaining));
    // The elements of a closed popup need not be reported; the closed popup is sufficient.
    let told = changes(&hands.before, &hands.seen, Extent::Brief);
    logbook.changed(told.into_iter().filter(|change| !is_of_element(change)));
    if dismissed.is_empty() && left.is_empty() {
        if let Some(words) = &filter.words {
            return Err(Failure::new(
                Cause::TargetNotFound,
                format!("nothing that lies over the page says {}", quote(words, 60)),
            )
            .hint("`observe` lists the popups; `dismiss popups` closes all that can be closed."));
        }
        logbook.result("No popups detected.");
    }
    // A toast without a close button does not obstruct the page.
    let is_left = left.iter().any(|left| left.popup.sort != Sort::Toast);
    if left.iter().any(|left| left.popup.covers) || (dismissed.is_empty() && is_left) {
        let message = match left.len() {
            1 => "a popup remains".to_string(),
            more => format!("{more} popups remain"),
        };
        return Err(Failure::new(Cause::VerificationFailed, message)
            .hint("Look at it with `observe`; its question has to be answered."));
    }
    let fields = [
        ("dismissed".to_string(), Value::from(dismissed.len() as i64)),
        ("remaining".to_string(), Value::from(left.len() as i64)),
    ];
    Ok(Outcome { value: Value::Object(Object::from_iter(fields)), ..Outcome::default() })
}

fn listed(lines: &[String]) -> Value {
    Value::List(lines.iter().map(|line| Value::from(line.as_str())).collect())
}
