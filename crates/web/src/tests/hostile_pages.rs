//! Pages that do not answer, ask without end, open windows without end or do not want to be left. Every command ends within its
//! own time, says what happened, and leaves a tab that can be used.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use lemmascope_intent::{Cause, Context, Failure, Outcome};
use lemmascope_sites::{Answer, Server};
use serde_json::json;

use crate::testing::{Agent, perform, target_of};

/// The time that a command is given here: longer than a page may run a script on a busy machine.
const LIMIT: Duration = Duration::from_secs(40);
/// The time of a command that is over before a page may be taken to hang.
const SHORT: Duration = Duration::from_secs(6);
/// A command that takes this long does not end by itself; a busy machine may take longer than the time that is given.
const ENDLESS: Duration = Duration::from_secs(120);

/// A command with its own time, which ends.
async fn call(agent: &Agent, verb: &str, given: serde_json::Value) -> Result<Outcome, Failure> {
    call_within(LIMIT, agent, verb, given).await
}

async fn call_within(
    limit: Duration,
    agent: &Agent,
    verb: &str,
    given: serde_json::Value,
) -> Result<Outcome, Failure> {
    let cx = Context { limit, ..Context::new(&agent.session, "/tmp") };
    let begun = Instant::now();
    let outcome = tokio::time::timeout(ENDLESS, agent.call_in_context(&cx, verb, given)).await;
    assert!(outcome.is_ok(), "{verb} has not ended after {:?}", begun.elapsed());
    outcome.unwrap()
}

fn told(outcome: &Result<Outcome, Failure>) -> String {
    match outcome {
        Ok(outcome) => outcome.changes.iter().map(|change| format!("{change}\n")).collect(),
        Err(failure) => format!("{failure}\n{}", failure.context.join("\n")),
    }
}

/// Lets a test act while no other of these does: each of their pages takes a core, and two of them would use up each other's
/// time.
fn fight<F: Future<Output = ()>>(act: impl FnOnce(Agent) -> F) {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    perform(act);
}

async fn serve(pages: &'static [(&'static str, &'static str)]) -> Server {
    Server::start(move |path| {
        if path == "/worker.js" {
            let script = "oninstall = () => skipWaiting(); onactivate = event => event.waitUntil(clients.claim());\
                onfetch = event => event.respondWith(new Promise(() => {}))";
            let kind = vec![("Content-Type".into(), "text/javascript".into())];
            return Some(Answer::Raw(200, kind, script.into()));
        }
        let found = pages.iter().find(|(known, _)| *known == path).map(|(_, body)| *body);
        Some(Answer::page(found.unwrap_or("<title>Fine</title><button>Fine</button>")))
    })
    .await.unwrap()
}

async fn number_of_tabs(agent: &Agent) -> usize {
    agent.call("tabs", json!({})).await.unwrap().value.as_list().unwrap().len()
}

/// The next page of the same site opens and can be looked at, in the same tab.
async fn goes_on(agent: &Agent, server: &Server) -> String {
    let gone = call(agent, "goto", json!({"url": server.url("/fine")})).await;
    assert!(gone.is_ok(), "{gone:?}");
    call(agent, "observe", json!({})).await.unwrap();
    let title = agent.call("title", json!({})).await.unwrap().value;
    assert_eq!(title.as_text(), Some("Fine"));
    told(&gone)
}

#[test]
fn terminates_endless_script_and_keeps_page_usable() {
    fight(|agent| async move {
        let server = serve(&[("/", "<title>Spin</title><button onclick='for(;;);'>Spin</button>")]).await;
        call(&agent, "goto", json!({"url": server.url("/")})).await.unwrap();
        let clicked = call(&agent, "click", json!({"target": target_of("Spin")})).await;
        assert!(told(&clicked).contains("script did not yield"), "{clicked:?}");
        call(&agent, "observe", json!({})).await.unwrap();
        goes_on(&agent, &server).await;
    });
}

/// A script that works for some seconds at a stretch, with a request in between that stops the page, is not ended, nor is one
/// of the user's that has to wait for it.
#[test]
fn busy_page_is_not_treated_as_hanging() {
    fight(|agent| async move {
        let busy = "<title>Busy</title><script>
            const work = function work(time) { const end = Date.now() + time; while (Date.now() < end); };
            const load = function load() {
                const request = new XMLHttpRequest();
                request.open('GET', '/slow', false);
                request.send();
            };
            window.done = [];
            window.busy = job => { setTimeout(() => { job(3700); done.push(job.name) }, 50); return true };
            </script>";
        let server = Server::start(move |path| {
            if path == "/slow" {
                tokio::task::block_in_place(|| std::thread::sleep(SHORT - Duration::from_millis(2300)));
            }
            Some(Answer::page(busy))
        })
        .await
        .unwrap();
        call(&agent, "goto", json!({"url": server.url("/")})).await.unwrap();
        for (job, script) in [("load", "Math.round(performance.now())"), ("work", "done.length")] {
            let busy = json!({"js": format!("busy({job})")});
            call_within(SHORT, &agent, "wait_until", busy).await.unwrap();
            let asked = call_within(SHORT, &agent, "execute", json!({"script": script})).await.unwrap();
            assert!(asked.value.as_number().is_some(), "{asked:?}");
            assert!(!told(&Ok(asked.clone())).contains("ended"), "{asked:?}");
            let done = json!({"js": format!("done.includes('{job}')")});
            call_within(SHORT, &agent, "wait_until", done).await.unwrap();
        }
    });
}

#[test]
fn kills_process_of_page_that_hangs_repeatedly() {
    fight(|agent| async move {
        let server = serve(&[(
            "/",
            "<title>Again</title><script>function f() { setTimeout(f); for (;;); } f()</script>",
        )])
        .await;
        let mut failure = call(&agent, "goto", json!({"url": server.url("/")})).await.err();
        // A command may find the page between two of its turns.
        for _ in 0..6 {
            if failure.as_ref().is_some_and(|failure| failure.message.contains("process was ended")) {
                break;
            }
            failure = call(&agent, "observe", json!({})).await.err();
        }
        let failure = failure.unwrap();
        assert_eq!(failure.cause, Cause::Timeout, "{failure:?}");
        assert!(failure.message.contains("its process was ended"), "{failure:?}");
        assert!(failure.hint.as_ref().unwrap().contains("goto"), "{failure:?}");
        let url = agent.call("url", json!({})).await.unwrap().value;
        assert_eq!(url.as_text(), Some("about:blank"));
        goes_on(&agent, &server).await;
        assert_eq!(number_of_tabs(&agent).await, 1);
    });
}

#[test]
fn leaves_page_that_blocks_navigation() {
    fight(|agent| async move {
        let server = serve(&[
            ("/pagehide", "<title>Stay</title><script>onpagehide = () => { for (;;); }</script>"),
            (
                "/confirm",
                "<title>Stay</title><script>setTimeout(() => { for (;;) confirm('Again?') })</script>",
            ),
            (
                "/prompt",
                "<title>Stay</title><script>setTimeout(() => { for (;;) prompt('Again?') })</script>",
            ),
        ])
        .await;
        for (path, expected) in [
            ("/pagehide", "its process was ended"),
            ("/confirm", "dialog confirm \"Again?\" (dismissed)"),
            ("/prompt", "dialog prompt \"Again?\" (dismissed)"),
        ] {
            call(&agent, "goto", json!({"url": server.url(path)})).await.unwrap();
            let left = goes_on(&agent, &server).await;
            assert!(left.contains(expected), "{path}: {left}");
        }
        // One that can be answered is not answered with yes.
        call(&agent, "goto", json!({"url": server.url("/confirm")})).await.unwrap();
        let failure = call(&agent, "observe", json!({})).await.unwrap_err();
        assert!(failure.message.contains("a dialog is open"), "{failure:?}");
        goes_on(&agent, &server).await;
    });
}

#[test]
fn bypasses_unresponsive_service_worker() {
    fight(|agent| async move {
        let server = serve(&[(
            "/",
            "<script>navigator.serviceWorker.register('/worker.js');\
            navigator.serviceWorker.oncontrollerchange = () => document.title = 'controlled'</script>",
        )])
        .await;
        call(&agent, "goto", json!({"url": server.url("/")})).await.unwrap();
        call(&agent, "wait_until", json!({"js": "document.title === 'controlled'"})).await.unwrap();
        let left = goes_on(&agent, &server).await;
        assert!(left.contains("service worker of the site did not answer"), "{left}");
    });
}

#[test]
fn closes_excess_popup_windows() {
    fight(|agent| async move {
        let server = serve(&[(
            "/",
            "<title>Many</title><button onclick='for (let i = 0; i < 40; i++) window.open(`/fine`)'>Open</button>",
        )])
        .await;
        call(&agent, "goto", json!({"url": server.url("/")})).await.unwrap();
        let clicked = call(&agent, "click", json!({"target": target_of("Open")})).await;
        assert!(clicked.is_ok(), "{clicked:?}");
        let count = number_of_tabs(&agent).await;
        assert!((2..=11).contains(&count), "{count} tabs are open");
        let looked = call(&agent, "goto", json!({"url": server.url("/fine")})).await;
        assert!(looked.is_ok(), "{looked:?}");
        let all = format!("{}{}", told(&clicked), told(&looked));
        assert!(all.contains("the page opens too many"), "{all}");
    });
}
