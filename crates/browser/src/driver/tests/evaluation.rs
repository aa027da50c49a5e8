use serde_json::{Value, json};

use super::*;
use crate::driver::Gap;
use crate::testing::lacks;

#[tokio::test]
async fn isolated_world_shares_only_the_document() {
    let server = Server::start(|_| {
        Some(Answer::page("<p id=p>hello</p><script>var mine = 7; JSON.stringify = () => 'no'</script>"))
    })
    .await
    .unwrap();
    let scene = scene().await;
    let tab = scene.tab(&server.url("/")).await;
    assert_eq!(eval(&tab, "mine + 1").await, json!(8));
    assert_eq!(eval(&tab, "typeof lemmascope").await, json!("undefined"), "the page does not see ours");
    assert_eq!(ours(&tab, "() => typeof mine").await, json!("undefined"), "and we are not in the page's");
    assert_eq!(ours(&tab, "lemmascope.text").await, json!("hello"));
    let main = tab.main_frame().unwrap();
    let sum = tab.call(&main, "async (a, b) => a.x + b", json!([{"x": 1}, 2]), LIMIT).await.unwrap();
    assert_eq!(sum, json!(3));
    assert_eq!(eval(&tab, "Promise.resolve([1, null, {a: 'b'}])").await, json!([1, null, {"a": "b"}]));
    assert_eq!(eval(&tab, "0 / 0").await, json!("NaN"));
    assert_eq!(eval(&tab, "undefined").await, Value::Null);
    scene.end().await;
}

#[tokio::test]
async fn throwing_and_hanging_scripts_fail() {
    let scene = scene().await;
    let tab = scene.tab("about:blank").await;
    let main = tab.main_frame().unwrap();
    let failure = tab.evaluate(&main, "nothing.at.all", LIMIT).await.unwrap_err();
    assert!(failure.message.contains("ReferenceError"), "{failure}");
    let failure = tab.call(&main, "() => { throw new Error('no') }", json!([]), LIMIT).await.unwrap_err();
    assert!(failure.message.contains("Error: no"), "{failure}");
    let short = std::time::Duration::from_millis(200);
    let failure = tab.evaluate(&main, "new Promise(() => {})", short).await.unwrap_err();
    assert_eq!(failure.cause, lemmascope_intent::Cause::Timeout);
    let failure = tab.evaluate(&main, "({ toString() {} }) +", LIMIT).await.unwrap_err();
    assert!(failure.message.contains("SyntaxError"), "{failure}");
    scene.end().await;
}

/// A loop that runs longer than any test waits.
const LOOP: &str = "const end = Date.now() + 90000; while (Date.now() < end);";

/// Resolves to `yes` once the page's timer advances.
const TICKING: &str =
    "new Promise((done) => { const was = ticks; setInterval(() => ticks > was + 3 && done('yes'), 10) })";

#[tokio::test]
async fn ends_script_after_timeout_and_keeps_page() {
    if lacks(Gap::EndScripts) {
        return;
    }
    let page = "<script>const slow = { get value() { LOOP } }; let ticks = 0; setInterval(() => ticks++, 10)</script>";
    let page = page.replace("LOOP", LOOP);
    let server = Server::start(move |_| Some(Answer::page(&page))).await.unwrap();
    let scene = scene().await;
    let tab = scene.tab(&server.url("/")).await;
    let main = tab.main_frame().unwrap();
    let short = std::time::Duration::from_millis(300);
    let failure = tab.evaluate(&main, "slow.value", short).await.unwrap_err();
    assert_eq!(failure.cause, lemmascope_intent::Cause::Timeout, "{failure}");
    let soon = std::time::Duration::from_secs(5);
    assert_eq!(tab.evaluate(&main, TICKING, soon).await.unwrap(), json!("yes"));
    scene.end().await;
}

#[tokio::test]
async fn recovers_hanging_page() {
    if lacks(Gap::EndScripts) {
        return;
    }
    let page = "<script>let ticks = 0; setInterval(() => ticks++, 10); const hang = () => { LOOP }</script>";
    let page = page.replace("LOOP", LOOP);
    let server = Server::start(move |_| Some(Answer::page(&page))).await.unwrap();
    let scene = scene().await;
    let tab = scene.tab(&server.url("/")).await;
    let main = tab.main_frame().unwrap();
    eval(&tab, "void setTimeout(hang, 0)").await;
    let short = std::time::Duration::from_millis(300);
    let failure = tab.call(&main, "lemmascope.text", json!([]), short).await.unwrap_err();
    assert_eq!(failure.cause, lemmascope_intent::Cause::Timeout, "{failure}");
    assert_eq!(ours(&tab, "lemmascope.text").await, json!(""));
    assert_eq!(eval(&tab, TICKING).await, json!("yes"));
    scene.end().await;
}

#[tokio::test]
async fn adopts_closed_shadow_roots() {
    let page = "<my-card></my-card><my-open></my-open><script>
      customElements.define('my-card', class extends HTMLElement {
        constructor() { super(); this.attachShadow({mode: 'closed'}).innerHTML = '<b>hidden inside</b>' }
      });
      customElements.define('my-open', class extends HTMLElement {
        constructor() { super(); this.attachShadow({mode: 'open'}).innerHTML = 'seen' }
      });</script>";
    let server = Server::start(move |_| Some(Answer::page(page))).await.unwrap();
    let scene = scene().await;
    let tab = scene.tab(&server.url("/")).await;
    let main = tab.main_frame().unwrap();
    assert_eq!(tab.adopt_closed_roots(&main).await.unwrap(), 1);
    assert_eq!(ours(&tab, "lemmascope.adopted").await, json!(["hidden inside"]));
    scene.end().await;
}

#[tokio::test]
async fn records_console_and_script_errors() {
    let page = "<script>console.warn('careful', 3, {a: 1}); setTimeout(() => { null.x }, 0)</script>";
    let server = Server::start(move |path| (path == "/").then(|| Answer::page(page))).await.unwrap();
    let scene = scene().await;
    let tab = scene.tab(&server.url("/")).await;
    assert!(tab.wait(LIMIT, |state| state.errors_thrown > 0 && state.console_lines > 0).await);
    {
        let state = tab.state();
        let warning = state.console.iter().find(|entry| entry.level == "warning").unwrap();
        assert!(warning.text.starts_with("careful 3"), "{}", warning.text);
        assert!(state.errors[0].message.contains("TypeError"), "{}", state.errors[0].message);
    }
    scene.end().await;
}
