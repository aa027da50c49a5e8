use lemmascope_intent::Cause;
use serde_json::json;

use super::super::allow_list::AllowList;
use super::super::{HeaderRule, Intercept, InterceptAction};
use super::*;

/// A page that tries every way to reach another host.
const PAGE: &str = "<img src=FAR/image><iframe src=FAR/frame></iframe><link rel=stylesheet href=FAR/style>
  <script src=FAR/script></script><link rel=prefetch href=FAR/prefetch>
  <script>
    var tried = Promise.allSettled([
      fetch('FAR/fetch', {mode: 'no-cors'}),
      new Promise((done) => { const s = new WebSocket('FAR/socket'.replace('http', 'ws')); s.onerror = s.onopen = done }),
      new Promise((done) => {
        const code = `fetch('FAR/worker', {mode: 'no-cors'}).finally(() => postMessage(1))`;
        new Worker(URL.createObjectURL(new Blob([code]))).onmessage = done;
      }),
      new Promise((done) => {
        const code = `onconnect = (e) => fetch('FAR/shared', {mode: 'no-cors'}).finally(() => e.ports[0].postMessage(1))`;
        new SharedWorker(URL.createObjectURL(new Blob([code]))).port.onmessage = done;
      }),
      navigator.serviceWorker.register('/service.js').then(() => new Promise((done) => {
        navigator.serviceWorker.onmessage = done;
      })),
      fetch('/bounce', {mode: 'no-cors'}),
      Promise.resolve(navigator.sendBeacon('FAR/beacon', 'x')),
    ]).then(() => 'all');
  </script>";

const SERVICE: &str = "onactivate = (e) => e.waitUntil(clients.claim()
    .then(() => fetch('FAR/service', {mode: 'no-cors'}))
    .catch(() => 0)
    .then(() => clients.matchAll({includeUncontrolled: true}))
    .then((all) => all.forEach((client) => client.postMessage(1))));";

async fn two_sites() -> Server {
    let far = std::sync::Arc::new(std::sync::OnceLock::<String>::new());
    let known = std::sync::Arc::clone(&far);
    let server = Server::start(move |path| {
        let far = known.get()?;
        match path {
            "/" => Some(Answer::page(&PAGE.replace("FAR", far))),
            "/service.js" => Some(Answer::Raw(
                200,
                vec![("Content-Type".into(), "text/javascript".into())],
                SERVICE.replace("FAR", far).into_bytes(),
            )),
            "/bounce" => Some(Answer::redirect(&format!("{far}/bounced"))),
            "/away" => Some(Answer::redirect(&format!("{far}/page"))),
            "/plain" | "/page" => Some(Answer::page("plain")),
            _ => None,
        }
    })
    .await
    .unwrap();
    far.set(server.elsewhere("")).unwrap();
    server
}

const FAR_PATHS: [&str; 13] = [
    "/service",
    "/image",
    "/frame",
    "/style",
    "/script",
    "/prefetch",
    "/fetch",
    "/socket",
    "/worker",
    "/shared",
    "/bounced",
    "/beacon",
    "/page",
];

#[tokio::test]
async fn allow_list_blocks_every_kind_of_request() {
    let server = two_sites().await;
    let scene = scene_with(|options| options.allow = AllowList::new(["127.0.0.1"])).await;
    let tab = scene.tab(&server.url("/")).await;
    assert_eq!(eval(&tab, "tried").await, json!("all"));
    let failure = tab.navigate(&server.url("/away"), None, LIMIT).await.unwrap_err();
    assert_eq!(failure.cause, Cause::Forbidden, "{failure}");
    assert!(failure.message.contains("localhost"), "{failure}");
    assert!(failure.hint.unwrap().contains("web.allowed_domains"));
    let failure = tab.navigate(&server.elsewhere("/page"), None, LIMIT).await.unwrap_err();
    assert_eq!(failure.cause, Cause::Forbidden, "{failure}");
    let failure = tab.navigate("file:///etc/passwd", None, LIMIT).await.unwrap_err();
    assert_eq!(failure.cause, Cause::Forbidden, "{failure}");
    let reached: Vec<&str> = FAR_PATHS.into_iter().filter(|path| !server.requests(path).is_empty()).collect();
    assert!(reached.is_empty(), "{reached:?}");
    tab.navigate(&server.url("/plain"), None, LIMIT).await.unwrap();
    let open =
        "new Promise((done) => { new WebSocket(`ws://${location.host}/near`).onerror = () => done(1) })";
    eval(&tab, open).await;
    assert_eq!(server.requests("/near").len(), 1, "a socket to an allowed host is let through");
    let free = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port();
    let failure = tab.navigate(&format!("http://127.0.0.1:{free}/"), None, LIMIT).await.unwrap_err();
    assert!(failure.message.contains("nothing answers"), "{failure}");
    scene.end().await;
}

#[tokio::test]
async fn without_allow_list_all_requests_pass() {
    let server = two_sites().await;
    let scene = scene().await;
    let tab = scene.tab(&server.url("/")).await;
    assert_eq!(eval(&tab, "tried").await, json!("all"));
    for path in ["/image", "/frame", "/fetch", "/socket", "/worker", "/shared", "/service", "/bounced"] {
        assert!(!server.requests(path).is_empty(), "{path}: the page would reach it");
    }
    scene.end().await;
}

#[tokio::test]
async fn sets_headers_by_domain_and_intercepts_requests() {
    let server = two_sites().await;
    let scene = scene().await;
    let tab = scene.tab(&server.url("/plain")).await;
    let headers = [("X-Key".to_string(), "7".to_string())];
    scene.context.set_headers(Some("localhost"), headers.clone().into()).await;
    assert_eq!(
        scene.context.header_rules(),
        vec![HeaderRule { domain: Some("localhost".into()), headers: headers.into() }]
    );
    tab.navigate(&server.url("/plain?1"), None, LIMIT).await.unwrap();
    tab.navigate(&server.elsewhere("/plain?2"), None, LIMIT).await.unwrap();
    assert!(!server.requests("/plain?1")[0].headers.contains_key("x-key"));
    assert_eq!(server.requests("/plain?2")[0].headers.get("x-key").map(String::as_str), Some("7"));
    assert!(scene.context.clear_headers(None));
    tab.navigate(&server.elsewhere("/plain"), None, LIMIT).await.unwrap();

    let answer = InterceptAction::Respond {
        status: 418,
        mime: "application/json".into(),
        body: b"{\"a\":1}".to_vec(),
    };
    scene.context.intercept(Intercept { pattern: "*/api/*".into(), action: answer, hits: 0 }).await;
    scene
        .context
        .intercept(Intercept { pattern: "/blocked".into(), action: InterceptAction::Block, hits: 0 })
        .await;
    let said = eval(&tab, "fetch('/api/x').then(async (r) => [r.status, await r.json()])").await;
    assert_eq!(said, json!([418, {"a": 1}]));
    assert_eq!(eval(&tab, "fetch('/blocked').catch((e) => 'no')").await, json!("no"));
    assert_eq!(scene.context.clear_intercepts(Some("/blocked")).len(), 1);
    assert_eq!(eval(&tab, "fetch('/blocked').then((r) => r.status)").await, json!(404));
    assert_eq!(scene.context.clear_intercepts(None).len(), 1);
    scene.end().await;
}
