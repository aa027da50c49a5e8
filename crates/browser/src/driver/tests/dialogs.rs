use lemmascope_intent::Cause;
use serde_json::json;

use super::super::dialog::{DialogKind, DialogPolicy};
use super::super::is_dialog_open;
use super::*;

const PAGE: &str = "<button id=alert onclick=\"alert('hi'); document.title = 'after'\">a</button>
  <button id=ask onclick=\"document.title = confirm('Delete?')\">b</button>
  <button id=name onclick=\"document.title = prompt('Name?', 'Ann')\">c</button>
  <button id=guard onclick=\"onbeforeunload = (e) => { e.preventDefault(); return 'x' }\">d</button>";

async fn opened() -> (Server, Scene, Tab) {
    let server = Server::start(|_| Some(Answer::page(PAGE))).await.unwrap();
    let scene = scene().await;
    let tab = scene.tab(&server.url("/")).await;
    (server, scene, tab)
}

#[tokio::test]
async fn alert_is_accepted_and_confirm_waits_for_answer() {
    let (_server, scene, tab) = opened().await;
    click(&tab, "#alert").await;
    assert_eq!(eval(&tab, "document.title").await, json!("after"));
    assert_eq!(tab.state().dialogs[0].dialog.message, "hi");

    click(&tab, "#ask").await;
    assert!(tab.wait(LIMIT, |state| state.dialog.is_some()).await);
    assert_eq!(tab.state().dialog.as_ref().unwrap().kind, DialogKind::Confirm);
    let main = tab.main_frame().unwrap();
    let failure = tab.evaluate(&main, "1", LIMIT).await.unwrap_err();
    assert!(is_dialog_open(&failure) && failure.cause == Cause::Unavailable, "{failure}");
    assert!(failure.message.contains("Delete?"));
    tab.answer_dialog(true, None).await.unwrap();
    assert_eq!(eval(&tab, "document.title").await, json!("true"));
    assert!(tab.answer_dialog(true, None).await.is_err(), "there is none any more");

    click(&tab, "#name").await;
    assert!(tab.wait(LIMIT, |state| state.dialog.is_some()).await);
    tab.answer_dialog(true, Some("Bob")).await.unwrap();
    assert_eq!(eval(&tab, "document.title").await, json!("Bob"));
    scene.end().await;
}

#[tokio::test]
async fn script_opening_a_dialog_does_not_hang() {
    let (_server, scene, tab) = opened().await;
    let main = tab.main_frame().unwrap();
    let failure = tab.evaluate(&main, "confirm('now?')", LIMIT).await.unwrap_err();
    assert!(is_dialog_open(&failure), "{failure}");
    tab.answer_dialog(false, None).await.unwrap();
    scene.context.set_dialog_policy(DialogPolicy::Dismiss);
    assert_eq!(eval(&tab, "confirm('again?')").await, json!(false));
    scene.context.set_dialog_policy(DialogPolicy::Accept);
    assert_eq!(eval(&tab, "prompt('who?', 'me')").await, json!("me"));
    scene.end().await;
}

#[tokio::test]
async fn beforeunload_dialog_interrupts_navigation() {
    let (server, scene, tab) = opened().await;
    click(&tab, "#guard").await;
    let failure = tab.navigate(&server.url("/next"), None, LIMIT).await.unwrap_err();
    assert!(is_dialog_open(&failure), "{failure}");
    assert_eq!(tab.state().dialog.as_ref().unwrap().kind, DialogKind::BeforeUnload);
    tab.answer_dialog(true, None).await.unwrap();
    assert!(tab.wait(LIMIT, |state| state.url.ends_with("/next")).await);
    scene.end().await;
}
