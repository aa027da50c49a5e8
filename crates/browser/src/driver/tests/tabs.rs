use serde_json::json;

use super::super::cookie::Cookie;
use super::super::input::{Key, Modifiers};
use super::super::keys::stroke;
use super::super::options::{Paper, Screenshot};
use super::*;
use crate::driver::Gap;
use crate::testing::lacks;

#[tokio::test]
async fn reports_tabs_opened_by_page() {
    let server = Server::start(|path| match path {
        "/" => Some(Answer::page("<a id=a target=_blank href=/other>open</a>")),
        _ => Some(Answer::page("<title>other</title>other")),
    })
    .await
    .unwrap();
    let scene = scene().await;
    let tab = scene.tab(&server.url("/")).await;
    click(&tab, "#a").await;
    assert!(tab.wait(LIMIT, |state| !state.opened.is_empty()).await);
    let opened = tab.state().opened[0].clone();
    let tabs = scene.context.tabs();
    assert_eq!(tabs.len(), 2);
    let other = tabs.into_iter().find(|tab| tab.id() == opened).unwrap();
    assert!(other.wait(LIMIT, |state| state.url.ends_with("/other") && state.lifecycle.loaded).await);
    assert_eq!(ours(&other, "lemmascope.text").await, json!("other"), "ours is in it from the start");
    other.close().await.unwrap();
    assert!(other.state().closed);
    assert_eq!(scene.context.tabs().len(), 1);
    let failure = other.evaluate(&tab.main_frame().unwrap(), "1", LIMIT).await.unwrap_err();
    assert!(failure.message.contains("closed"), "{failure}");
    scene.end().await;
}

#[tokio::test]
async fn contexts_have_separate_cookies_and_tabs() {
    let server = Server::start(|_| Some(Answer::page("x"))).await.unwrap();
    let scene = scene().await;
    let tab = scene.tab(&server.url("/")).await;
    eval(&tab, "document.cookie = 'who=first; max-age=1000'").await;
    let second = scene.browser.open_context(options(&scene.folder)).await.unwrap();
    let other = second.new_tab(&server.url("/")).await.unwrap();
    assert_eq!(eval(&other, "document.cookie").await, json!(""));
    let cookies = scene.context.cookies().await.unwrap();
    assert_eq!((cookies.len(), cookies[0].name.as_str()), (1, "who"));
    assert!(second.cookies().await.unwrap().is_empty());
    let cookie =
        Cookie { name: "a".into(), value: "b".into(), domain: "127.0.0.1".into(), ..Cookie::default() };
    second.set_cookies(&[cookie]).await.unwrap();
    assert_eq!(eval(&other, "document.cookie").await, json!("a=b"));
    let set = second.cookies().await.unwrap();
    second.delete_cookie(&set[0]).await.unwrap();
    assert!(second.cookies().await.unwrap().is_empty());
    assert_eq!((scene.context.tabs().len(), second.tabs().len()), (1, 1));
    second.dispose().await;
    assert!(other.wait(LIMIT, |state| state.closed).await);
    assert!(!tab.state().closed);
    scene.end().await;
}

#[tokio::test]
async fn keys_type_text_and_trigger_shortcuts() {
    let page = "<textarea id=t autofocus></textarea><script>
      var events = []; addEventListener('keydown', (e) => events.push([e.key, e.code, e.isTrusted, e.ctrlKey]))</script>";
    let server = Server::start(move |_| Some(Answer::page(page))).await.unwrap();
    let scene = scene().await;
    let tab = scene.tab(&server.url("/")).await;
    click(&tab, "#t").await;
    for name in ["a", "B", "enter"] {
        let stroke = stroke(name).unwrap();
        let modifiers = Modifiers::default();
        tab.key(Key::Down { stroke: stroke.clone(), modifiers }).await.unwrap();
        tab.key(Key::Up { stroke, modifiers }).await.unwrap();
    }
    tab.insert_text("éß日本").await.unwrap();
    assert_eq!(eval(&tab, "t.value").await, json!("aB\néß日本"));
    let modifiers = Modifiers { control: true, ..Modifiers::default() };
    tab.key(Key::Down { stroke: stroke("a").unwrap(), modifiers }).await.unwrap();
    assert_eq!(eval(&tab, "t.selectionEnd - t.selectionStart").await, json!(7));
    assert_eq!(eval(&tab, "events[0]").await, json!(["a", "KeyA", true, false]));
    scene.end().await;
}

#[tokio::test]
async fn sets_files_takes_screenshots_and_prints_pdf() {
    let server =
        Server::start(|_| Some(Answer::page("<input id=f type=file multiple><div style='height:3000px'>")))
            .await
            .unwrap();
    let scene = scene().await;
    let tab = scene.tab(&server.url("/")).await;
    let main = tab.main_frame().unwrap();
    let path = scene.folder.path().join("note.txt");
    std::fs::write(&path, "hello").unwrap();
    let key = tab.call(&main, "lemmascope.key", json!(["#f"]), LIMIT).await.unwrap().as_u64().unwrap();
    tab.set_files(&main, key as u32, &[path]).await.unwrap();
    assert_eq!(eval(&tab, "f.files[0].text()").await, json!("hello"));
    let body = tab.call(&main, "lemmascope.key", json!(["body"]), LIMIT).await.unwrap().as_u64().unwrap();
    assert!(tab.set_files(&main, body as u32, &[]).await.unwrap_err().message.contains("takes no files"));
    let png = tab.screenshot(&Screenshot { full_page: true, ..Screenshot::default() }).await.unwrap();
    assert!(png.starts_with(b"\x89PNG"));
    let height = u32::from_be_bytes(png[20..24].try_into().unwrap());
    assert!(height > 3000, "{height}");
    let pdf = tab.pdf(&Paper { width: 8.27, height: 11.69, landscape: false, margin: 0.4 }).await.unwrap();
    assert!(pdf.starts_with(b"%PDF"));
    scene.end().await;
}

#[tokio::test]
async fn drag_carries_transfer_data() {
    let page = "<div id=a draggable=true style='width:100px;height:50px'>a</div>
      <div id=b style='width:100px;height:50px;margin-top:100px'>b</div><script>
      a.ondragstart = (e) => e.dataTransfer.setData('text/plain', 'cargo');
      b.ondragover = (e) => e.preventDefault();
      b.ondrop = (e) => { e.preventDefault(); b.textContent = e.dataTransfer.getData('text/plain') }</script>";
    let server = Server::start(move |_| Some(Answer::page(page))).await.unwrap();
    let scene = scene().await;
    let tab = scene.tab(&server.url("/")).await;
    let middle = |id: &str| {
        format!("(() => {{ const r = {id}.getBoundingClientRect(); return [r.x + 20, r.y + 20] }})()")
    };
    let from = eval(&tab, &middle("a")).await;
    let to = eval(&tab, &middle("b")).await;
    let point =
        |value: &Value| crate::page::Point { x: value[0].as_f64().unwrap(), y: value[1].as_f64().unwrap() };
    tab.drag(point(&from), point(&to)).await.unwrap();
    assert_eq!(eval(&tab, "b.textContent").await, json!("cargo"));
    scene.end().await;
}

#[tokio::test]
async fn highlights_do_not_appear_in_screenshots() {
    if lacks(Gap::Highlight) {
        return;
    }
    let server = Server::start(|path| match path {
        "/inner" => Some(Answer::page("<button id=b>inner</button>")),
        _ => Some(Answer::page(
            "<body style='margin:20px'><button id=b>outer</button><iframe src=/inner></iframe>",
        )),
    })
    .await
    .unwrap();
    let scene = scene().await;
    let tab = scene.tab(&server.url("/")).await;
    let options = Screenshot::default();
    let plain = tab.picture(&options).await.unwrap();
    let frames = tab.frames();
    for frame in &frames {
        let key = tab.call(&frame.id, "lemmascope.key", json!(["#b"]), LIMIT).await.unwrap();
        let key = u32::try_from(key.as_u64().unwrap()).unwrap();
        tab.highlight(&frame.id, key, (255, 0, 0)).await.unwrap();
        let marked = tab.picture(&options).await.unwrap();
        assert!(marked != plain, "the mark shows");
        assert!(tab.screenshot(&options).await.unwrap() == plain, "but not in a picture of the page");
        assert!(tab.picture(&options).await.unwrap() == marked, "and it shows again after it");
    }
    tab.clear_highlights();
    assert!(tab.screenshot(&options).await.unwrap() == plain);
    assert!(tab.picture(&options).await.unwrap() == plain);
    // A highlight on a page that was left is not drawn on the next page.
    let key = tab.call(&frames[0].id, "lemmascope.key", json!(["#b"]), LIMIT).await.unwrap();
    tab.highlight(&frames[0].id, u32::try_from(key.as_u64().unwrap()).unwrap(), (255, 0, 0)).await.unwrap();
    tab.navigate(&server.url("/again"), None, LIMIT).await.unwrap();
    assert!(tab.wait(LIMIT, |state| state.lifecycle.loaded).await);
    assert!(tab.screenshot(&options).await.unwrap() == plain);
    assert!(tab.picture(&options).await.unwrap() == plain);
    scene.end().await;
}
