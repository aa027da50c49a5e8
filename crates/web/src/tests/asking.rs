//! Tests the verbs for conditions.

use lemmascope_intent::{Cause, Value};
use serde_json::{Value as Json, json};

use crate::testing::{Agent, perform};

async fn holds(agent: &Agent, verb: &str, given: Json) -> bool {
    let answer = agent.call(verb, given.clone()).await;
    match answer.map(|outcome| outcome.value) {
        Ok(Value::Boolean(holds)) => holds,
        other => panic!("{verb} {given}: {other:?}"),
    }
}

#[test]
fn evaluates_page_conditions() {
    perform(|agent| async move {
        agent
            .open(
                "<title>T</title><form><label>User <input name=u autocomplete=username></label>
                 <label>Password <input type=password></label><button>Log in</button></form>
                 <p id=note>Café is open</p><p class=row>1</p><p class=row>2</p><p class=row hidden>3</p>
                 <p id=gone style='visibility:hidden'>Nobody sees</p>",
            )
            .await;
        for (verb, given, wanted) in [
            ("pattern_exists", json!({"pattern": "login_form"}), true),
            ("pattern_exists", json!({"pattern": "login_form.password"}), true),
            ("pattern_exists", json!({"pattern": "login_form.moon"}), false),
            ("pattern_exists", json!({"pattern": "cart_summary"}), false),
            ("visible", json!({"target": "Log in"}), true),
            ("visible", json!({"target": {"selector": "#note"}}), true),
            ("visible", json!({"target": {"selector": "#gone"}}), false),
            ("visible", json!({"target": {"pattern": "login_form"}}), true),
            ("visible", json!({"target": {"pattern": "user_menu"}}), false),
            ("visible", json!({"target": {"id": 9999}}), false),
            ("hidden", json!({"target": {"text": "Log out"}}), true),
            ("hidden", json!({"target": {"selector": "#gone"}}), true),
            ("hidden", json!({"target": {"selector": "#note"}}), false),
            ("url_contains", json!({"texts": ["nowhere", "DATA:text"]}), true),
            ("url_contains", json!({"texts": "nowhere"}), false),
            ("url_contains", json!({"texts": [""]}), false),
            ("url_matches", json!({"pattern": "^data:text/html"}), true),
            ("url_matches", json!({"pattern": "^https"}), false),
            ("url_pattern", json!({"texts": ["*/cart", "data:text/*"]}), true),
            ("url_pattern", json!({"texts": "*/cart"}), false),
            ("text_contains", json!({"texts": ["cafe IS"]}), true),
            ("text_contains", json!({"texts": ["Nobody sees"]}), false),
            ("text_contains", json!({"texts": ["open"], "within": {"selector": "#note"}}), true),
            ("text_contains", json!({"texts": ["Password"], "within": {"selector": "#note"}}), false),
            ("text_contains", json!({"texts": ["open"], "within": {"selector": "#absent"}}), false),
            ("count", json!({"selector": ".row", "min": 2, "max": 2}), true),
            ("count", json!({"selector": ".row", "min": 3}), false),
            ("state", json!({"state": "load"}), true),
            ("state", json!({"state": "idle"}), true),
            ("state", json!({"state": "ready"}), true),
        ] {
            assert_eq!(holds(&agent, verb, given.clone()).await, wanted, "{verb} {given}");
        }
        for (verb, given) in [
            ("url_matches", json!({"pattern": "("})),
            ("url_matches", json!({"pattern": "a{1000}{1000}"})),
            ("state", json!({"state": "bliss"})),
            ("visible", json!({"target": {"selector": "a[["}})),
            ("visible", json!({"target": []})),
        ] {
            let failure = agent.call(verb, given.clone()).await.unwrap_err();
            assert_eq!(failure.cause, Cause::InvalidParameter, "{verb} {given}");
        }
    });
}
