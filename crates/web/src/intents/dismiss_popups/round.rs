use std::time::Duration;

use lemmascope_browser::observation::{Extent, changes, is_of_element};
use lemmascope_browser::page::Snapshot;
use lemmascope_browser::session::Until;
use lemmascope_browser::text::quote;
use lemmascope_intent::{Cause, Failure, Object, Outcome, Value, fold};

use crate::intents::PageActor;
use crate::intents::accept_cookies::refuse;
use crate::intents::overlays::{
    Banner, Closed, Popup, Sort, close, is_filled_in, parts_of, popups, title_of, wait_while_young,
};

/// How often the page is looked at again for what was revealed.
const MOST_ROUNDS: usize = 5;
/// How many are closed in all.
const MOST_POPUPS: usize = 25;
/// How long after the page's arrival a first one is waited for.
const FIRST: Duration = Duration::from_secs(1);
/// How long the next one may take that the last one has made way for.
const NEXT: Duration = Duration::from_millis(800);

/// What is to be closed.
pub(super) struct Wish {
    /// `any`, `modal`, `overlay`, `toast` or `banner`.
    pub(super) kind: String,
    /// What it says.
    pub(super) words: Option<String>,
    /// All of them, not only the uppermost.
    pub(super) all: bool,
    /// Whether it is meant although a person has filled something in there.
    pub(super) is_asked_for: bool,
}

impl Wish {
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

    fn wanted(&self, snapshot: &Snapshot, left: &[Left]) -> Vec<Popup> {
        let is_open = |popup: &Popup| !left.iter().any(|left| left.popup.place == popup.place);
        popups(snapshot).into_iter().filter(|popup| is_open(popup) && self.fits(snapshot, popup)).collect()
    }
}

/// One that stays, and why.
struct Left {
    popup: Popup,
    why: String,
}

/// What has become of one.
enum Fate {
    /// It is gone, and this is how.
    Closed(String),
    /// It stays, and this is why.
    Stays(String),
}

/// Closes what is wanted, and what comes to light by it.
pub(super) async fn dismiss_all(hands: &mut PageActor<'_>, wish: &Wish) -> Result<Outcome, Failure> {
    let mut dismissed: Vec<String> = Vec::new();
    let mut left: Vec<Left> = Vec::new();
    let mut tries = 0;
    wait_while_young(hands, FIRST, |hands| wish.wanted(&hands.seen, &[]).into_iter().next()).await?;
    hands.before = hands.seen.clone();
    for _ in 0..MOST_ROUNDS {
        let mut any = false;
        while let Some(popup) = wish.wanted(&hands.seen, &left).into_iter().next() {
            if tries >= MOST_POPUPS {
                break;
            }
            tries += 1;
            let known = popups(&hands.seen);
            let lost = popup.sort == Sort::Modal && is_filled_in(hands, Some(&popup.place), None).await?;
            let fate = if lost && !wish.is_asked_for {
                Fate::Stays("something is filled in there; `dismiss modal` closes it all the same".into())
            } else {
                close_one(hands, &popup).await?
            };
            match fate {
                Fate::Closed(how) => {
                    any = true;
                    let loss = if lost { " (what was filled in is lost)" } else { "" };
                    dismissed.push(format!("[{}] {} → {how}{loss}", dismissed.len() + 1, named(&popup)));
                }
                // Another one has come over it in the meantime; it is this one's turn again when that is closed.
                Fate::Stays(_) if has_new(&hands.seen, &known) => {}
                Fate::Stays(why) => left.push(Left { popup, why }),
            }
            if !wish.all {
                break;
            }
        }
        if !any || !wish.all || !comes_more(hands, wish, &left).await? {
            break;
        }
    }
    tell(hands, wish, &dismissed, &left)
}

/// Whether something lies over the page that is not among those that were known.
fn has_new(snapshot: &Snapshot, known: &[Popup]) -> bool {
    popups(snapshot).iter().any(|popup| !known.iter().any(|other| other.place == popup.place))
}

/// Whether the next one comes where the last one was.
async fn comes_more(hands: &mut PageActor<'_>, wish: &Wish, left: &[Left]) -> Result<bool, Failure> {
    let until = Until::within(NEXT);
    loop {
        hands.look().await?;
        if !wish.wanted(&hands.seen, left).is_empty() {
            return Ok(true);
        }
        if until.is_over() {
            return Ok(false);
        }
        hands.wait_for_change(until).await?;
    }
}

/// Closes one, or says why not.
async fn close_one(hands: &mut PageActor<'_>, popup: &Popup) -> Result<Fate, Failure> {
    let mut tried = Vec::new();
    if popup.sort == Sort::Cookies {
        return close_banner(hands, popup, &mut tried).await;
    }
    if let Some(how) = close(hands, popup, &mut tried).await? {
        return Ok(Fate::Closed(how.to_string()));
    }
    // A message that goes by itself need not be closed.
    if popup.sort == Sort::Toast && wait_out(hands, popup).await? {
        return Ok(Fate::Closed("it went by itself".into()));
    }
    let offers: Vec<String> = parts_of(&hands.seen, popup.region)
        .into_iter()
        .filter(|element| element.interactive && matches!(element.kind, "button" | "link"))
        .map(|element| quote(&title_of(&hands.seen, element.id), 40))
        .take(4)
        .collect();
    let offers = if offers.is_empty() { String::new() } else { format!("; it offers {}", offers.join(", ")) };
    Ok(Fate::Stays(match tried.as_slice() {
        [] => format!("nothing closes it{offers}"),
        tried => format!("{} did not close it{offers}", tried.join(", ")),
    }))
}

/// A banner that asks for consent is refused or closed; it is never accepted by the way.
async fn close_banner(
    hands: &mut PageActor<'_>,
    popup: &Popup,
    tried: &mut Vec<String>,
) -> Result<Fate, Failure> {
    let Some(banner) = Banner::on(&hands.seen) else { return Ok(Fate::Closed("it went by itself".into())) };
    if let Some(reject) = banner.reject {
        let name = title_of(&hands.seen, reject);
        crate::intents::overlays::press(hands, reject).await?;
        if wait_out(hands, popup).await? {
            return Ok(Fate::Closed(Closed::Clicked(name).to_string()));
        }
    }
    if banner.close.is_some()
        && let Some(how) = close(hands, popup, tried).await?
    {
        return Ok(Fate::Closed(how.to_string()));
    }
    if banner.settings.is_some() && refuse(hands, &banner).await.is_ok() && wait_out(hands, popup).await? {
        return Ok(Fate::Closed("refused in its settings".into()));
    }
    Ok(Fate::Stays("it cannot be refused or closed; `accept_cookies` accepts it".into()))
}

async fn wait_out(hands: &mut PageActor<'_>, popup: &Popup) -> Result<bool, Failure> {
    let until = Until::within(Duration::from_secs(2));
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

fn tell(hands: &PageActor<'_>, wish: &Wish, dismissed: &[String], left: &[Left]) -> Result<Outcome, Failure> {
    let logbook = hands.logbook();
    if !dismissed.is_empty() {
        logbook.section("dismissed", dismissed.to_vec(), listed(dismissed));
    }
    let remaining: Vec<String> =
        left.iter().map(|left| format!("{}: {}", named(&left.popup), left.why)).collect();
    logbook.stands("remaining", remaining.clone(), listed(&remaining));
    // What was in a popup went with it; that the popup has gone says enough.
    let told = changes(&hands.before, &hands.seen, Extent::Brief);
    logbook.changed(told.into_iter().filter(|change| !is_of_element(change)));
    if dismissed.is_empty() && left.is_empty() {
        if let Some(words) = &wish.words {
            return Err(Failure::new(
                Cause::TargetNotFound,
                format!("nothing that lies over the page says {}", quote(words, 60)),
            )
            .hint("`observe` lists the popups; `dismiss popups` closes all that can be closed."));
        }
        logbook.result("No popups detected.");
    }
    // A message at the edge that has no cross is in nobody's way.
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
