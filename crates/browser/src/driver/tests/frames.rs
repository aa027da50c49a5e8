use serde_json::json;

use super::*;

#[tokio::test]
async fn evaluates_in_nested_cross_site_frames() {
    let server = Server::start(|path| match path {
        // Frames of three nested sites: 127.0.0.1, localhost, and 127.0.0.1 again.
        path if path.starts_with("/outer") => {
            let port = path.rsplit('=').next().unwrap_or_default();
            Some(Answer::page(&format!(
                "outer <iframe id=near src=/near></iframe>
                 <iframe id=far name=far src=http://localhost:{port}/middle?port={port}></iframe>"
            )))
        }
        "/near" => Some(Answer::page("near")),
        path if path.starts_with("/middle") => {
            let port = path.rsplit('=').next().unwrap_or_default();
            Some(Answer::page(&format!("middle <iframe id=deep src=http://127.0.0.1:{port}/deep></iframe>")))
        }
        "/deep" => Some(Answer::page("deep <script>var own = 'deep'</script>")),
        _ => None,
    })
    .await
    .unwrap();
    let scene = scene().await;
    let tab = scene.tab(&server.url(&format!("/outer?port={}", server.port))).await;
    let all = |tab: &Tab| {
        let frames = tab.frames();
        frames.len() == 4 && frames.iter().all(|frame| frame.ready && frame.url.starts_with("http"))
    };
    assert!(tab.wait(LIMIT, |state| state.frames.len() == 4 && !state.loading).await, "{:?}", tab.frames());
    assert!(all(&tab), "{:#?}", tab.frames());
    let frames = tab.frames();
    let find = |end: &str| frames.iter().find(|frame| frame.url.contains(end)).unwrap();
    let (outer, near, middle, deep) = (find("/outer"), find("/near"), find("/middle"), find("/deep"));
    assert_eq!(frames[0], *outer);
    assert_eq!(near.parent.as_ref(), Some(&outer.id));
    assert_eq!(middle.parent.as_ref(), Some(&outer.id));
    assert_eq!(deep.parent.as_ref(), Some(&middle.id));
    assert_eq!(middle.name, "far");
    for (frame, text) in [(outer, "outer"), (near, "near"), (middle, "middle"), (deep, "deep")] {
        let read = tab.call(&frame.id, "lemmascope.text", json!([]), LIMIT).await.unwrap();
        assert!(read.as_str().unwrap().starts_with(text), "{read}");
    }
    assert_eq!(tab.evaluate(&deep.id, "own", LIMIT).await.unwrap(), json!("deep"));
    for (frame, parent, css) in [(near, outer, "#near"), (middle, outer, "#far"), (deep, middle, "#deep")] {
        let owner = tab.frame_owner(&frame.id).await.unwrap();
        let key = tab.call(&parent.id, "lemmascope.key", json!([css]), LIMIT).await.unwrap();
        assert_eq!(json!(owner), key, "{css}");
        assert_eq!(tab.frame_owner(&frame.id).await.unwrap(), owner);
    }

    // A frame that moves to another process and back keeps its id.
    let go = format!("near.src = 'http://localhost:{}/near?far'", server.port);
    eval(&tab, &go.replace("near.src", "document.querySelector('#near').src")).await;
    let settled = |url: &'static str| {
        let id = near.id.clone();
        move |state: &super::super::TabState| {
            state.frame(&id).is_some_and(|f| f.url.ends_with(url) && f.isolated.is_some() && !f.loading)
        }
    };
    assert!(tab.wait(LIMIT, settled("/near?far")).await, "{:#?}", tab.frames());
    let host = tab.call(&near.id, "() => location.hostname", json!([]), LIMIT).await.unwrap();
    assert_eq!(host, json!("localhost"));
    eval(&tab, "document.querySelector('#near').src = '/near'").await;
    assert!(tab.wait(LIMIT, settled("/near")).await, "{:#?}", tab.frames());
    let host = tab.call(&near.id, "() => location.hostname", json!([]), LIMIT).await.unwrap();
    assert_eq!(host, json!("127.0.0.1"));
    eval(&tab, "document.querySelector('#far').remove()").await;
    assert!(tab.wait(LIMIT, |state| state.frames.len() == 2).await, "{:#?}", tab.frames());
    let failure = tab.call(&deep.id, "lemmascope.text", json!([]), LIMIT).await.unwrap_err();
    assert!(super::super::is_page_gone(&failure), "{failure}");
    scene.end().await;
}

#[tokio::test]
async fn mouse_clicks_reach_cross_site_frames() {
    let server = Server::start(|path| match path {
        "/inner" => Some(Answer::page("<body style='margin:0'><button style='width:200px;height:100px' onclick='this.textContent=event.isTrusted'>x")),
        path if path.starts_with("/?") => {
            let port = &path[2..];
            Some(Answer::page(&format!(
                "<body style='margin:0'><iframe style='border:0;margin:50px' src=http://localhost:{port}/inner></iframe>"
            )))
        }
        _ => None,
    })
    .await.unwrap();
    let scene = scene().await;
    let tab = scene.tab(&server.url(&format!("/?{}", server.port))).await;
    use super::super::input::{Button, Mouse};
    let at = crate::page::Point { x: 150.0, y: 100.0 };
    let button = Button::Left;
    // An out-of-process frame receives events only after it is rendered, so the click is retried.
    let began = std::time::Instant::now();
    let mut text = json!(null);
    while text != json!("true") && began.elapsed() < LIMIT {
        tab.mouse(Mouse::Moved { at, held: None }).await.unwrap();
        tab.mouse(Mouse::Pressed { at, button, clicks: 1 }).await.unwrap();
        tab.mouse(Mouse::Released { at, button, clicks: 1 }).await.unwrap();
        text = tab.call(&tab.frames()[1].id, "lemmascope.text", json!([]), LIMIT).await.unwrap();
    }
    assert_eq!(text, json!("true"));
    scene.end().await;
}
