//! Tests submitting forms, and the reported outcomes.

use lemmascope_intent::{Cause, Context, Entries, Failure, Outcome};
use serde_json::json;

use crate::testing::{Agent, perform};

async fn fill(agent: &Agent, data: serde_json::Value) {
    agent.call("fill_form", json!({"data": data})).await.unwrap();
}

async fn submit(agent: &Agent, given: serde_json::Value) -> (Entries, Result<Outcome, Failure>) {
    let cx = Context::new(&agent.session, "/tmp");
    let result = agent.call_in_context(&cx, "submit_form", given).await;
    (cx.logbook.take(), result)
}

fn actions(entries: &Entries) -> String {
    entries.actions.iter().map(|action| action.line.clone()).collect::<Vec<_>>().join("\n")
}

#[test]
fn submits_form_with_its_own_button() {
    perform(|agent| async move {
        agent.visit("office", "/permit").await;
        fill(&agent, json!({"first": "Ann", "last": "Lee", "email": "ann@example.org", "terms": true})).await;
        let (told, result) = submit(&agent, json!({})).await;
        assert_eq!(result.unwrap().verdict, Some("navigated"));
        assert!(actions(&told).ends_with("\"Apply\""), "{told:?}");
        assert_eq!(told.actions.len(), 1);
        let changes: Vec<String> = told.changes.iter().map(ToString::to_string).collect();
        assert!(changes[0].starts_with("~ url: /permit → /permit/sent"), "{changes:?}");
        assert_eq!(
            told.result.to_string(),
            r#"{"Message":"\"Thank you, we have received your application.\""}"#
        );
    });
}

#[test]
fn reports_native_validation_messages() {
    perform(|agent| async move {
        agent.visit("office", "/native").await;
        fill(&agent, json!({"thing": "Hat", "email": "nowhere"})).await;
        let (told, result) = submit(&agent, json!({})).await;
        let failure = result.unwrap_err();
        assert_eq!(
            (failure.cause, failure.message.as_str()),
            (Cause::VerificationFailed, "the form was not accepted")
        );
        let result = told.sections[0].lines.join("\n");
        assert!(result.contains("\"Email\": ") && result.contains("'@'"), "{result}");
        assert!(!result.contains("Thing"), "{result}");
    });
}

#[test]
fn reports_field_errors_and_then_confirmation() {
    perform(|agent| async move {
        agent.visit("office", "/complaint").await;
        fill(&agent, json!({"email": "nowhere", "message": "Too loud"})).await;
        let (told, result) = submit(&agent, json!({})).await;
        assert_eq!(result.unwrap_err().message, "the form was not accepted");
        let refused: Vec<&str> = told.sections[0]
            .lines
            .iter()
            .filter_map(|line| line.split_once("] "))
            .map(|(_, rest)| rest)
            .collect();
        assert_eq!(
            refused,
            ["\"Name\": \"Please tell us your name.\"", "\"Email\": \"Enter a valid address\""]
        );

        fill(&agent, json!({"name": "Ann", "email": "ann@example.org"})).await;
        let (told, result) = submit(&agent, json!({})).await;
        assert_eq!(result.unwrap().verdict, Some("changed"), "{told:?}");
        assert_eq!(told.result.to_string(), r#"{"Message":"\"Thank you, your complaint has been sent.\""}"#);
    });
}

#[test]
fn distinguishes_no_effect_server_error_and_next_step() {
    perform(|agent| async move {
        agent.visit("office", "/dead").await;
        fill(&agent, json!({"wish": "x"})).await;
        let (told, result) = submit(&agent, json!({"wait": "2s"})).await;
        let failure = result.unwrap_err();
        assert_eq!((failure.cause, failure.verdict), (Cause::NoEffect, Some("no_effect")), "{told:?}");
        assert_eq!(failure.message, "nothing happened");

        agent.visit("office", "/failing").await;
        fill(&agent, json!({"wish": "x"})).await;
        let (told, result) = submit(&agent, json!({})).await;
        let failure = result.unwrap_err();
        assert_eq!(failure.message, "the server failed with status 500", "{told:?}");

        agent.visit("office", "/steps").await;
        fill(&agent, json!({"number_plate": "AA-11-BB"})).await;
        let (told, result) = submit(&agent, json!({})).await;
        assert!(result.is_ok(), "{result:?} {told:?}");
        let step = told.result.to_string();
        assert!(
            step.starts_with(r#"{"Next step":""#) && step.contains("Zone") && step.contains("From"),
            "{step}"
        );
        fill(&agent, json!({"zone": "B", "from": "2026-12-24"})).await;
        let (told, result) = submit(&agent, json!({})).await;
        assert!(result.is_ok(), "{result:?} {told:?}");
        assert!(actions(&told).ends_with("\"Finish\""), "{told:?}");
        assert_eq!(told.result.to_string(), r#"{"Message":"\"Thank you! Your permit is on its way.\""}"#);
    });
}

#[test]
fn submits_form_without_button() {
    perform(|agent| async move {
        agent.open(r#"<title>Plain</title><form onsubmit="event.preventDefault(); this.remove(); out.textContent = 'Saved'">
            <label>Nick <input name=nick></label></form><p id=out role=status></p>"#).await;
        fill(&agent, json!({"nick": "ann"})).await;
        let (told, result) = submit(&agent, json!({})).await;
        assert!(result.is_ok(), "{result:?} {told:?}");
        assert_eq!(told.result.to_string(), r#"{"Message":"\"Saved\""}"#);
        agent
            .open(
                r#"<title>Two</title><form><label>A <input></label><button>Go</button></form>
            <form><label>B <input></label><button>Go</button></form>"#,
            )
            .await;
        let (_, result) = submit(&agent, json!({})).await;
        assert_eq!(result.unwrap_err().cause, Cause::TargetAmbiguous);
        agent.open("<title>Empty</title><p>Nothing").await;
        let (_, result) = submit(&agent, json!({})).await;
        assert_eq!(result.unwrap_err().cause, Cause::TargetNotFound);
    });
}

#[test]
fn reports_password_mismatch_error() {
    perform(|agent| async move {
        agent.visit("account", "/register").await;
        let data = json!({"first_name": "Ann", "last_name": "Lee", "email": "ann.lee@example.org",
            "password": "long-enough-1", "confirm_password": "long-enough-2", "terms": true});
        fill(&agent, data).await;
        let (told, result) = submit(&agent, json!({"pattern": "registration_form"})).await;
        assert_eq!(result.unwrap_err().message, "the form was not accepted");
        let lines = told.sections[0].lines.join("\n");
        assert!(lines.starts_with("Form error: \"Please correct 1 of the fields below.\"\n"), "{lines}");
        assert!(lines.ends_with("\"Repeat the password\": \"The passwords do not match.\""), "{lines}");
    });
}

#[test]
fn redisplayed_form_requires_confirmation() {
    perform(|agent| async move {
        for (way, is_taken) in [
            ("silent", false),
            ("refilled", false),
            ("lost", false),
            ("objecting", false),
            ("stored", true),
            ("listed", true),
            ("commented", true),
            ("added", true),
        ] {
            agent.visit("office", &format!("/wishes?way={way}")).await;
            fill(&agent, json!({"wish": "Benches"})).await;
            let (told, result) = submit(&agent, json!({})).await;
            assert_eq!(result.is_ok(), is_taken, "{way}: {result:?} {told:?}");
            let Err(failure) = result else { continue };
            assert_eq!(failure.cause, Cause::VerificationFailed, "{way}");
            let expected = match way {
                "objecting" => "the form was not accepted",
                _ => "the form is shown again, without a confirmation",
            };
            assert_eq!(failure.message, expected, "{way}");
            if way == "objecting" {
                assert_eq!(told.sections[0].lines, ["Form error: \"Come back when you have slept on it.\""]);
            }
        }
    });
}

#[test]
fn submits_confirmation_form_instead_of_filter() {
    perform(|agent| async move {
        agent.open("<nav><input type=search placeholder='Start typing to filter'><ul><li><a href=/users>Users</a></li></ul></nav>
            <header><form method=post action=/logout><button>Log out</button></form></header>
            <main><h1>Delete user</h1><p>Are you sure?</p><form id=f method=post action=/delete><input type=hidden name=post value=yes>
            <input type=submit value='Yes, I am sure'> <a href=# class=button>No, take me back</a></form></main>
            <script>f.onsubmit = (event) => { event.preventDefault(); document.querySelector('main').innerHTML = '<p role=status>The user was deleted successfully.</p>' }</script>").await;
        let (told, result) = submit(&agent, json!({})).await;
        assert!(result.is_ok(), "{result:?} {told:?}");
        assert!(actions(&told).ends_with("\"Yes, I am sure\""), "{told:?}");
    });
}

#[test]
fn does_not_submit_form_with_delete_button() {
    perform(|agent| async move {
        agent.open("<form id=f method=post><label>Tag <input name=from value=fruit></label><label>New name <input name=to value=pome></label>
            <input type=submit value='Mudar a etiqueta' name=rename> <input type=submit value='Etiqueta fora' name=delete class='button-red confirm-delete'
            style='background:#c22;color:white;font-weight:bold'></form>
            <script>f.onsubmit = (event) => { event.preventDefault(); f.outerHTML = `<p role=status>${event.submitter.name}: saved</p>` }</script>").await;
        let (told, result) = submit(&agent, json!({})).await;
        assert!(result.is_ok(), "{result:?} {told:?}");
        assert!(actions(&told).ends_with("\"Mudar a etiqueta\""), "{told:?}");
    });
}

#[test]
fn submits_the_filled_form_of_two_matches() {
    perform(|agent| async move {
        let form = |id: &str| {
            format!(
                "<form id={id} onsubmit='sent.push(this.id + \" \" + this.email.value); return false'><h3>Newsletter</h3>
                 <p>News by mail, every week.</p><input type=email name=email placeholder='Your e-mail'><button>Subscribe</button></form>"
            )
        };
        agent
            .open(&format!(
                "<!doctype html><title>Shop</title><main><h1>Shop</h1></main><footer>{}</footer><script>
                 var sent = []; const late = () => document.body.insertAdjacentHTML('afterbegin', `<aside>{}</aside>`);</script>",
                form("own"),
                form("late"),
            ))
            .await;
        let pattern = json!({"pattern": "subscription_form", "data": {"email": "ann@example.org"}});
        agent.call("fill_form", pattern).await.unwrap();
        agent.call("execute", json!({"script": "late()"})).await.unwrap();
        let _ = submit(&agent, json!({"pattern": "subscription_form", "wait": "1s"})).await;
        let sent = agent.call("execute", json!({"script": "return sent.join()"})).await.unwrap();
        assert_eq!(sent.value.as_text(), Some("own ann@example.org"));
    });
}

/// A popup that appears late contains an empty form of the same pattern, and may cover the filled one.
#[test]
fn submits_filled_form_behind_late_popup() {
    let page = |hides: &str| {
        format!(
            r#"<h1>News</h1><form id=own class=newsletter onsubmit="event.preventDefault(); sent.textContent += 'own ' + this.email.value">
            <label>Email <input type=email name=email></label><button>Subscribe</button></form><p id=sent></p>
            <script>const late = () => {{ {hides}
            document.body.insertAdjacentHTML("beforeend", `<div role=dialog aria-modal=true style="position:fixed;inset:0;background:white">
            <form class=newsletter onsubmit="event.preventDefault(); sent.textContent += 'late ' + this.email.value"><h2>Subscribe to our newsletter</h2>
            <label>Email <input type=email name=email></label><button>Subscribe</button></form></div>`); }};</script>"#
        )
    };
    perform(async |agent: Agent| {
        for hides in ["", "own.style.display = 'none';", "own.remove();"] {
            let page = page(hides);
            agent.open(&page).await;
            let named = json!({"pattern": "subscription_form"});
            let data = json!({"pattern": "subscription_form", "data": {"email": "ann@example.org"}});
            agent.call("fill_form", data).await.unwrap();
            agent.call("execute", json!({"script": "late()"})).await.unwrap();
            let (_, result) = submit(&agent, named).await;
            let sent = agent.call("execute", json!({"script": "sent.textContent"})).await.unwrap().value;
            let sent = sent.as_text().unwrap_or_default().to_string();
            assert!(!sent.contains("late"), "{hides}: {sent:?}");
            assert!(result.is_err() || sent == "own ann@example.org", "{hides}: {result:?} {sent:?}");
        }
    });
}
