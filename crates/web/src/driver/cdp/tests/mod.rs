//! The driver against a real browser and a server of the tests' own.

mod confinement;
mod dialogs;
mod downloads;
mod evaluation;
mod frames;
mod life;
mod navigation;
mod server;
mod tabs;

use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Value, json};

use super::super::options::{ContextOptions, Launch};
use super::{Browser, BrowserContext, Tab};

pub(super) use server::{Answer, Server};

const LIMIT: Duration = Duration::from_secs(30);

/// What the driver needs of the scanner, in few lines.
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

/// A browser and a context in it, with the folders that they use.
struct Scene {
    browser: Browser,
    context: BrowserContext,
    folder: tempfile::TempDir,
}

fn launch(folder: &tempfile::TempDir) -> Launch {
    Launch {
        program: None,
        search: vec![PathBuf::from("/usr/local/bin"), PathBuf::from("/usr/bin"), PathBuf::from("/bin")],
        headed: false,
        profiles: folder.path().join("profiles"),
        viewport: (1280, 720),
        // Localhost and 127.0.0.1 are different sites; this makes sure that they are in different processes.
        extra: vec!["--site-per-process".into()],
        warned: false,
    }
}

fn options(folder: &tempfile::TempDir) -> ContextOptions {
    ContextOptions {
        downloads: folder.path().join("downloads"),
        allow: None,
        viewport: (1280, 720),
        script: SCRIPT.into(),
    }
}

async fn scene() -> Scene {
    scene_with(|_| {}).await
}

async fn scene_with(change: impl FnOnce(&mut ContextOptions)) -> Scene {
    let folder = tempfile::tempdir().unwrap();
    let browser = Browser::launch(&launch(&folder), &()).await.unwrap();
    let mut options = options(&folder);
    change(&mut options);
    let context = browser.open_context(options).await.unwrap();
    Scene { browser, context, folder }
}

impl Scene {
    async fn tab(&self, url: &str) -> Tab {
        let tab = self.context.new_tab(url).await.unwrap();
        assert!(tab.wait(LIMIT, |state| state.lifecycle.loaded).await, "{url} loads");
        tab
    }

    async fn end(self) {
        self.browser.close().await;
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
    use super::super::input::{Button, Mouse};
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
