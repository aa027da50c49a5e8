//! Choosing from a custom list: opens it, and clicks the wanted option.

use std::time::Duration;

use lemmascope_browser::driver::Button;
use lemmascope_browser::session::{ActionEffect, Chord, Found, WebSession, read_answer, stale, type_text};
use lemmascope_browser::text::quote;
use lemmascope_intent::{Cause, Failure, Outcome, Value};
use serde::Deserialize;
use serde_json::json;

use super::click::click;
use super::no_option::no_option;
use crate::verbs::visit::Visit;

const LIMIT: Duration = Duration::from_secs(5);
/// The timeout for a list to open, in milliseconds.
const OPENING: u64 = 1200;
/// The time for an open list to load its options.
const FILLING: u64 = 350;
/// The timeout for a filtered list.
const SEARCHING: u64 = 2500;
/// The time for which an option has to be stable.
const OPTION_STABLE_TIME: u64 = 250;
/// The maximum number of scrolls in a virtual list.
const SCROLLS: usize = 60;
/// The maximum number of clicks on an option that is re-rendered.
const TRIES: usize = 4;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Offers {
    problem: String,
    option: Option<Offer>,
    texts: Vec<String>,
    count: usize,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Offer {
    key: u32,
    text: String,
    disabled: bool,
}

/// Chooses one or several options of a custom list.
pub(crate) async fn pick(
    visit: &Visit<'_>,
    session: &mut WebSession,
    found: &Found,
    wanted: &Value,
    line: String,
) -> Result<Outcome, Failure> {
    let each = match wanted {
        Value::List(each) => each.as_slice(),
        one => std::slice::from_ref(one),
    };
    let mut outcome = Outcome::default().line(line.clone());
    for one in each {
        let next = pick_one(visit, session, found, one, line.clone()).await?;
        outcome.verdict = next.verdict;
        outcome.changes.extend(next.changes);
    }
    Ok(outcome)
}

async fn pick_one(
    visit: &Visit<'_>,
    session: &mut WebSession,
    found: &Found,
    wanted: &Value,
    line: String,
) -> Result<Outcome, Failure> {
    let list = List { found, wanted: wanted.to_string() };
    let (option, offers) = list.find(visit, session).await?;
    let Some(offer) = option else {
        // The opened list is closed again. If no list has opened, Escape would close the dialog around the
        // field.
        if offers.count > 0 {
            Chord::read("escape")?.press(&session.tab()?, Default::default()).await?;
        }
        return Err(list.missing(&offers));
    };
    if offer.disabled {
        Chord::read("escape")?.press(&session.tab()?, Default::default()).await?;
        let what = format!("{} in {} is disabled", quote(&offer.text, 80), found.shown());
        return Err(Failure::new(Cause::ElementDisabled, what).verdict("disabled"));
    }
    let (aftermath, option) = list.click(visit, session, offer).await?;
    let outcome = aftermath.needed(line)?;
    if outcome.verdict == Some("changed") {
        list.close(session, option).await?;
    }
    Ok(outcome)
}

struct List<'a> {
    found: &'a Found,
    wanted: String,
}

impl List<'_> {
    /// Finds the option: in the list as it is, after opening, filtering and scrolling it.
    async fn find(
        &self,
        visit: &Visit<'_>,
        session: &mut WebSession,
    ) -> Result<(Option<Offer>, Offers), Failure> {
        let mut offers = self.offers(session, 0, 0).await?;
        if offers.option.is_none() && offers.count == 0 {
            self.tell(session, "lemmascope.beforeOpening").await?;
            click(visit, session, self.found, Button::Left, 1, false).await?;
            offers = self.offers(session, OPENING, FILLING).await?;
            if offers.count == 0 {
                // Some fields open only by a key.
                Chord::read("arrowdown")?.press(&session.tab()?, Default::default()).await?;
                offers = self.offers(session, OPENING / 2, FILLING).await?;
            }
        }
        if offers.option.is_none() && self.search(session, &self.wanted).await? {
            let searched = self.offers(session, SEARCHING, SEARCHING).await?;
            if searched.option.is_some() || offers.count == 0 {
                offers = searched;
            } else {
                self.search(session, "").await?;
                self.offers(session, OPENING, FILLING).await?;
            }
        }
        for _ in 0..SCROLLS {
            if offers.option.is_some() || offers.count == 0 || !self.scroll(session).await? {
                break;
            }
            let next = self.offers(session, 200, 80).await?;
            offers = Offers { option: next.option, ..offers };
        }
        Ok((offers.option.take(), offers))
    }

    /// Clicks an option, even if the list is re-rendered while it loads.
    async fn click(
        &self,
        visit: &Visit<'_>,
        session: &mut WebSession,
        mut offer: Offer,
    ) -> Result<(ActionEffect, u32), Failure> {
        for _ in 1..TRIES {
            let option = session.element_of(&self.found.frame, offer.key, &offer.text)?;
            match click(visit, session, &option, Button::Left, 1, false).await {
                Err(failure) if failure.cause == Cause::ElementStale => {
                    let again = self.offers(session, SEARCHING, FILLING).await?;
                    offer = again.option.ok_or(failure)?;
                }
                other => return Ok((other?, offer.key)),
            }
        }
        let option = session.element_of(&self.found.frame, offer.key, &offer.text)?;
        Ok((click(visit, session, &option, Button::Left, 1, false).await?, offer.key))
    }

    async fn offers(&self, session: &WebSession, limit: u64, late: u64) -> Result<Offers, Failure> {
        let steady = if limit == SEARCHING { OPTION_STABLE_TIME } else { 0 };
        let waiting = json!({"limit": limit, "late": late, "steady": steady});
        let arguments = json!([self.found.key, self.wanted, waiting]);
        let answer = session.tab()?.call(&self.found.frame, "lemmascope.offer", arguments, LIMIT).await?;
        let offers: Offers = read_answer(answer)?;
        if offers.problem == "gone" { Err(stale(self.found.id)) } else { Ok(offers) }
    }

    /// Types a text into the filter field, if there is one.
    async fn search(&self, session: &WebSession, text: &str) -> Result<bool, Failure> {
        let tab = session.tab()?;
        let answer = tab.call(&self.found.frame, "lemmascope.filterField", json!([]), LIMIT).await?;
        let Some(key) = answer.get("key").and_then(serde_json::Value::as_u64) else { return Ok(false) };
        tab.call(&self.found.frame, "lemmascope.enterField", json!([key, false]), LIMIT).await?;
        if text.is_empty() {
            Chord::read("backspace")?.press(&tab, Default::default()).await?;
        }
        type_text(&tab, text, Duration::ZERO).await?;
        Ok(true)
    }

    async fn scroll(&self, session: &WebSession) -> Result<bool, Failure> {
        let answer = self.tell(session, "lemmascope.scrollOffers").await?;
        Ok(answer.get("moved").and_then(serde_json::Value::as_bool).unwrap_or_default())
    }

    /// Waits until the list has closed, and closes a list for multiple choices.
    async fn close(&self, session: &WebSession, option: u32) -> Result<(), Failure> {
        let tab = session.tab()?;
        let arguments = json!([self.found.key, option, 500]);
        let Ok(answer) = tab.call(&self.found.frame, "lemmascope.closed", arguments, LIMIT).await else {
            // The choice has navigated to another page.
            return Ok(());
        };
        if answer.get("open").and_then(serde_json::Value::as_bool) == Some(true) {
            Chord::read("escape")?.press(&tab, Default::default()).await?;
        }
        Ok(())
    }

    async fn tell(&self, session: &WebSession, function: &str) -> Result<serde_json::Value, Failure> {
        session.tab()?.call(&self.found.frame, function, json!([self.found.key]), LIMIT).await
    }

    fn missing(&self, offers: &Offers) -> Failure {
        if offers.count == 0 {
            let what = format!("{} offers nothing to choose from", self.found.shown());
            return Failure::new(Cause::TargetNotFound, what)
                .hint("Open it and look with `observe`; then click an option.")
                .verdict("not_found");
        }
        no_option(self.found, &self.wanted, &offers.texts, offers.count)
    }
}
