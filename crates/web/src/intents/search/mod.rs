//! Searches the site that is open, or one that is opened for it: finds its search, if need be behind a button, asks, and waits for what comes.

mod evidence;
mod field;
mod findings;
mod result_count;
mod submit_method;
mod submitted_query;

use std::time::Duration;

use lemmascope_browser::observation::{Extent, changes, is_of_element};
use lemmascope_browser::text::quote;
use lemmascope_intent::{
    Args, Cause, Change, Failure, Notation, Object, Outcome, Parameter, Signature, Type, Value,
};

use super::PageActor;
use crate::verbs::{Visit, open};
use evidence::Evidence;
use findings::Findings;
use submit_method::SubmitMethod;
use submitted_query::SubmittedQuery;

pub(super) fn signature() -> Signature {
    Signature::change("web.search", "Search the site.")
        .command("search <query>")
        .known_as(&["google", "search google"])
        .everyday("tasks on pages")
        .calls_intent()
        .lasting()
        .parameter(Parameter::required("query", Type::String, "The search terms.").written(Notation::Phrase))
        .parameter(
            Parameter::defaulted("submit", "auto", Type::String, "How to send it off: enter, click or auto.")
                .written(Notation::Choice(&["enter", "click", "auto"])),
        )
        .parameter(
            Parameter::defaulted("wait", "5s", Type::String, "How long to wait for results.")
                .written(Notation::Duration),
        )
        .parameter(Parameter::optional(
            "platform",
            Type::String,
            "The address of the site to search, where it is not the one that is open.",
        ))
        .returns(Type::Object)
        .examples(&[
            "search \"rust programming\"",
            "search lamps --submit click",
            "search lamps --platform shop.example.com",
        ])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let query = args.text("query")?.trim().to_string();
    if query.is_empty() {
        return Err(Failure::new(Cause::InvalidParameter, "there is nothing to search for")
            .hint("Give the search terms: search \"desk lamp\""));
    }
    let wait = super::duration_of(args, "wait", Duration::from_secs(5))?;
    let how = SubmitMethod::read(args.optional_text("submit").unwrap_or("auto"))?;
    if let Some(site) = args.optional_text("platform") {
        open(visit, site, None).await?;
    }
    let mut hands = PageActor::on(visit).await?;
    let field = field::open(&mut hands).await?;
    let before = hands.seen.clone();
    let evidence = Evidence::read(&hands, &query, &before).await;
    // What the search box brings with it when it opens is not the search's doing.
    let came = field::write(&mut hands, field, &query).await;
    if let Err(failure) = came {
        hands.tell_changes();
        return Err(failure);
    }
    let asked = SubmittedQuery { field, query: &query, before, evidence, wait };
    let found = submit_method::send(&mut hands, &asked, how).await;
    tell_changes(&hands, found.as_ref().ok());
    let found = found?;
    if let Some(failure) = refusal(&hands, &asked, &found) {
        return Err(failure);
    }
    let mut fields = Object::new();
    if let Some(count) = found.count {
        fields.insert("result".into(), Value::from(i64::try_from(count).unwrap_or(i64::MAX)));
    }
    if found.is_page {
        fields.insert("opened".into(), Value::from(quote(&hands.seen.title, 80).trim_matches('"')));
    }
    if !fields.is_empty() {
        hands.logbook().result(Value::Object(fields.clone()));
    }
    Ok(Outcome { value: Value::Object(fields), ..Outcome::default() })
}

/// The failure when the server answered with a page that tells of an error. Some say by a status that nothing was found.
fn refusal(hands: &PageActor<'_>, asked: &SubmittedQuery<'_>, found: &Findings) -> Option<Failure> {
    let is_another = asked.before.document != hands.seen.document;
    let status = hands.tab().ok()?.state().status().filter(|status| is_another && *status >= 400)?;
    if status < 500 && (found.count == Some(0) || !found.ids.is_empty()) {
        return None;
    }
    let heading = hands.seen.elements.iter().find(|element| element.kind == "heading");
    let said = heading.map_or(hands.seen.title.as_str(), |heading| heading.name.as_str());
    if !said.is_empty() {
        hands.logbook().result(format!("Page says: {}", quote(said, 120)));
    }
    Some(
        Failure::new(
            Cause::VerificationFailed,
            format!("the server answered the search with status {status}"),
        )
        .hint("Look at the page with `observe`; the site may be out of order.")
        .verdict("navigated"),
    )
}

/// The address, the title and the results; not what else another page consists of.
fn tell_changes(hands: &PageActor<'_>, found: Option<&Findings>) {
    let mut told = changes(&hands.before, &hands.seen, Extent::Brief);
    let Some(found) = found else {
        hands.logbook().changed(told);
        return;
    };
    told.retain(|change| !is_of_element(change));
    let is_told =
        |change: &Change| matches!(change, Change::Added(what) if what.starts_with("search_results"));
    told.retain(|change| !is_told(change));
    if let Some(range) = found.range() {
        told.push(Change::Added(format!("search_results {range}")));
    }
    hands.logbook().changed(told);
}
