//! Tests of pages through a proxy, with and without an allow list.

use std::sync::Arc;

use lemmascope_intent::{Cause, PackDomain, Sandbox, Secret, texts};
use lemmascope_sites::{Answer, Server};
use serde_json::json;

use super::small_proxy::{FAR, SmallProxy};
use super::{LIMIT, context, evaluate, visit};
use crate::session::Preferences;
use crate::testing::sessions;

async fn server() -> Server {
    Server::start(|path| matches!(path, "/page" | "/other" | "/fetched").then(|| Answer::page("there")))
        .await
        .unwrap()
}

/// Opens a WebSocket, which the test server refuses on arrival.
fn socket(host: &str) -> String {
    format!(
        "new Promise((done) => {{ const s = new WebSocket('ws://{host}/socket'); s.onerror = s.onopen = () => done(1) }})"
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn all_traffic_uses_proxy_with_credentials() {
    for (kind, authorization) in [
        ("http", None),
        ("http", Some("Basic YW5uOnMzY3JldA==")),
        ("socks5", None),
        ("socks5", Some("ann:s3cret")),
    ] {
        let server = server().await;
        let proxy = SmallProxy::start(kind, server.port, authorization).await;
        let sessions = sessions("proxied");
        let mut session = sessions.enter("proxied").await;
        // The password is given once in the address by a setting, and once by a separate option.
        let address = match authorization {
            Some(_) => format!("{kind}://ann:s3cret@127.0.0.1:{}", proxy.port),
            None => format!("{kind}://127.0.0.1:{}", proxy.port),
        };
        let cx = context("proxied", &[("web.proxy", address.into())]);
        session.start(&sessions, &cx).await.unwrap();
        let tab = session.tab().unwrap();
        visit(&tab, &format!("http://{FAR}/page")).await;
        assert_eq!(
            evaluate(
                &tab,
                "fetch('/fetched', {method: 'POST', body: 'x'.repeat(9000)}).then((r) => r.text())"
            )
            .await,
            json!("<!doctype html><meta charset=utf-8>there")
        );
        evaluate(&tab, &socket(FAR)).await;
        // Requests to this machine also go through the proxy, unless the host is on the bypass list.
        visit(&tab, "http://127.0.0.1:8007/other").await;
        for path in ["/page", "/fetched", "/socket", "/other"] {
            assert_eq!(server.requests(path).len(), 1, "{kind} {path}");
        }
        let asked = proxy.asked().join("\n");
        assert!(asked.contains(FAR) && asked.contains("127.0.0.1:8007"), "{kind}: {asked}");
        assert!(!server.requests("/page")[0].headers.contains_key("x-forwarded-for"));
        drop(session);
        sessions.close_all().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn distinguishes_proxy_authentication_and_connection_errors() {
    let server = server().await;
    let proxy = SmallProxy::start("socks5", server.port, Some("ann:right")).await;
    let sessions = sessions("proxy-faults");
    let cx = context("faults", &[]);
    let mut session = sessions.enter("faults").await;
    let preferences = Preferences {
        proxy: Some(format!("socks5://127.0.0.1:{}", proxy.port)),
        proxy_username: Some("ann".into()),
        proxy_password: Some(Secret::new("wrong".into())),
        proxy_bypass: Some(vec!["127.0.0.1".into()]),
        ..Preferences::default()
    };
    session.prefer(preferences).await.unwrap();
    session.start(&sessions, &cx).await.unwrap();
    let tab = session.tab().unwrap();
    let failure = tab.navigate(&format!("http://{FAR}/page"), None, LIMIT).await.unwrap_err();
    let said = failure.context.join(" ");
    assert!(said.contains("refuses the user name or the password") && !said.contains("wrong"), "{failure:?}");
    assert!(server.requests("/page").is_empty());
    visit(&tab, &server.url("/other")).await;
    assert!(proxy.asked().is_empty(), "a listed host is reached without it");

    let nobody = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port();
    let other = Preferences { proxy: Some(format!("http://127.0.0.1:{nobody}")), ..Preferences::default() };
    session.prefer(other).await.unwrap();
    let failure = session.start(&sessions, &cx).await.unwrap_err();
    assert_eq!(failure.cause, Cause::Unavailable);
    assert!(
        failure.message.contains(&format!("the proxy http://127.0.0.1:{nobody} does not answer")),
        "{failure}"
    );
    assert!(failure.hint.unwrap().contains("web.proxy"));
    drop(session);
    sessions.close_all().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn allow_list_applies_through_proxy() {
    let server = server().await;
    for kind in ["http", "socks5"] {
        let proxy = SmallProxy::start(kind, server.port, None).await;
        let sessions = sessions("proxied-list");
        let address = format!("{kind}://127.0.0.1:{}", proxy.port);
        let settings = [("web.proxy", address.into()), ("web.allowed_domains", texts([FAR]))];
        let cx = context("listed", &settings);
        let mut session = sessions.enter("listed").await;
        session.start(&sessions, &cx).await.unwrap();
        let tab = session.tab().unwrap();
        visit(&tab, &format!("http://{FAR}/page")).await;
        let failure = tab.navigate("http://elsewhere.example/other", None, LIMIT).await.unwrap_err();
        assert_eq!(failure.cause, Cause::Forbidden, "{failure}");
        evaluate(&tab, &socket("elsewhere.example")).await;
        let code = "onconnect = (e) => fetch('http://elsewhere.example/fetched', {mode: 'no-cors'}).catch(() => 0).then(() => e.ports[0].postMessage(1))";
        let shared = format!(
            "new Promise((done) => {{ new SharedWorker(URL.createObjectURL(new Blob([`{code}`]))).port.onmessage = () => done(1) }})"
        );
        evaluate(&tab, &shared).await;
        assert!(proxy.asked().iter().all(|one| !one.contains("elsewhere")), "{kind}: {:?}", proxy.asked());
        drop(session);
        sessions.close_all().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn pack_confinement_applies_through_proxy() {
    let server = server().await;
    let proxy = SmallProxy::start("http", server.port, None).await;
    let sessions = sessions("proxied-pack");
    let mut cx = context("pack", &[("web.proxy", format!("http://127.0.0.1:{}", proxy.port).into())]);
    let domains = [FAR].map(|domain| PackDomain::read(domain).unwrap());
    let sandbox = Arc::new(Sandbox::of_pack("shop", Arc::new(domains)));
    cx.sandbox = Some(Arc::clone(&sandbox));
    let mut session = sessions.enter("pack").await;
    session.start(&sessions, &cx).await.unwrap();
    let tab = session.tab().unwrap();
    visit(&tab, &format!("http://{FAR}/page")).await;
    session.confine(Some(&sandbox)).await.unwrap();
    for url in ["http://127.0.0.1:80/other", "http://elsewhere.example/other"] {
        let failure = tab.navigate(url, None, LIMIT).await.unwrap_err();
        assert_eq!(failure.cause, Cause::Forbidden, "{url}: {failure}");
    }
    for host in ["127.0.0.1:9000", "localhost:9000", "[::1]:9000"] {
        evaluate(&tab, &socket(host)).await;
    }
    let inward: Vec<String> = proxy.asked().into_iter().filter(|one| !one.contains(FAR)).collect();
    assert!(inward.is_empty(), "{inward:?}");
    drop(session);
    sessions.close_all().await;
}
