//! Tests of a session in the user's own browser.

use std::process::Stdio;
use std::sync::Arc;

use lemmascope_intent::{Cause, Context, texts};
use lemmascope_sites::{Answer, Server};
use serde_json::json;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::process::{Child, Command};

use super::{LIMIT, context, evaluate, visit};
use crate::driver::{Button, Endpoint, Mouse};
use crate::page::Point;
use crate::session::Sessions;
use crate::testing::{sessions, settings};

/// A browser that a user has started, with one open page.
struct UserBrowser {
    process: Child,
    port: u16,
    _folder: tempfile::TempDir,
}

impl UserBrowser {
    async fn start(page: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let programs = settings().programs;
        let program = programs.iter().map(|it| it.join("chromium")).find(|it| it.exists());
        let mut command = Command::new(program.expect("Chromium is installed"));
        command.args(["--headless=new", "--remote-debugging-port=0", "--no-first-run", "--disable-gpu"]);
        command.args(["--disable-background-networking", "--disable-quic"]);
        if rustix::process::geteuid().is_root() {
            command.arg("--no-sandbox");
        }
        command.arg(format!("--user-data-dir={}", folder.path().display())).arg(page);
        let mut process = command.stderr(Stdio::piped()).kill_on_drop(true).spawn().unwrap();
        let mut lines = BufReader::new(process.stderr.take().unwrap()).lines();
        let port = loop {
            let line = lines.next_line().await.unwrap().expect("it says where it listens");
            if let Some((_, address)) = line.split_once("listening on ws://127.0.0.1:") {
                break address.split('/').next().unwrap().parse().unwrap();
            }
        };
        // Its error output is read continuously, so that it never blocks.
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        Self { process, port, _folder: folder }
    }

    /// Returns the addresses of its open pages, as listed by its HTTP server.
    async fn pages(&self) -> Vec<String> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).await.unwrap();
        let request = format!("GET /json/list HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", self.port);
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        let mut part = [0; 4096];
        loop {
            let count = stream.read(&mut part).await.unwrap();
            answer.extend_from_slice(&part[..count]);
            let text = String::from_utf8_lossy(&answer);
            let body = text.split_once("\r\n\r\n").map(|(_, body)| body.to_string()).unwrap_or_default();
            if let Ok(serde_json::Value::Array(listed)) = serde_json::from_str(&body) {
                let pages = listed.iter().filter(|one| one["type"] == "page");
                let mut urls: Vec<String> =
                    pages.map(|one| one["url"].as_str().unwrap().to_string()).collect();
                urls.sort();
                return urls;
            }
            assert!(count > 0, "{text}");
        }
    }
}

async fn attached(sessions: &Arc<Sessions>, cx: &Context, address: &str) {
    let mut session = sessions.enter(&cx.session).await;
    session.attach(sessions, cx, Endpoint::parse(address).unwrap()).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn attached_session_opens_own_tab_with_user_cookies() {
    let server = Server::start(|path| match path {
        "/person" => Some(Answer::Raw(
            200,
            vec![("Content-Type".into(), "text/html".into()), ("Set-Cookie".into(), "login=ann".into())],
            b"the page of the person".to_vec(),
        )),
        "/page" => Some(Answer::page(
            "<a style='display: block; height: 300px' target=_blank rel=noopener href=/popup>x</a>",
        )),
        "/popup" => Some(Answer::page("popup")),
        _ => None,
    })
    .await
    .unwrap();
    let person = UserBrowser::start(&server.url("/person")).await;
    let sessions = sessions("attached");
    let cx = context("attached", &[]);
    let before = loop {
        // The user's page is open once it is listed and its server was contacted.
        let pages = person.pages().await;
        if pages == [server.url("/person")] && !server.requests("/person").is_empty() {
            break pages;
        }
        tokio::task::yield_now().await;
    };
    for address in [person.port.to_string(), format!("http://localhost:{}", person.port)] {
        attached(&sessions, &cx, &address).await;
        let session = sessions.enter("attached").await;
        assert_eq!(session.tabs().len(), 1, "the tabs of the person are not ours");
        let tab = session.tab().unwrap();
        visit(&tab, &server.url("/page")).await;
        let login = server.requests("/page").pop().unwrap().headers.get("cookie").cloned();
        assert_eq!(login.as_deref(), Some("login=ann"));
        // The page may open windows, including those with `noopener`.
        let (at, button) = (Point { x: 40.0, y: 40.0 }, Button::Left);
        for act in [
            Mouse::Moved { at, held: None },
            Mouse::Pressed { at, button, clicks: 1 },
            Mouse::Released { at, button, clicks: 1 },
        ] {
            tab.mouse(act).await.unwrap();
        }
        let opened = async {
            while session.tabs().len() < 2 {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(LIMIT, opened).await.expect("the window is ours");
        assert!(person.pages().await.contains(&server.url("/person")));
        drop(session);
        assert!(sessions.close("attached").await);
        assert_eq!(person.pages().await, before, "what we opened is closed, and nothing else");
    }
    sessions.close_all().await;
    drop(person);
}

#[tokio::test(flavor = "multi_thread")]
async fn lost_attached_browser_is_reported_and_not_relaunched() {
    let mut person = UserBrowser::start("about:blank").await;
    let sessions = sessions("goes-away");
    let cx = context("goes-away", &[]);
    attached(&sessions, &cx, &person.port.to_string()).await;
    let mut session = sessions.enter("goes-away").await;
    let tab = session.tab().unwrap();
    let main = tab.main_frame().unwrap();
    let waiting = tab.evaluate(&main, "new Promise(() => {})", LIMIT);
    let (failure, killed) = tokio::join!(waiting, person.process.kill());
    killed.unwrap();
    assert_eq!(failure.unwrap_err().cause, Cause::Unavailable);
    let failure = session.start(&sessions, &cx).await.unwrap_err();
    assert_eq!(failure.cause, Cause::Unavailable);
    assert!(failure.message.contains(&format!("127.0.0.1:{}", person.port)), "{failure}");
    assert!(failure.hint.unwrap().contains("session close"));
    drop(session);
    // After the session is closed, its next call uses a browser of the engine again.
    assert!(sessions.close("goes-away").await);
    let mut session = sessions.enter("goes-away").await;
    session.start(&sessions, &cx).await.unwrap();
    assert_eq!(evaluate(&session.tab().unwrap(), "1 + 1").await, json!(2));
    drop(session);
    sessions.close_all().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn attach_distinguishes_closed_port_from_non_browser() {
    let sessions = sessions("not-a-browser");
    let cx = context("not-a-browser", &[]);
    let nothing = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port();
    let page = Server::start(|_| Some(Answer::page("a web site"))).await.unwrap();
    // A server that does not speak HTTP.
    let other = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let other_port = other.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = other.accept().await {
            let _sent = stream.write_all(b"SSH-2.0-x\r\n").await;
        }
    });
    for (address, said) in [
        (nothing.to_string(), "nothing listens there"),
        (format!("ws://127.0.0.1:{nothing}/devtools/browser/x"), "nothing listens there"),
        (page.port.to_string(), "not a browser"),
        (format!("ws://127.0.0.1:{}/devtools/browser/x", page.port), "not a browser"),
        (other_port.to_string(), "not a browser"),
    ] {
        let mut session = sessions.enter("not-a-browser").await;
        let endpoint = Endpoint::parse(&address).unwrap();
        let failure = session.attach(&sessions, &cx, endpoint).await.unwrap_err();
        assert_eq!(failure.cause, Cause::Unavailable, "{address}: {failure}");
        assert!(failure.message.contains(said), "{address}: {failure}");
        assert!(failure.hint.unwrap().contains("--remote-debugging-port"));
    }
    // An allow list cannot be enforced there.
    let person = UserBrowser::start("about:blank").await;
    let cx = context("bounded", &[("web.allowed_domains", texts(["example.com"]))]);
    let mut session = sessions.enter("bounded").await;
    let endpoint = Endpoint::parse(&person.port.to_string()).unwrap();
    let failure = session.attach(&sessions, &cx, endpoint).await.unwrap_err();
    assert_eq!(failure.cause, Cause::Forbidden, "{failure}");
    assert_eq!(person.pages().await, ["about:blank"], "nothing was opened");
}
