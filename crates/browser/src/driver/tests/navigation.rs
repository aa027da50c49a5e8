use std::collections::BTreeMap;
use std::time::Duration;

use lemmascope_intent::Cause;
use serde_json::json;

use super::*;

#[tokio::test]
async fn navigates_and_goes_back() {
    let server = Server::start(|path| match path {
        "/a" => Some(Answer::page("<title>A</title><p>first</p>")),
        "/b" => Some(Answer::page("<title>B</title><p>second</p>")),
        "/to-a" => Some(Answer::redirect("/a")),
        _ => None,
    })
    .await
    .unwrap();
    let scene = scene().await;
    let tab = scene.tab(&server.url("/to-a")).await;
    assert_eq!(tab.state().url, server.url("/a"), "redirects are followed");
    assert_eq!(tab.title().await.unwrap(), "A");
    let first = tab.state().document.clone();
    tab.navigate(&server.url("/b#part"), None, LIMIT).await.unwrap();
    assert_eq!(tab.state().url, server.url("/b#part"));
    assert_ne!(tab.state().document, first);
    assert_eq!(ours(&tab, "lemmascope.text").await, json!("second"), "the world is that of the new document");
    let before = tab.state().navigations;
    tab.navigate(&server.url("/b#other"), None, LIMIT).await.unwrap();
    assert!(tab.wait(LIMIT, |state| state.navigations > before).await, "so does going within the document");
    assert!(tab.history(-2, LIMIT).await.unwrap());
    assert_eq!(tab.state().url, server.url("/a"));
    assert!(!tab.history(-9, LIMIT).await.unwrap(), "there is nothing that far back");
    let document = tab.state().document.clone();
    let asked = server.requests("/a").len();
    tab.reload(true, LIMIT).await.unwrap();
    assert_ne!(tab.state().document, document);
    assert_eq!(server.requests("/a").len(), asked + 1, "nothing comes from the cache");
    scene.end().await;
}

#[tokio::test]
async fn describes_navigation_failures() {
    let server = Server::start(|path| (path == "/slow").then_some(Answer::Silence)).await.unwrap();
    let free = {
        let listener = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
        listener.local_addr().unwrap().port()
    };
    let scene = scene().await;
    let tab = scene.tab("about:blank").await;
    let failure = tab.navigate(&format!("http://127.0.0.1:{free}/"), None, LIMIT).await.unwrap_err();
    assert!(failure.message.contains("nothing answers"), "{failure}");
    let failure = tab.navigate("http://nowhere.invalid/", None, LIMIT).await.unwrap_err();
    assert!(failure.message.contains("no host of that name"), "{failure}");
    let failure = tab.navigate("nonsense", None, LIMIT).await.unwrap_err();
    assert_eq!(failure.cause, Cause::InvalidParameter);
    let failure = tab.navigate(&server.url("/slow"), None, Duration::from_millis(300)).await.unwrap_err();
    assert_eq!(failure.cause, Cause::Timeout);
    tab.navigate(&server.url("/missing"), None, LIMIT).await.unwrap();
    assert_eq!(ours(&tab, "lemmascope.text").await, json!("not here"), "an error page of the site is a page");
    scene.end().await;
}

#[tokio::test]
async fn navigation_headers_apply_to_one_request() {
    let server = Server::start(|path| match path {
        "/" => Some(Answer::page("<img src=/picture>")),
        "/next" => Some(Answer::page("next")),
        _ => None,
    })
    .await
    .unwrap();
    let scene = scene().await;
    let tab = scene.tab("about:blank").await;
    let headers = BTreeMap::from([("X-Test".to_string(), "yes".to_string())]);
    tab.navigate(&server.url("/"), Some(&headers), LIMIT).await.unwrap();
    assert!(tab.wait(LIMIT, |state| state.lifecycle.loaded).await);
    tab.navigate(&server.url("/next"), None, LIMIT).await.unwrap();
    assert_eq!(server.requests("/")[0].headers.get("x-test").map(String::as_str), Some("yes"));
    assert!(!server.requests("/picture")[0].headers.contains_key("x-test"));
    assert!(!server.requests("/next")[0].headers.contains_key("x-test"));
    scene.end().await;
}

#[tokio::test]
async fn records_requests_and_distinguishes_streams() {
    let page = "<script>
      fetch('/data', {method: 'POST', body: 'x'}); fetch('/hangs'); new EventSource('/events');
    </script>";
    let server = Server::start(move |path| match path {
        "/" => Some(Answer::page(page)),
        "/data" => Some(Answer::Raw(201, vec![], b"{}".to_vec())),
        "/hangs" | "/events" => Some(Answer::Silence),
        _ => None,
    })
    .await
    .unwrap();
    let scene = scene().await;
    let tab = scene.tab(&server.url("/")).await;
    let is = |state: &super::super::TabState, path: &str, done: bool| {
        state.requests.iter().any(|r| r.url.ends_with(path) && r.finished.is_some() == done)
    };
    assert!(
        tab.wait(LIMIT, |state| is(state, "/data", true) && is(state, "/events", false)).await,
        "{:?}",
        tab.state().requests
    );
    {
        let state = tab.state();
        let data = state.requests.iter().find(|request| request.url.ends_with("/data")).unwrap();
        assert_eq!((data.method.as_str(), data.status, data.kind.as_str()), ("POST", Some(201), "fetch"));
        let pending: Vec<&str> =
            state.requests.iter().filter(|r| r.is_pending()).map(|r| r.url.as_str()).collect();
        assert!(
            pending.iter().all(|url| url.ends_with("/hangs") || url.ends_with("/favicon.ico")),
            "{pending:?}"
        );
    }
    scene.end().await;
}
