//! What becomes of a session whose browser dies.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use lemmascope_intent::{Context, Event};

use super::Sessions;
use crate::driver::Cookie;
use crate::testing::{settings, stage};

#[test]
fn a_crash_is_told_and_the_session_goes_on_with_its_cookies() {
    stage().run(async {
        let mut settings = settings();
        settings.profiles = settings.home.join("profiles-of-crashes");
        let sessions = Arc::new(Sessions::new(settings));
        let warnings = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&warnings);
        let mut cx = Context::new("crash", "/tmp");
        cx.events = Arc::new(move |event: Event| {
            if let Event::Warning { message } = event {
                heard.lock().unwrap().push(message);
            }
        });
        let mut session = sessions.enter("crash").await;
        session.start(&sessions, &cx).await.unwrap();
        let url = stage().sites.url("trouble", "/dead");
        session.tab().unwrap().navigate(&url, None, Duration::from_secs(10)).await.unwrap();
        let cookie = Cookie {
            name: "basket".into(),
            value: "7".into(),
            domain: "127.0.0.1".into(),
            ..Cookie::default()
        };
        session.context().unwrap().set_cookies(&[cookie]).await.unwrap();
        session.keep().await;

        let browser = session.context().unwrap().browser().clone();
        let id = i32::try_from(browser.process_id().unwrap()).unwrap();
        let process = rustix::process::Pid::from_raw(id).unwrap();
        rustix::process::kill_process(process, rustix::process::Signal::KILL).unwrap();
        let tab = session.tab().unwrap();
        assert!(tab.wait(Duration::from_secs(10), |state| state.closed).await || !browser.is_alive());
        while browser.is_alive() {
            tokio::task::yield_now().await;
        }

        session.start(&sessions, &cx).await.unwrap();
        assert_eq!(session.tab().unwrap().state().url, url);
        let cookies = session.context().unwrap().cookies().await.unwrap();
        assert_eq!(cookies.iter().find(|one| one.name == "basket").map(|one| one.value.as_str()), Some("7"));
        let told = session.take_notices();
        assert!(told.iter().any(|notice| notice.contains("the browser crashed")), "{told:?}");
        assert!(warnings.lock().unwrap().iter().any(|warning| warning.contains("crashed")));
        drop(session);
        assert!(sessions.close("crash").await);
    });
}
