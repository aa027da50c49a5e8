//! Tests of profiles that persist beyond the browser and the engine.

use std::path::Path;
use std::sync::Arc;

use lemmascope_intent::{Cause, Context, Failure, Owner, Seals, Secret};
use lemmascope_sites::{Answer, Server};
use serde_json::json;

use super::{context, evaluate, visit};
use crate::session::{ProfileFolder, Sessions};
use crate::testing::settings;

/// Creates the sessions of a new engine, which saves to the test's folder.
fn engine(folder: &Path) -> Arc<Sessions> {
    let mut settings = settings();
    settings.profiles = folder.join("browsers");
    settings.saved_profiles = folder.join("saved");
    Arc::new(Sessions::new(settings))
}

/// Creates trivial encryption that detects content that was encrypted under another name.
fn seals() -> Seals {
    let turned = |bytes: &[u8]| bytes.iter().map(|byte| byte ^ 0xff).collect::<Vec<u8>>();
    Seals::new(
        move |name, text| Ok([turned(name.as_bytes()), vec![0xff], turned(text.expose().as_bytes())].concat()),
        move |name, sealed| {
            let text = sealed
                .strip_prefix(turned(name.as_bytes()).as_slice())
                .and_then(|rest| rest.strip_prefix(&[0xff]))
                .ok_or_else(|| Failure::new(Cause::PermissionDenied, "it was altered"))?;
            Ok(Secret::new(String::from_utf8(turned(text)).unwrap()))
        },
    )
}

fn with_profile(session: &str, name: &str) -> Context {
    let mut cx = context(session, &[("web.profile", name.into())]);
    cx.seals = seals();
    cx
}

async fn site() -> Server {
    Server::start(|path| {
        let frame = "<iframe src=/frame></iframe>";
        match path {
            "/login" => Some(Answer::Raw(
                200,
                vec![
                    ("Content-Type".into(), "text/html".into()),
                    ("Set-Cookie".into(), "session=s1; HttpOnly; Path=/".into()),
                ],
                b"in".to_vec(),
            )),
            "/page" | "/left" => Some(Answer::page(frame)),
            "/frame" => Some(Answer::page("frame")),
            _ => None,
        }
    })
    .await
    .unwrap()
}

const STORED: &str = "JSON.stringify(Object.entries(localStorage).sort())";

#[tokio::test(flavor = "multi_thread")]
async fn profile_persists_encrypted_cookies_and_storage() {
    let folder = tempfile::tempdir().unwrap();
    let server = site().await;
    {
        let sessions = engine(folder.path());
        let cx = with_profile("main", "work");
        let mut session = sessions.enter("main").await;
        session.start(&sessions, &cx).await.unwrap();
        let tab = session.tab().unwrap();
        visit(&tab, &server.url("/login")).await;
        evaluate(&tab, "document.cookie = 'long=l1; max-age=86400'; localStorage.token = 'plain-token'")
            .await;
        // A page of another site that is left again, with its stored data.
        visit(&tab, &server.elsewhere("/page")).await;
        evaluate(&tab, "localStorage.elsewhere = '2'").await;
        visit(&tab, &server.url("/left")).await;
        drop(session);
        sessions.close_all().await;
    }
    let sealed = std::fs::read(folder.path().join("saved/local/work.profile")).unwrap();
    assert!(!sealed.windows(11).any(|window| window == b"plain-token"));
    for entry in walk(folder.path()) {
        let bytes = std::fs::read(&entry).unwrap_or_default();
        assert!(!bytes.windows(11).any(|window| window == b"plain-token"), "{}", entry.display());
    }
    let sessions = engine(folder.path());
    let cx = with_profile("other", "work");
    let mut session = sessions.enter("other").await;
    session.start(&sessions, &cx).await.unwrap();
    assert_eq!(session.tabs().len(), 1, "no tab is left of putting things back");
    let tab = session.tab().unwrap();
    visit(&tab, &server.url("/page")).await;
    let cookies = server.requests("/page").pop().unwrap().headers.get("cookie").cloned().unwrap_or_default();
    assert!(cookies.contains("session=s1") && cookies.contains("long=l1"), "{cookies}");
    assert_eq!(evaluate(&tab, STORED).await, json!("[[\"token\",\"plain-token\"]]"));
    visit(&tab, &server.elsewhere("/page")).await;
    assert_eq!(evaluate(&tab, STORED).await, json!("[[\"elsewhere\",\"2\"]]"));

    // Deleted data is not restored.
    session.context().unwrap().clear_cookies().await.unwrap();
    session.context().unwrap().clear_local_storage().await.unwrap();
    drop(session);
    sessions.close_all().await;
    let sessions = engine(folder.path());
    let mut session = sessions.enter("main").await;
    session.start(&sessions, &with_profile("main", "work")).await.unwrap();
    visit(&session.tab().unwrap(), &server.url("/page")).await;
    assert_eq!(evaluate(&session.tab().unwrap(), STORED).await, json!("[]"));
    assert!(!server.requests("/page").pop().unwrap().headers.contains_key("cookie"));
    drop(session);
    sessions.close_all().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn profile_is_saved_after_command_and_locked() {
    let folder = tempfile::tempdir().unwrap();
    let server = site().await;
    let sessions = engine(folder.path());
    let mut session = sessions.enter("main").await;
    session.start(&sessions, &with_profile("main", "work")).await.unwrap();
    let tab = session.tab().unwrap();
    visit(&tab, &server.url("/login")).await;
    evaluate(&tab, "localStorage.token = 't'").await;
    session.save_profile().await;
    assert!(session.take_notices().is_empty());
    let saved = std::fs::read(folder.path().join("saved/local/work.profile")).unwrap();

    // Another session of this engine, and another engine.
    for sessions in [Arc::clone(&sessions), engine(folder.path())] {
        let mut second = sessions.enter("second").await;
        let failure = second.start(&sessions, &with_profile("second", "work")).await.unwrap_err();
        assert_eq!(failure.cause, Cause::Conflict, "{failure}");
        assert!(failure.message.contains("in use by session main"), "{failure}");
        assert!(failure.hint.unwrap().contains("session close"));
    }
    // Another owner has a different profile of the same name.
    let id = Owner::new("ana").unwrap().session("main");
    let mut of_ana = sessions.enter(&id).await;
    of_ana.start(&sessions, &with_profile(&id, "work")).await.unwrap();
    visit(&of_ana.tab().unwrap(), &server.url("/page")).await;
    assert_eq!(evaluate(&of_ana.tab().unwrap(), STORED).await, json!("[]"));
    drop(of_ana);
    assert!(sessions.close(&id).await);

    // A killed engine saves nothing more, so the next one finds the last saved state.
    drop(session);
    sessions.close_all().await;
    std::fs::write(folder.path().join("saved/local/work.profile"), saved).unwrap();
    let sessions = engine(folder.path());
    let mut session = sessions.enter("main").await;
    session.start(&sessions, &with_profile("main", "work")).await.unwrap();
    visit(&session.tab().unwrap(), &server.url("/page")).await;
    assert_eq!(evaluate(&session.tab().unwrap(), STORED).await, json!("[[\"token\",\"t\"]]"));
    drop(session);
    sessions.close_all().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn session_keeps_profile_after_browser_crash() {
    let folder = tempfile::tempdir().unwrap();
    let server = site().await;
    let sessions = engine(folder.path());
    let cx = with_profile("main", "work");
    let mut session = sessions.enter("main").await;
    session.start(&sessions, &cx).await.unwrap();
    visit(&session.tab().unwrap(), &server.url("/page")).await;
    evaluate(&session.tab().unwrap(), "localStorage.token = 't'").await;
    session.save_profile().await;
    let browser = session.context().unwrap().browser().clone();
    let process = i32::try_from(browser.process_id().unwrap()).unwrap();
    rustix::process::kill_process(
        rustix::process::Pid::from_raw(process).unwrap(),
        rustix::process::Signal::KILL,
    )
    .unwrap();
    while browser.is_alive() {
        tokio::task::yield_now().await;
    }
    session.start(&sessions, &cx).await.unwrap();
    visit(&session.tab().unwrap(), &server.url("/page")).await;
    assert_eq!(evaluate(&session.tab().unwrap(), STORED).await, json!("[[\"token\",\"t\"]]"));
    drop(session);
    sessions.close_all().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn damaged_profile_is_reported_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("saved/local");
    std::fs::create_dir_all(&place).unwrap();
    std::fs::write(place.join("work.profile"), b"damaged").unwrap();
    let sessions = engine(folder.path());
    let mut session = sessions.enter("main").await;
    let failure = session.start(&sessions, &with_profile("main", "work")).await.unwrap_err();
    assert!(failure.message.contains("the profile \"work\" cannot be opened"), "{failure}");
    assert!(failure.hint.unwrap().contains("profile delete work"));
    assert_eq!(std::fs::read(place.join("work.profile")).unwrap(), b"damaged");
    ProfileFolder::of_session(&sessions.settings.saved_profiles, "main").delete("work").unwrap();
    assert!(!place.join("work.profile").exists());
}

/// All files below a folder.
fn walk(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        match entry.file_type().unwrap().is_dir() {
            true => found.extend(walk(&entry.path())),
            false => found.push(entry.path()),
        }
    }
    found
}
