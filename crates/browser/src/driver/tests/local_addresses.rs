//! Tests host names that resolve to this machine, while an untrusted definition runs.

use std::sync::Arc;

use lemmascope_intent::{Cause, Sandbox};
use serde_json::json;

use super::super::confinement::Confinement;
use super::super::resolution::INWARD;
use super::*;

fn at(server: &Server, path: &str) -> String {
    format!("http://site{INWARD}:{}{path}", server.port)
}

async fn server() -> Server {
    let known = std::sync::Arc::new(std::sync::OnceLock::<u16>::new());
    let port = std::sync::Arc::clone(&known);
    let server = Server::start(move |path| {
        let inward = format!("http://site{INWARD}:{}", port.get()?);
        match path {
            "/bounce" => Some(Answer::redirect(&format!("{inward}/bounced"))),
            "/page" => Some(Answer::page(&format!(
                "<iframe src={inward}/frame></iframe><iframe src=/bounce></iframe><img src={inward}/image>
                 <script>
                   const done = (thing) => new Promise((done) => {{ thing.onerror = thing.onopen = done }});
                   var tried = Promise.allSettled([
                     fetch('{inward}/fetch', {{mode: 'no-cors'}}),
                     fetch('http://localhost:{0}/literal', {{mode: 'no-cors'}}),
                     fetch('/own', {{mode: 'no-cors'}}),
                     done(new WebSocket('{inward}/socket'.replace('http', 'ws'))),
                   ]).then(() => 'all');
                 </script>",
                port.get()?
            ))),
            "/own" | "/plain" => Some(Answer::page("plain")),
            _ => Some(Answer::page("inner")),
        }
    })
    .await
    .unwrap();
    known.set(server.port).unwrap();
    server
}

/// Returns the paths that a local page reaches, opened by the user, while an untrusted definition runs on it.
async fn reached(server: &Server, scene: &Scene, paths: &[&'static str]) -> Vec<&'static str> {
    let tab = scene.tab(&server.url("/plain")).await;
    scene.context.confine(Some(Confinement::new(Arc::new(Sandbox::of_page()), &server.url("/plain")))).await;
    // The page's content is replaced by a script, since navigation is refused.
    let write = "fetch('/page').then((r) => r.text()).then((text) => { document.open(); document.write(text); document.close() })";
    eval(&tab, write).await;
    assert_eq!(eval(&tab, "tried").await, json!("all"));
    let failure = tab.navigate(&at(server, "/main"), None, LIMIT).await.unwrap_err();
    assert_eq!(failure.cause, Cause::Forbidden, "{failure}");
    assert!(failure.message.contains("untrusted"), "{failure}");
    scene.context.confine(None).await;
    paths.iter().copied().filter(|path| !server.requests(path).is_empty()).collect()
}

const INNER: [&str; 6] = ["/frame", "/bounced", "/image", "/fetch", "/literal", "/main"];

#[tokio::test]
async fn blocks_host_names_that_resolve_to_loopback() {
    let server = server().await;
    let scene = scene().await;
    assert_eq!(reached(&server, &scene, &INNER).await, Vec::<&str>::new());
    assert!(!server.requests("/own").is_empty(), "the page goes on with its own");
    let tab = scene.tab(&at(&server, "/main")).await;
    assert_eq!(ours(&tab, "lemmascope.text").await, json!("inner"), "a person may go there");
    scene.end().await;
}

#[tokio::test]
async fn guarded_context_also_blocks_loopback_sockets() {
    let server = server().await;
    let scene = scene_with(|options| options.guarded = true).await;
    let paths = [INNER.as_slice(), &["/socket"]].concat();
    assert_eq!(reached(&server, &scene, &paths).await, Vec::<&str>::new());
    assert!(!server.requests("/own").is_empty(), "the page goes on with its own");
    let tab = scene.tab(&at(&server, "/main")).await;
    assert_eq!(ours(&tab, "lemmascope.text").await, json!("inner"), "a person may go there");
    scene.end().await;
}

#[tokio::test]
async fn allow_list_with_loopback_admits_only_user_navigation() {
    let server = server().await;
    let listed = ["127.0.0.1", "localhost", INWARD];
    let scene = scene_with(|options| options.allow = super::super::allow_list::AllowList::new(listed)).await;
    let paths = [INNER.as_slice(), &["/socket"]].concat();
    assert_eq!(reached(&server, &scene, &paths).await, Vec::<&str>::new());
    let tab = scene.tab(&at(&server, "/main")).await;
    assert_eq!(ours(&tab, "lemmascope.text").await, json!("inner"), "a person may go there");
    scene.end().await;
}
