//! The routes, pages and background work of a domain.

use reqwest::{Method, StatusCode};
use serde_json::json;

use crate::world::{TOKEN, World, read};

#[tokio::test]
async fn domain_routes_require_authentication() {
    let world = World::new().await;
    let bare = world.bare(Method::GET, "/lab/samples/7").send().await.unwrap();
    assert_eq!(bare.status(), StatusCode::UNAUTHORIZED);

    let (status, sample) = world.get("/lab/samples/7").await;
    assert_eq!((status, sample), (StatusCode::OK, json!({"id": "7", "by": "local", "key": null})));
    let (_, sample) = world.get("/lab/samples/seven").await;
    assert_eq!(sample["name"], "seven", "a route with a shape leaves what does not fit to the other one");

    let marked =
        world.request(Method::POST, "/lab/samples").json(&json!({"note": "red"})).send().await.unwrap();
    let (status, report) = read(marked).await;
    assert_eq!((status, &report["status"]), (StatusCode::CREATED, &json!("ok")), "{report}");

    let (_, recorded) = world.get(&format!("/lab/runs/{}", report["run"].as_str().unwrap())).await;
    assert_eq!((&recorded["status"], &recorded["run"]), (&json!("ok"), &report["run"]), "{recorded}");
    assert_eq!(world.get("/lab/runs/none").await.1, json!({"status": "unknown"}));

    let refused = world.request(Method::POST, "/lab/samples").json(&json!({"note": 3})).send().await.unwrap();
    let (status, refusal) = read(refused).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(refusal, json!({"ok": false, "error": {"code": "PARAMETER_INVALID", "field": "/note"}}));

    let (_, description) = world.get("/openapi.json").await;
    assert_eq!(description["paths"]["/lab/samples"]["post"]["operationId"], "markSample");
    assert_eq!(description["paths"]["/lab/samples/{name}"]["get"]["operationId"], "namedSample");
    assert!(description["paths"].get("/lab/samples/{id}").is_none(), "a path is described once");
    world.stop().await;
}

#[tokio::test]
async fn domain_route_streams_numbered_events() {
    let world = World::new().await;
    let stream = world.request(Method::GET, "/lab/changes").send().await.unwrap().text().await.unwrap();
    assert_eq!(stream, "event: sample\ndata: {\"n\":1}\nid: 1\n\nevent: sample\ndata: {\"n\":2}\nid: 2\n\n");
    world.stop().await;
}

#[tokio::test]
async fn domain_pages_require_login() {
    let world = World::new().await;
    let page = world.bare(Method::GET, "/lab").send().await.unwrap().text().await.unwrap();
    assert!(page.contains("token"), "{page}");
    let cookie = format!("lemmascope_token={TOKEN}");
    let page = world.bare(Method::GET, "/lab").header("cookie", cookie).send().await.unwrap();
    assert!(page.headers()["content-security-policy"].to_str().unwrap().contains("script-src 'self'"));
    assert!(page.text().await.unwrap().contains("<title>Lab</title>"));
    let script = world.bare(Method::GET, "/lab/lab.js").send().await.unwrap();
    assert_eq!(script.headers()["content-type"], "text/javascript; charset=utf-8");
    let missing = world.bare(Method::GET, "/lab/other.js").send().await.unwrap();
    assert_eq!(missing.status(), StatusCode::NOT_FOUND);
    world.stop().await;
}

#[tokio::test]
async fn background_tasks_start_with_the_server() {
    let world = World::new().await;
    let marks = async {
        loop {
            let (_, journal) = world.get("/v1/journal?session=watch").await;
            let (_, runs) = world.get("/v1/runs?session=watch").await;
            if runs["runs"][0]["status"] == "ok" {
                break (journal, runs);
            }
            tokio::task::yield_now().await;
        }
    };
    let (_, runs) = tokio::time::timeout(std::time::Duration::from_secs(20), marks).await.unwrap();
    assert_eq!(runs["runs"][0]["intent"], "lab.mark");
    world.stop().await;
}
