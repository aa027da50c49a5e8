//! Tests codes and PINs that are entered on pads of buttons.

use lemmascope_intent::{Cause, Context, Value};
use serde_json::json;

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
        ("Security code", "<input id=d readonly>", DIGITS, "$('d').value = entered"),
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
