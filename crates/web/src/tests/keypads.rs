//! Tests codes and PINs that are entered on pads of buttons.

use lemmascope_intent::{Cause, Context, Value};
use lemmascope_sites::{Answer, Server};
use serde_json::json;

use super::login::{keeping, login, login_as, page_text};
use crate::testing::{Agent, perform};

async fn script(agent: &Agent, script: &str) -> String {
    agent.call("execute", json!({"script": script})).await.unwrap().value.to_string()
}

/// A page with a pad; `keys` are its buttons in order, `display` shows the entry by `draw`.
fn pad(title: &str, display: &str, keys: &str, draw: &str) -> String {
    format!(
        "<!doctype html><meta charset=utf-8><title>Bank</title><main><h2>{title}</h2>{display}<div id=pad></div></main>
        <script>var entered = '', presses = 0; const $ = (id) => document.getElementById(id);
        const draw = () => {{ {draw} }};
        const hit = (key) => {{ presses++; if (/^(C|Limpar|Clear)$/.test(key)) entered = '';
          else if (/^(⌫|OK|Apagar)$/.test(key)) entered = key === 'OK' ? entered : entered.slice(0, -1);
          else entered += key; draw(); }};
        const keys = {keys};
        const lay = () => {{ $('pad').replaceChildren(...keys().map((key) => {{ const one = document.createElement('button');
          one.type = 'button'; one.textContent = key; one.onclick = () => hit(key); return one; }})); }}; lay(); draw();</script>"
    )
}

const DIGITS: &str = "() => [...'1234567890', 'C', '⌫']";
const SHUFFLED: &str = "() => [...'7309146258', 'Limpar']";

#[test]
fn pin_is_entered_on_pad_and_masked() {
    let cases = [
        ("Enter your PIN", "<p id=d></p>", DIGITS, "$('d').textContent = '•'.repeat(entered.length)"),
        ("Introduza o seu PIN", "<input id=d readonly type=password>", SHUFFLED, "$('d').value = entered"),
        ("PIN code here", "<input id=d readonly>", DIGITS, "$('d').value = entered"),
        (
            "PIN",
            "<p id=d></p>",
            "() => [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789']",
            "$('d').textContent = '*'.repeat(entered.length)",
        ),
        // The keys change their places with every press.
        (
            "PIN",
            "<p id=d></p>",
            "() => [...'1234567890'].sort(() => Math.random() - 0.5)",
            "$('d').textContent = '●'.repeat(entered.length); lay()",
        ),
        // The page shows nothing of the entry.
        ("PIN", "", DIGITS, ""),
    ];
    perform(|agent| async move {
        for (title, display, keys, draw) in cases {
            agent.open(&pad(title, display, keys, draw)).await;
            let cx = Context::new(&agent.session, "/tmp");
            let pin = Value::from("4093").into_secret();
            let data = Value::Object([("pin".to_string(), pin)].into_iter().collect());
            let done = agent.call_with(&cx, "fill_form", [("data", data)]).await;
            let told = format!("{:?} {done:?}", cx.logbook.take());
            assert!(done.is_ok(), "{title} {told}");
            assert_eq!(script(&agent, "return entered").await, "4093", "{title}");
            assert!(!told.contains("4093"), "{told}");
        }
    });
}

#[test]
fn typed_code_clears_the_pad_first() {
    perform(|agent| async move {
        for keys in [DIGITS, "() => [...'1234567890', 'Apagar']"] {
            agent
                .open(&pad("PIN", "<p id=d></p>", keys, "$('d').textContent = '•'.repeat(entered.length)"))
                .await;
            script(&agent, "entered = '77'; draw(); return 0").await;
            let target = json!({"text": "5", "match": "exact"});
            let done = agent.call("type", json!({"target": target, "text": "150"})).await;
            assert!(done.is_ok(), "{done:?}");
            let line = done.unwrap().line.unwrap_or_default();
            assert!(!line.contains("150"), "{line}");
            assert_eq!(script(&agent, "return entered").await, "150");
            let done = agent.call("type", json!({"target": {"text": "PIN"}, "text": "15"})).await;
            assert!(done.is_ok(), "{done:?}");
            assert_eq!(script(&agent, "return entered").await, "15");
        }
        // A pad without a button to clear it is left alone, as is one without a character.
        agent
            .open(&pad(
                "PIN",
                "<p id=d></p>",
                "() => [...'1234567890']",
                "$('d').textContent = '•'.repeat(entered.length)",
            ))
            .await;
        let target = json!({"text": "5", "match": "exact"});
        let done = agent.call("type", json!({"target": target, "text": "1x"})).await;
        assert_eq!(done.unwrap_err().cause, Cause::InvalidParameter);
        script(&agent, "entered = '77'; draw(); return 0").await;
        let done = agent.call("type", json!({"target": target, "text": "15"})).await;
        assert_eq!(done.unwrap_err().cause, Cause::TypeFailed);
        assert_eq!(script(&agent, "return entered + presses").await, "770");
    });
}

#[test]
fn pad_that_ignores_a_key_is_reported() {
    perform(|agent| async move {
        let draw = "entered = entered.slice(0, 3); $('d').textContent = '•'.repeat(entered.length)";
        agent.open(&pad("PIN", "<p id=d></p>", DIGITS, draw)).await;
        let target = json!({"text": "5", "match": "exact"});
        let failure = agent.call("type", json!({"target": target, "text": "4093"})).await.unwrap_err();
        assert_eq!(failure.message, "the keypad did not take character 4");
    });
}

#[test]
fn calendars_and_calculators_are_no_keypads() {
    perform(|agent| async move {
        for keys in ["() => Array.from({length: 31}, (_, at) => String(at))", "() => [...'1234567890+−×÷=']"]
        {
            agent.open(&pad("Code", "", keys, "")).await;
            let done = agent.call("fill_form", json!({"data": {"code": "12"}})).await;
            assert!(done.is_err(), "{done:?}");
            assert_eq!(script(&agent, "return presses").await, "0");
        }
    });
}

/// A bank that asks for the user, a PIN and a code, on pads where the address says so. Its script knows the PIN,
/// and takes any code of six digits.
const BANK: &str = r#"<!doctype html><meta charset=utf-8><title>Log in</title><main><h1>Log in</h1><form id=f></form></main>
<script>
const way = location.pathname.slice(1), form = document.getElementById("f");
const say = (html) => { form.innerHTML = html; };
const welcome = () => { document.querySelector("main").innerHTML = "<h1>Your accounts</h1><p>Welcome, Ann</p><a href=/logout>Log out</a>"; };
const wrong = (text) => { let box = document.querySelector("[role=alert]"); if (!box) { box = document.createElement("p"); box.setAttribute("role", "alert"); form.append(box); } box.textContent = text; };
const pad = (title, length, check, confirm) => {
  let entered = "";
  const draw = () => { shown.textContent = "•".repeat(entered.length); };
  const box = document.createElement("div");
  box.innerHTML = `<h2>${title}</h2><p class=shown></p><div class=keys></div>`;
  form.append(box);
  const shown = box.querySelector(".shown");
  const end = () => { const last = entered; entered = ""; draw(); fetch("/check", {method: "POST"}).catch(() => {}).then(() => check(last, box)); };
  const button = (name, act) => { const one = document.createElement("button"); one.type = "button"; one.textContent = name; one.onclick = act; box.querySelector(".keys").append(one); };
  for (const digit of "5917380264") button(digit, () => { entered += digit; draw(); if (!confirm && entered.length === length) setTimeout(end, 20); });
  button("C", () => { entered = ""; draw(); });
  if (confirm) button("OK", end);
};
const code = () => { form.replaceChildren(); document.querySelector("h1").textContent = "Two-factor authentication"; pad("Enter the 6 digit code from your authenticator app", 6, (last) => /^\d{6}$/.test(last) ? welcome() : wrong("The code is wrong."), false); };
const check = (last, box) => { if (last !== "4093") return wrong("Wrong PIN."); way === "code" ? code() : welcome(); };
if (way === "both" || way === "code") { say("<label>User name <input name=username autocomplete=username></label>"); pad("PIN", 4, check, true); }
if (way === "steps") { say("<label>User name <input name=username autocomplete=username></label><button>Next</button>");
  form.onsubmit = (event) => { event.preventDefault(); fetch("/check", {method: "POST"}).catch(() => {}).then(() => { form.replaceChildren(); pad("Introduza o seu PIN", 4, check, false); }); }; }
</script>"#;

async fn bank() -> Server {
    Server::start(|path| match path {
        "/check" => Some(Answer::Raw(200, Vec::new(), b"{}".to_vec())),
        _ => Some(Answer::Page(BANK.to_string())),
    })
    .await
    .unwrap()
}

#[test]
fn login_enters_pin_on_pad() {
    perform(|agent| async move {
        let server = bank().await;
        for way in ["/both", "/steps"] {
            agent.call("goto", json!({"url": server.url(way)})).await.unwrap();
            let answer = login(&agent, "ann", "4093").await;
            assert_eq!(answer.message(), "ok", "{way} {}", answer.everything());
            assert!(!format!("{:?}", answer.actions()).contains("4093"), "{:?}", answer.actions());
            assert!(!answer.actions().iter().any(|line| line.contains("\"4\"")), "{:?}", answer.actions());
            assert!(page_text(&agent).await.contains("Welcome, Ann"), "{way}");

            agent.call("goto", json!({"url": server.url(way)})).await.unwrap();
            let answer = login(&agent, "ann", "4094").await;
            assert_eq!(answer.message(), "authentication failed", "{way} {}", answer.everything());
            assert!(answer.everything().contains("Wrong PIN."), "{way} {}", answer.everything());
        }
    });
}

#[test]
fn login_enters_generated_code_on_pad() {
    const TOTP: &str = "otpauth://totp/Bank:ann?secret=MRXW64TTFVXWMLLPMFVS2NBS&issuer=Bank";
    perform(|agent| async move {
        let server = bank().await;
        agent.call("goto", json!({"url": server.url("/code")})).await.unwrap();
        let cx = keeping(&agent, "ann", &server.url(""), Some(TOTP));
        let kept = std::sync::Arc::clone(&cx.credentials);
        let credentials = move |name: String| {
            let kept = kept(name);
            Box::pin(async move {
                let mut kept = kept.await?;
                kept.password = lemmascope_intent::Secret::new("4093".into());
                Ok(kept)
            }) as _
        };
        let cx = Context { credentials: std::sync::Arc::new(credentials), ..cx };
        let answer = login_as(&agent, cx).await;
        assert_eq!(answer.message(), "ok", "{}", answer.everything());
        assert!(page_text(&agent).await.contains("Welcome, Ann"));
    });
}
