//! The health check of the browser: it is installed, starts, and is recent enough.

use std::sync::Arc;

use lemmascope_intent::{Check, CheckState, Context, Failure, Finding};

use crate::driver::{Browser, Endpoint, Launch, find_program};
use crate::session::launch_options;
use crate::settings::{self, Settings};

/// Returns the check of the browser that these settings select.
pub fn check(settings: Settings) -> Check {
    let settings = Arc::new(settings);
    Check::essential("browser", "everything on web pages", move |cx| {
        let settings = Arc::clone(&settings);
        Box::pin(async move {
            match settings::text(&cx, "web.mode").as_str() {
                "remote" => attach(&cx).await,
                _ => launch(&settings, &cx).await,
            }
        })
    })
}

async fn launch(settings: &Settings, cx: &Context) -> Finding {
    // The check needs no window, and warnings are for the sessions that use the browser.
    let options = match launch_options(settings, cx) {
        Ok(options) => Launch { warned: true, ..options },
        Err(failure) => return Finding::failed(CheckState::Broken, failure),
    };
    if options.webdriver.is_some() {
        let place = settings::text(cx, "web.webdriver_url");
        return found(Browser::launch(&options, &*cx.events).await, &place).await;
    }
    let program = match find_program(&options) {
        Ok(program) => program,
        Err(failure) => return Finding::failed(CheckState::Missing, failure),
    };
    // A profile folder that only this check created is removed again.
    let had_profiles = options.profiles.exists();
    let launched = Browser::launch(&options, &*cx.events).await;
    let finding = found(launched, &program.display().to_string()).await;
    if !had_profiles {
        let _not_empty = std::fs::remove_dir(&options.profiles);
    }
    finding
}

async fn attach(cx: &Context) -> Finding {
    let url = settings::text(cx, "web.remote_url");
    if url.is_empty() {
        return Finding::broken(
            "web.mode is remote, and web.remote_url is empty",
            "Set web.remote_url, such as http://127.0.0.1:9222.",
        );
    }
    let endpoint = match Endpoint::parse(&url) {
        Ok(endpoint) => endpoint,
        Err(failure) => return Finding::failed(CheckState::Broken, failure),
    };
    found(Browser::attach(&endpoint).await, &url).await
}

async fn found(browser: Result<Browser, Failure>, place: &str) -> Finding {
    let browser = match browser {
        Ok(browser) => browser,
        Err(failure) => return Finding::failed(CheckState::Broken, failure),
    };
    let version = browser.version().await;
    browser.close().await;
    match version {
        Ok(version) => Finding::ok(format!("{place} starts: {version}")),
        Err(failure) => Finding::failed(CheckState::Broken, failure),
    }
}
