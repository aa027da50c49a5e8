//! Tests of the driver against a real browser and a local server.

mod confinement;
mod dialogs;
mod downloads;
mod evaluation;
mod frames;
mod leaks;
mod lifecycle;
mod local_addresses;
mod navigation;
mod tabs;

use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::Duration;

use lemmascope_sites::{Answer, Server};
use serde_json::{Value, json};
use tokio::runtime::{self, Runtime};
use tokio::sync::OnceCell;

use super::options::{ContextOptions, Engine, Launch};
use super::resolution::INWARD;
use super::{Browser, BrowserContext, Tab};

const LIMIT: Duration = Duration::from_secs(30);

/// A minimal scanner with the functions that the driver calls.
const SCRIPT: &str = r"
globalThis.lemmascope = (() => {
  const keys = new WeakMap(), elements = new Map(), roots = new Set();
  let next = 1;
  const keyOf = (e) => {
    if (!keys.has(e)) { keys.set(e, next); elements.set(next++, new WeakRef(e)); }
    return keys.get(e);
  };
  return {
    keyOf,
    element: (key) => elements.get(key)?.deref() ?? null,
    suspects: () => [...document.querySelectorAll('*')].filter((e) => e.localName.includes('-') && !e.shadowRoot),
    adopt: (root) => { roots.add(root); },
    key: (css) => { const e = document.querySelector(css); return e && keyOf(e); },
    text: () => document.body.innerText,
    adopted: () => [...roots].map((root) => root.textContent.trim()),
  };
})();
";

/// A context in a browser, with its folder.
struct Scene {
    browser: Browser,
    context: BrowserContext,
    folder: tempfile::TempDir,
}

fn launch(folder: &Path) -> Launch {
    Launch {
        engine: crate::testing::engine(),
        webdriver: crate::testing::webdriver(),
        program: None,
        search: vec![PathBuf::from("/usr/local/bin"), PathBuf::from("/usr/bin"), PathBuf::from("/bin")],
        headed: false,
        profiles: folder.join("profiles"),
        viewport: (1280, 720),
        // `localhost` and `127.0.0.1` are different sites; this flag puts them into different processes.
        extra: match crate::testing::engine() {
            Engine::Chromium => {
                vec!["--site-per-process".into(), format!("--host-resolver-rules=MAP *{INWARD} 127.0.0.1")]
            }
            // Firefox leaves names to the socket filter.
            Engine::Firefox => Vec::new(),
        },
        proxied_only: false,
        warned: false,
    }
}

fn options(folder: &tempfile::TempDir) -> ContextOptions {
    ContextOptions {
        files: Default::default(),
        downloads: folder.path().join("downloads"),
        allow: None,
        guarded: false,
        proxy: None,
        appearance: Default::default(),
        script: SCRIPT.into(),
        context_configuration: None,
    }
}

/// The browser that is shared by all tests that do not end it. It runs on a separate runtime, because a
/// test's runtime ends with the test. The browser exits when this process ends and its pipe closes; the next
/// run removes its profile.
async fn shared_browser() -> Browser {
    static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
        runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap()
    });
    static BROWSER: OnceCell<Browser> = OnceCell::const_new();
    let start = || async {
        let launch = launch(&crate::testing::settings().home);
        RUNTIME.spawn(async move { Browser::launch(&launch, &()).await.unwrap() }).await.unwrap()
    };
    BROWSER.get_or_init(start).await.clone()
}

/// A context in the shared browser.
async fn scene() -> Scene {
    scene_with(|_| {}).await
}

async fn scene_with(change: impl FnOnce(&mut ContextOptions)) -> Scene {
    let folder = tempfile::tempdir().unwrap();
    let browser = shared_browser().await;
    let mut options = options(&folder);
    change(&mut options);
    let context = browser.open_context(options).await.unwrap();
    Scene { browser, context, folder }
}

/// A context in a separate browser, which the test may end.
async fn scene_of_its_own() -> Scene {
    let folder = tempfile::tempdir().unwrap();
    let browser = Browser::launch(&launch(folder.path()), &()).await.unwrap();
    let context = browser.open_context(options(&folder)).await.unwrap();
    Scene { browser, context, folder }
}

impl Scene {
    async fn tab(&self, url: &str) -> Tab {
        let tab = self.context.new_tab(url).await.unwrap();
        assert!(tab.wait(LIMIT, |state| state.lifecycle.loaded).await, "{url} loads");
        tab
    }

    async fn end(self) {
        self.context.dispose().await;
    }
}

async fn eval(tab: &Tab, expression: &str) -> Value {
    tab.evaluate(&tab.main_frame().unwrap(), expression, LIMIT).await.unwrap()
}

async fn ours(tab: &Tab, function: &str) -> Value {
    assert!(tab.wait(LIMIT, |state| state.lifecycle.dom_content_loaded).await);
    tab.call(&tab.main_frame().unwrap(), function, json!([]), LIMIT).await.unwrap()
}

/// Clicks the middle of an element of the main frame.
async fn click(tab: &Tab, css: &str) {
    use super::input::{Button, Mouse};
    let rect = eval(
        tab,
        &format!(
            "(() => {{ const r = document.querySelector({css:?}).getBoundingClientRect();
               return [r.x + r.width / 2, r.y + r.height / 2] }})()"
        ),
    )
    .await;
    let at = crate::page::Point { x: rect[0].as_f64().unwrap(), y: rect[1].as_f64().unwrap() };
    let button = Button::Left;
    tab.mouse(Mouse::Moved { at, held: None }).await.unwrap();
    tab.mouse(Mouse::Pressed { at, button, clicks: 1 }).await.unwrap();
    tab.mouse(Mouse::Released { at, button, clicks: 1 }).await.unwrap_or_else(|failure| {
        assert!(super::is_dialog_open(&failure), "{failure}");
    });
}
