//! Signing in on pages that prepare their inside behind a screen that says to wait, and may take it back.

use crate::testing::{Agent, perform};
use crate::tests::login::login;

/// A page that shows its inside behind a waiting screen while it asks whether the password is right, for so long.
/// `screen`: the waiting screen; `refusal`: what the page does when the password is wrong.
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
fn an_inside_behind_a_waiting_screen_is_no_way_in() {
    perform(async |agent: Agent| {
        check(&agent, &page(WORDS, 400, "back()")).await;
    });
}

#[test]
fn a_waiting_screen_may_stay_for_long() {
    perform(async |agent: Agent| {
        check(&agent, &page(WORDS, 2000, "back()")).await;
    });
}

#[test]
fn a_waiting_screen_needs_no_words() {
    perform(async |agent: Agent| {
        check(&agent, &page(SPINNER, 1200, "back()")).await;
    });
}

#[test]
fn an_inside_that_is_taken_back_right_after_the_screen_is_no_way_in() {
    perform(async |agent: Agent| {
        check(&agent, &page(WORDS, 400, "setTimeout(back, 120)")).await;
    });
}

#[test]
fn a_screen_that_never_goes_leaves_the_answer_open() {
    perform(async |agent: Agent| {
        agent.open(&page(SPINNER, 3_600_000, "back()")).await;
        let given = serde_json::json!({"username": "ann", "password": "wrong-one", "wait": "2s"});
        let failure = agent.call("login", given).await.unwrap_err();
        assert_eq!(failure.message, "there was no answer in time");
        assert!(failure.effect_unknown);
    });
}
