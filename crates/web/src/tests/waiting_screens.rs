//! Tests signing in on pages that prepare their content behind a loading screen, and may remove it again.

use lemmascope_sites::{Answer, Server};
use serde_json::json;

use crate::testing::{Agent, perform};
use crate::tests::login::login;

/// Creates a page that shows its content behind a loading screen while it checks the password for `wait`
/// milliseconds. `screen` is the loading screen; `refusal` is the script for a wrong password.
fn page(screen: &str, wait: u32, refusal: &str) -> String {
    format!(
        r#"<title>Calendars</title>
        <form id=f><h1>Sign in</h1><label>Username <input name=user></label><label>Password <input type=password></label>
          <p id=says></p><button>Next</button></form>
        <div id=inside hidden><a href="/out">Logout</a></div>
        {screen}
        <script>
          const back = () => {{
            f.hidden = false; inside.hidden = true;
            says.textContent = "Invalid username or password";
          }};
          f.onsubmit = (event) => {{
            event.preventDefault();
            f.hidden = true; inside.hidden = false; wait.hidden = false;
            setTimeout(() => {{
              wait.hidden = true;
              if (f.querySelector("[type=password]").value === "right-one") return;
              {refusal}
            }}, {wait});
          }};
        </script>"#
    )
}

const WORDS: &str = "<div id=wait hidden style='position:fixed;inset:0;background:white'><h1>Loading</h1><p>Please wait...</p></div>";
const SPINNER: &str = "<style>@keyframes turn { to { rotate: 1turn } }</style>
    <div id=wait hidden style='position:fixed;inset:0;background:#fffc'>
      <div style='width:40px;height:40px;border:4px solid;border-top-color:red;border-radius:50%;animation:turn 1s infinite linear'></div>
    </div>";

async fn check(agent: &Agent, page: &str) {
    agent.open(page).await;
    let wrong = login(agent, "ann", "wrong-one").await;
    assert_eq!(wrong.message(), "authentication failed", "{page}\n{}", wrong.everything());
    let right = login(agent, "ann", "right-one").await;
    assert!(right.ended.is_ok(), "{page}\n{}", right.everything());
}

#[test]
fn content_behind_loading_screen_is_no_login() {
    perform(async |agent: Agent| {
        check(&agent, &page(WORDS, 400, "back()")).await;
    });
}

#[test]
fn login_waits_for_long_loading_screen() {
    perform(async |agent: Agent| {
        check(&agent, &page(WORDS, 2000, "back()")).await;
    });
}

#[test]
fn login_waits_for_spinner_without_text() {
    perform(async |agent: Agent| {
        check(&agent, &page(SPINNER, 1200, "back()")).await;
    });
}

#[test]
fn content_removed_after_loading_screen_is_no_login() {
    perform(async |agent: Agent| {
        check(&agent, &page(WORDS, 400, "setTimeout(back, 120)")).await;
    });
}

#[test]
fn endless_loading_screen_makes_login_time_out() {
    perform(async |agent: Agent| {
        agent.open(&page(SPINNER, 3_600_000, "back()")).await;
        let given = json!({"username": "ann", "password": "wrong-one", "wait": "2s"});
        let failure = agent.call("login", given).await.unwrap_err();
        assert_eq!(failure.message, "there was no answer in time");
        assert!(failure.effect_unknown);
    });
}

/// Creates a page behind a loading screen that disappears after `wait` milliseconds.
fn covered(screen: &str, wait: u32) -> String {
    format!(
        r#"<title>Flows</title><h1>Flows</h1><a href="/deploy">Deploy</a>{screen}
        <script>wait.hidden = false; setTimeout(() => wait.remove(), {wait})</script>"#
    )
}

const WORK: &str = "<h2>Connecting to the server...</h2>";

#[test]
fn wait_ready_waits_for_loading_screen_to_disappear() {
    perform(async |agent: Agent| {
        for screen in [WORDS, SPINNER] {
            agent.open(&covered(screen, 900)).await;
            let seen = agent.call("observe", json!({})).await.unwrap().view.unwrap();
            let patterns = seen.sections.iter().find(|section| section.name == "patterns").unwrap();
            assert!(
                patterns.lines.iter().any(|line| line.contains("loading_screen")),
                "{:?}",
                patterns.lines
            );
            agent.call("wait_ready", json!({})).await.unwrap();
            let state = agent.call("visible", json!({"target": "Deploy"})).await.unwrap();
            assert_eq!(state.value.to_string(), "true");
            let seen = agent.call("observe", json!({})).await.unwrap().view.unwrap();
            assert!(seen.sections.iter().all(|section| section.name != "patterns"), "{:?}", seen.sections);
        }
    });
}

#[test]
fn wait_ready_times_out_on_loading_screen_only() {
    perform(async |agent: Agent| {
        agent.open(&format!("{WORK}<script></script>")).await;
        let late = agent.call("wait_ready", json!({"timeout": "300ms"})).await.unwrap_err();
        assert_eq!(late.message, "the loading screen was not gone in time");
        agent.open(WORK).await;
        agent.call("wait_ready", json!({"timeout": "2s"})).await.unwrap();
        agent.open("<a href=/x>Deploy</a><div style='position:fixed;inset:0;background:white'><p>Sure?</p><button>Yes</button></div>").await;
        agent.call("wait_ready", json!({"timeout": "2s"})).await.unwrap();
        agent.open("<div style='position:fixed;inset:0;z-index:-1;background:#eee'></div><h1>A poem</h1><p>Of three lines.</p>").await;
        agent.call("wait_ready", json!({"timeout": "2s"})).await.unwrap();
    });
}

#[test]
fn script_request_with_status_401_fails_login() {
    perform(async |agent: Agent| {
        let server = Server::start(|path| match path {
            "/" => Some(Answer::page(
                r#"<title>Calendars</title><form id=f><input name=user placeholder=Username><input type=password placeholder=Password>
                <button>Next</button><p id=says></p></form><script>
                f.onsubmit = (event) => {
                  event.preventDefault();
                  const request = new XMLHttpRequest();
                  request.open("GET", "/mine");
                  request.setRequestHeader("Authorization", "Basic " + btoa(f.user.value + ":x"));
                  request.onload = () => { f.hidden = false; says.textContent = "Incorrect username or password"; };
                  f.hidden = true;
                  request.send();
                };</script>"#,
            )),
            _ => Some(Answer::Raw(401, vec![("WWW-Authenticate".into(), "Basic realm=x".into())], Vec::new())),
        })
        .await.unwrap();
        agent.call("goto", json!({"url": server.url("/")})).await.unwrap();
        let wrong = login(&agent, "ann", "wrong-one").await;
        assert_eq!(wrong.message(), "authentication failed", "{}", wrong.everything());
    });
}
