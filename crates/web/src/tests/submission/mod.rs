//! Tests whether a submitted form is reported as accepted, refused or unclear, on pages with many kinds of
//! responses.

use std::sync::Arc;

use futures_util::future::join_all;
use lemmascope_intent::{Context, Failure, Outcome};
use lemmascope_sites::{Answer, Server};
use serde_json::json;

use crate::testing::{Agent, perform};

/// Functions for the pages: `sent` handles the submission instead of the browser.
const PRELUDE: &str = r#"<!doctype html><meta charset=utf-8><script>
  addEventListener("DOMContentLoaded", () => { window.form = document.querySelector("form"); });
  const sent = (act) => addEventListener("submit", (event) => { event.preventDefault(); setTimeout(act, 30); });
  const say = (where, text) => { document.querySelector(where).textContent = text; };
  const add = (html, where = "body") => document.querySelector(where).insertAdjacentHTML("beforeend", html);
</script>"#;

/// A page with a form, the server's response, and the expected report.
struct Case {
    title: String,
    expected: String,
    /// A part of the page's message that the report must quote.
    quoted: String,
    page: String,
    /// The status of the response, and the page that it contains or redirects to.
    answer: Option<(u16, String)>,
}

fn cases(text: &str) -> Vec<Case> {
    let blocks = text.split("### ").filter(|block| !block.trim().is_empty());
    blocks
        .map(|block| {
            let (head, page) = block.split_once('\n').unwrap();
            let (expected, title) = head.split_once(": ").unwrap();
            let (title, quoted) = title.split_once(" | ").unwrap_or((title, ""));
            let (page, answer) = match page.split_once("\n--- ") {
                Some((page, answer)) => {
                    let (status, body) = answer.split_once('\n').unwrap();
                    (page, Some((status.trim().parse().unwrap(), body.to_string())))
                }
                None => (page, None),
            };
            Case {
                title: title.to_string(),
                expected: expected.to_string(),
                quoted: quoted.to_string(),
                page: page.to_string(),
                answer,
            }
        })
        .collect()
}

/// Serves the page of each case at `/n`, the response to its form at `/n/sent`, and empty responses for
/// scripts.
async fn serve(cases: Arc<Vec<Case>>) -> Server {
    Server::start(move |path| {
        let mut parts = path.trim_start_matches('/').split('/');
        let first = parts.next()?;
        let rest = parts.next();
        if first == "answer" {
            return Some(Answer::Raw(rest?.parse().ok()?, Vec::new(), b"{}".to_vec()));
        }
        let case = cases.get(first.parse::<usize>().ok()?)?;
        let html = |body: &str| format!("{PRELUDE}{body}");
        match (rest, &case.answer) {
            (None, _) => {
                let page = case.page.replace("method=post>", &format!("method=post action=/{first}/sent>"));
                Some(Answer::Page(html(&page)))
            }
            (Some("sent"), Some((300..=399, _))) => Some(Answer::redirect(&format!("/{first}/then"))),
            (Some("sent"), Some((status, body))) => {
                let head = vec![("Content-Type".to_string(), "text/html".to_string())];
                Some(Answer::Raw(*status, head, html(body).into_bytes()))
            }
            (Some("then"), Some((_, body))) => Some(Answer::Page(html(body))),
            _ => None,
        }
    })
    .await
    .unwrap()
}

/// Returns `confirmed`, `refused` or `unclear`.
fn verdict(result: &Result<Outcome, Failure>) -> &'static str {
    match result {
        Ok(_) => "confirmed",
        Err(failure) if failure.effect_unknown => "unclear",
        Err(_) => "refused",
    }
}

/// The number of pages that are tested concurrently, since most of the time is spent waiting for responses.
const AT_ONCE: usize = 4;

async fn check(agent: &Agent, text: &str) {
    let cases = Arc::new(cases(text));
    let server = serve(Arc::clone(&cases)).await;
    let tried = join_all((0..AT_ONCE).map(|first| {
        let (agent, cases, server) =
            (Agent { session: format!("{}-{first}", agent.session), ..agent.clone() }, &cases, &server);
        async move {
            let mut wrong = Vec::new();
            for (number, case) in cases.iter().enumerate().skip(first).step_by(AT_ONCE) {
                wrong.extend(try_case(&agent, &server.url(&format!("/{number}")), case).await);
            }
            wrong
        }
    }));
    let wrong = tried.await.concat();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

/// Submits the form of a page, and returns the differences from the expected report.
async fn try_case(agent: &Agent, url: &str, case: &Case) -> Vec<String> {
    let mut wrong = Vec::new();
    agent.call("goto", json!({"url": url})).await.unwrap();
    let cx = Context::new(&agent.session, "/tmp");
    let result = agent.call_in_context(&cx, "submit_form", json!({"wait": "3s"})).await;
    let told = cx.logbook.take();
    let mut quoted = format!("{:?} {:?}", told.result, told.sections);
    if let Err(failure) = &result {
        quoted += &failure.message;
        let hint = failure.hint.clone().unwrap_or_default();
        if failure.effect_unknown && hint.contains("again") {
            wrong.push(format!("{}: advises to repeat: {hint}", case.title));
        }
    }
    if verdict(&result) != case.expected || !quoted.contains(&case.quoted) {
        wrong.push(format!("{} {}: {result:?} {quoted}", case.expected, case.title));
    }
    // An open dialog would block the next page.
    let _ = agent.call("dialog_accept", json!({})).await;
    wrong
}

#[test]
fn reports_outcome_shown_inline_or_on_new_page() {
    perform(async |agent: Agent| check(&agent, include_str!("known.html")).await);
}

#[test]
fn reports_outcome_in_markup_of_known_applications() {
    perform(async |agent: Agent| check(&agent, include_str!("imagined.html")).await);
}

#[test]
fn reports_outcome_in_dialogs_and_toasts_in_two_languages() {
    perform(async |agent: Agent| check(&agent, include_str!("everyday.html")).await);
}

/// Returns the report of an action about the form that it submitted: the verdict and the lines.
async fn noted(agent: &Agent, verb: &str, given: serde_json::Value) -> (String, String) {
    let cx = Context::new(&agent.session, "/tmp");
    let done = agent.call_in_context(&cx, verb, given).await;
    assert!(done.is_ok(), "{done:?}");
    let told = cx.logbook.take();
    let Some(section) = told.sections.into_iter().find(|section| section.name == "result") else {
        return Default::default();
    };
    let word =
        section.data.as_object().and_then(|data| data.get("submission")?.as_text().map(str::to_string));
    (word.unwrap_or_default(), section.lines.join(" | "))
}

/// A click, a key press and `submit` succeed whatever the outcome of the form, and report it like the form
/// intents.
#[test]
fn actions_report_outcome_of_submitted_form() {
    let page = r#"<p role=status>Saved a moment ago.</p>
        <form><label>Name <input name=name value=Ann></label><label>Mail <input name=mail></label>
        <button id=send>Book</button> <button id=help type=button>Help</button></form><p id=said></p>
        <script>
        help.onclick = () => add("<p>Call us.</p>");
        const taken = () => { form.remove(); add("<p role=status>Your table is booked.</p>"); };
        const refused = () => add("<p role=alert>The mail address is missing.</p>");
        const silent = () => add("<p>Opening hours: 9 to 5</p>");
        sent(() => ({taken, refused, silent})[location.hash.slice(1)]());
        </script>"#;
    perform(async |agent: Agent| {
        let server = Server::start(move |_| Some(Answer::Page(format!("{PRELUDE}{page}")))).await.unwrap();
        let click = ("click", json!({"target": {"selector": "#send"}}));
        let key = ("press", json!({"key": "enter", "target": {"selector": "[name=mail]"}}));
        let submit = ("submit", json!({"target": {"selector": "[name=mail]"}}));
        for (number, (way, end, word, quoted)) in [
            (&click, "taken", "confirmed", "Your table is booked."),
            (&key, "refused", "refused", "The mail address is missing."),
            (&submit, "silent", "cannot_tell", "Opening hours"),
            (&submit, "taken", "confirmed", "Your table is booked."),
        ]
        .into_iter()
        .enumerate()
        {
            agent.call("goto", json!({"url": server.url(&format!("/{number}#{end}"))})).await.unwrap();
            let (said, lines) = noted(&agent, way.0, way.1.clone()).await;
            assert_eq!(said, word, "{end}: {lines}");
            assert!(lines.contains(quoted) && !lines.contains("moment ago"), "{end}: {lines}");
            assert!(!lines.contains("again"), "{end}: {lines}");
        }
        // An action that submits nothing reports nothing.
        agent.call("goto", json!({"url": server.url("/other#taken")})).await.unwrap();
        let (said, lines) = noted(&agent, "click", json!({"target": {"selector": "#help"}})).await;
        assert!(said.is_empty() && lines.is_empty(), "{lines}");
    });
}

/// A step of several reports the outcome too, and fails if the form was refused, so that nothing follows.
#[test]
fn steps_fail_if_form_was_refused() {
    let page = r#"<p role=status>Saved a moment ago.</p>
        <form><label>Name <input name=name value=Ann></label><label>Mail <input name=mail></label>
        <button id=send>Book</button></form>
        <script>
        const taken = () => { form.remove(); add("<p role=status>A sua mesa está reservada.</p>"); };
        const refused = () => add("<p role=alert>O e-mail está inválido.</p>");
        const silent = () => add("<p>Opening hours: 9 to 5</p>");
        sent(() => ({taken, refused, silent})[location.hash.slice(1)]());
        </script>"#;
    perform(async |agent: Agent| {
        let server = Server::start(move |_| Some(Answer::Page(format!("{PRELUDE}{page}")))).await.unwrap();
        let click = ("click", json!({"target": {"selector": "#send"}}));
        let key = ("press", json!({"key": "enter", "target": {"selector": "[name=mail]"}}));
        let typed = ("type", json!({"target": {"selector": "[name=mail]"}, "text": "x", "enter": true}));
        let submit = ("submit", json!({"target": {"selector": "[name=mail]"}}));
        let mut number = 0;
        for way in [&click, &key, &typed, &submit] {
            for (end, word, quoted) in [
                ("taken", "confirmed", "A sua mesa está reservada."),
                ("silent", "cannot_tell", "Opening hours"),
                ("refused", "", "O e-mail está inválido."),
            ] {
                number += 1;
                agent.call("goto", json!({"url": server.url(&format!("/{number}#{end}"))})).await.unwrap();
                let cx = Context { alone: false, ..Context::new(&agent.session, "/tmp") };
                let done = agent.call_in_context(&cx, way.0, way.1.clone()).await;
                let told = cx.logbook.take();
                if word.is_empty() {
                    let failure = done.unwrap_err();
                    assert_eq!(failure.message, "the form was not accepted", "{way:?}");
                    assert!(failure.context.iter().any(|line| line.contains(quoted)), "{failure:?}");
                    assert!(told.actions.iter().all(|action| !action.ok), "{:?}", told.actions);
                    continue;
                }
                assert!(done.is_ok(), "{way:?} {end} {done:?}");
                let section = told.sections.iter().find(|section| section.name == "result").unwrap();
                let said = section.data.as_object().and_then(|data| data.get("submission")?.as_text());
                assert_eq!(said, Some(word), "{way:?} {end}");
                let lines = section.lines.join(" | ");
                assert!(lines.contains(quoted) && !lines.contains("moment ago"), "{way:?} {lines}");
            }
        }
    });
}
