//! Tests of the network log, the console, traces, recordings and PDF output.

use lemmascope_intent::{Cause, Context, Value};
use serde_json::json;

use crate::testing::{Agent, perform};

fn text(value: &Value) -> String {
    serde_json::to_string(value).unwrap()
}

async fn script(agent: &Agent, script: &str) -> String {
    text(&agent.call("execute", json!({"script": script})).await.unwrap().value)
}

#[test]
fn intercept_watches_blocks_and_answers_requests() {
    perform(|agent| async move {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("answer.json"), "{\"from\": \"file\"}").unwrap();
        let cx = Context::new(&agent.session, folder.path());
        agent.visit("docs", "/").await;
        for given in [
            json!({"pattern": "*/made-up", "respond": {"a": 1}, "status": 201}),
            json!({"pattern": "*/from-file", "respond_file": "answer.json"}),
            json!({"pattern": "*/blocked", "block": true}),
            json!({"pattern": "*/watched"}),
        ] {
            agent.call_in_context(&cx, "intercept", given).await.unwrap();
        }
        let asked =
            "Promise.all(['made-up', 'from-file'].map(async (p) => (await (await fetch('/' + p)).json())))";
        assert_eq!(script(&agent, asked).await, "[{\"a\":1},{\"from\":\"file\"}]");
        assert_eq!(script(&agent, "fetch('/blocked').catch(() => 'no')").await, "\"no\"");
        assert_eq!(
            script(&agent, "fetch('/watched', {method: 'POST'}).then((r) => r.status > 0)").await,
            "true"
        );
        for bad in [
            json!({"pattern": " "}),
            json!({"pattern": "x", "block": true, "status": 404}),
            json!({"pattern": "x", "status": 999}),
            json!({"pattern": "x", "respond": 1, "respond_file": "answer.json"}),
            json!({"pattern": "x", "respond_file": "nowhere.json"}),
            json!({"pattern": "x", "respond_file": "."}),
        ] {
            assert!(agent.call_in_context(&cx, "intercept", bad.clone()).await.is_err(), "{bad}");
        }
        let posts =
            agent.call("requests", json!({"method": "post", "filter": "WATCHED"})).await.unwrap().value;
        assert_eq!(posts.length(), Some(1), "{}", text(&posts));
        let last = agent.call("requests", json!({"last": 2})).await.unwrap().value;
        assert_eq!(last.length(), Some(2));
        let failed = text(&agent.call("requests", json!({"filter": "/blocked"})).await.unwrap().value);
        assert!(failed.contains("BLOCKED"), "{failed}");
        let cleared = agent.call("intercept_clear", json!({"pattern": "*/watched"})).await.unwrap();
        assert!(cleared.changes[0].to_string().contains("matched 1"), "{:?}", cleared.changes);
        assert!(agent.call("intercept_clear", json!({"pattern": "never"})).await.is_err());
        assert_eq!(agent.call("intercept_clear", json!({})).await.unwrap().changes.len(), 3);
        assert_eq!(script(&agent, "fetch('/blocked').then((r) => r.status)").await, "404");
    });
}

#[test]
fn lists_and_clears_console_and_errors() {
    perform(|agent| async move {
        agent
            .open(
                "<script>console.log('one'); console.warn('two'); console.error('three\\nforged');
                   setTimeout(() => { throw new Error('broken') })</script>",
            )
            .await;
        script(&agent, "new Promise((done) => setTimeout(done))").await;
        let all = text(&agent.call("console", json!({})).await.unwrap().value);
        assert!(all.contains("one") && all.contains("two"), "{all}");
        assert!(!all.contains("\\n"), "a message is one line: {all}");
        let warnings = agent.call("console", json!({"level": "warn"})).await.unwrap().value;
        assert_eq!(warnings.length(), Some(1));
        assert_eq!(agent.call("console", json!({"filter": "ONE"})).await.unwrap().value.length(), Some(1));
        assert!(agent.call("console", json!({"level": "loud"})).await.is_err());
        let errors = text(&agent.call("errors", json!({"last": 1})).await.unwrap().value);
        assert!(errors.contains("Error: broken"), "{errors}");
        agent.call("errors_clear", json!({})).await.unwrap();
        agent.call("console_clear", json!({})).await.unwrap();
        assert_eq!(text(&agent.call("errors", json!({})).await.unwrap().value), "[]");
        assert_eq!(text(&agent.call("console", json!({})).await.unwrap().value), "[]");
    });
}

#[test]
fn highlight_leaves_document_unchanged() {
    perform(|agent| async move {
        agent.open("<button>Save</button>").await;
        let before = script(&agent, "document.documentElement.outerHTML").await;
        let target = json!({"text": "Save"});
        agent
            .call("highlight", json!({"target": target, "color": "#00ff00", "duration": "1ms"}))
            .await
            .unwrap();
        assert_eq!(script(&agent, "document.documentElement.outerHTML").await, before);
        agent.call("highlight_clear", json!({})).await.unwrap();
        assert!(agent.call("highlight", json!({"target": target, "color": "colourful"})).await.is_err());
        assert!(agent.on("highlight", "Nothing of that name").await.is_err());
    });
}

#[test]
fn trace_recording_and_pdf_write_files() {
    perform(|agent| async move {
        let folder = tempfile::tempdir().unwrap();
        let cx = Context::new(&agent.session, folder.path());
        assert!(agent.call_in_context(&cx, "trace_stop", json!({})).await.is_err());
        assert!(agent.call_in_context(&cx, "record_stop", json!({})).await.is_err());
        agent.call_in_context(&cx, "trace_start", json!({})).await.unwrap();
        assert!(agent.call_in_context(&cx, "trace_start", json!({})).await.is_err(), "one at a time");
        agent.visit("docs", "/").await;
        script(&agent, "console.log('marked')").await;
        let failure =
            agent.call_in_context(&cx, "record_start", json!({"path": "film.webm"})).await.unwrap_err();
        assert_eq!(failure.cause, Cause::InvalidParameter, "it says what it can write");
        agent
            .call_in_context(&cx, "record_start", json!({"path": "film.avi", "quality": "low"}))
            .await
            .unwrap();
        let paint = "return new Promise((done) => { let n = 0; const step = () => { document.body.style.background = \
            `rgb(${n * 20},0,0)`; ++n < 12 ? requestAnimationFrame(step) : done(n) }; step() })";
        assert_eq!(script(&agent, paint).await, "12");
        let film = agent.call_in_context(&cx, "record_stop", json!({})).await.unwrap();
        let written = std::fs::read(folder.path().join("film.avi")).unwrap();
        assert!(
            written.starts_with(b"RIFF") && written.windows(2).any(|pair| pair == [0xff, 0xd8]),
            "a picture"
        );
        assert!(film.value.as_object().unwrap()["pictures"].as_number().unwrap().as_i64().unwrap() > 0);

        let trace = agent.call_in_context(&cx, "trace_stop", json!({"path": "trace.json"})).await.unwrap();
        let written = std::fs::read_to_string(folder.path().join("trace.json")).unwrap();
        let events: serde_json::Value = serde_json::from_str(&written).unwrap();
        let events = events["traceEvents"].as_array().unwrap();
        assert!(events.iter().any(|event| event["ph"] == "X" && event["cat"] == "document"), "{written}");
        assert!(events.iter().any(|event| event["name"] == "marked"), "{written}");
        assert!(text(&trace.value).contains("trace.json"));

        let given = json!({"path": "page.pdf", "format": "Letter", "landscape": true, "margin": "5mm"});
        agent.call_in_context(&cx, "pdf", given).await.unwrap();
        let printed = std::fs::read(folder.path().join("page.pdf")).unwrap();
        assert!(printed.starts_with(b"%PDF"));
        for bad in [json!({"path": "a.pdf", "format": "A99"}), json!({"path": "a.pdf", "margin": "9m"})] {
            assert!(agent.call_in_context(&cx, "pdf", bad).await.is_err());
        }
    });
}
