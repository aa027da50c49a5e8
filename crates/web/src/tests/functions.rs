//! Tests functions of packs in the page: their arguments, time limits, and permissions.

use std::sync::Arc;
use std::time::{Duration, Instant};

use lemmascope_intent::{Cause, Context, Sandbox, Value};
use serde_json::json;

use crate::testing::{Agent, perform};

async fn run(agent: &Agent, function: &str, params: serde_json::Value) -> serde_json::Value {
    let given =
        json!({"name": "try_it", "function": function, "params": params, "parameters": {"repo": "a/b"}});
    let outcome = agent.call("run_function", given).await.unwrap();
    assert_eq!(outcome.line.as_deref(), Some("try_it"));
    serde_json::to_value(&outcome.value).unwrap()
}

async fn fails(agent: &Agent, function: &str) -> String {
    let given = json!({"name": "try_it", "function": function});
    agent.call("run_function", given).await.unwrap_err().message
}

#[test]
fn action_function_receives_parameters_and_context() {
    perform(|agent| async move {
        agent.visit("doors", "/plain").await;
        agent.call("cookies_set", json!({"name": "token", "value": "t%20k"})).await.unwrap();
        agent.call("cookies_set", json!({"name": "hidden", "value": "s", "http_only": true})).await.unwrap();
        let all = "async function (params, context) { return { params, repo: context.parameters.repo, token: await context.getCookie('token'), \
                   hidden: await context.getCookie('hidden'), none: await context.getCookie('none'), patterns: context.patterns, path: new URL(context.url).pathname } }";
        let answer = run(&agent, all, json!({"a": [1, {"b": "two"}]})).await;
        assert_eq!(answer["params"], json!({"a": [1, {"b": "two"}]}));
        assert_eq!(answer["repo"], "a/b");
        assert_eq!(answer["token"], "t k");
        assert_eq!(answer["hidden"], json!(null), "what the page cannot see is not given either");
        assert_eq!(answer["none"], json!(null));
        assert_eq!(answer["path"], "/plain");
        assert!(answer["patterns"].as_array().unwrap().contains(&json!("login_form")), "{answer}");
        // An arrow function, one without a result, and one with a request.
        assert_eq!(run(&agent, "(params) => params.n + 1", json!({"n": 2})).await, json!(3));
        assert_eq!(run(&agent, "function () { document.title = 'Done' }", json!({})).await, json!(null));
        let asks = "async (params) => (await fetch(params.path)).status";
        assert_eq!(run(&agent, asks, json!({"path": "/plain"})).await, json!(200));
    });
}

#[test]
fn condition_function_receives_only_context() {
    perform(|agent| async move {
        agent.visit("doors", "/plain").await;
        let ask = async |function: &str| {
            agent.call("ask_function", json!({"name": "ask", "function": function})).await.unwrap().value
        };
        assert_eq!(
            ask("function (context) { return context.patterns.includes('login_form') }").await,
            Value::from(true)
        );
        assert_eq!(ask("async (context) => context.title.length === 0").await, Value::from(false));
        assert_eq!(ask("() => undefined").await, Value::from(false));
    });
}

#[test]
fn function_errors_name_the_action() {
    perform(|agent| async move {
        agent.open("<h1>Here</h1>").await;
        for (function, told) in [
            ("function (params { }", "the action try_it failed: "),
            ("42", "the code is no function"),
            ("function () { throw new Error('out of tea') }", "out of tea"),
            ("async () => { await Promise.reject(new Error('later')) }", "later"),
            ("() => 'x'.repeat(2 ** 21)", "characters, and may have"),
            ("() => { const a = {}; a.a = a; return a }", "the action try_it failed: "),
            // A script that closes the parenthesis is still part of the function.
            ("() => 1)(), ((", "the action try_it failed: "),
        ] {
            let message = fails(&agent, function).await;
            assert!(
                message.contains(told) && message.starts_with("the action try_it failed: "),
                "{function}: {message}"
            );
        }
    });
}

#[test]
fn endless_function_times_out_and_page_stays_usable() {
    perform(|agent| async move {
        agent.open("<button onclick='this.textContent=1'>Here</button>").await;
        for function in ["() => new Promise(() => {})", "() => { for (;;); }"] {
            let began = Instant::now();
            let cx = Context { limit: Duration::from_secs(4), ..Context::new(&agent.session, "/tmp") };
            let given = json!({"name": "slow", "function": function});
            let failure = agent.call_in_context(&cx, "run_function", given).await.unwrap_err();
            assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
            assert!(matches!(failure.cause, Cause::Timeout | Cause::Failed), "{failure:?}");
            agent.open("<button onclick='this.textContent=1'>Here</button>").await;
            agent.on("click", "Here").await.unwrap();
        }
    });
}

#[test]
fn untrusted_context_cannot_run_functions() {
    perform(|agent| async move {
        agent.open("<h1>Here</h1>").await;
        for sandbox in [Sandbox::of_page(), Sandbox::of_pack("thief", Arc::default())] {
            let cx = Context { sandbox: Some(Arc::new(sandbox)), ..Context::new(&agent.session, "/tmp") };
            for verb in ["run_function", "ask_function"] {
                let given = json!({"name": "x", "function": "() => 1"});
                let failure = agent.call_in_context(&cx, verb, given).await.unwrap_err();
                assert_eq!(failure.cause, Cause::Forbidden, "{verb}");
            }
        }
    });
}
