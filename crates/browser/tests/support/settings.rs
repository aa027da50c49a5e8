//! The settings with which tests start a browser. The tests of each such crate include this file with
//! `#[path]`; the crate has `Settings` at its root.

use std::path::PathBuf;

use lemmascope_intent::{FileDoor, Value};

use crate::Settings;

/// Creates settings with fixed folders, so that a run removes the leftovers of the previous one.
pub(crate) fn settings() -> Settings {
    let folder = std::env::temp_dir().join("lemmascope-browser-tests");
    Settings {
        programs: ["/usr/local/bin", "/usr/bin", "/bin"].map(PathBuf::from).into(),
        profiles: folder.join("profiles"),
        saved_profiles: folder.join("saved-profiles"),
        has_display: false,
        downloads: folder.join(format!("downloads-{}", std::process::id())),
        home: folder,
        files: door(),
        is_root: true,
    }
}

/// Creates a [`FileDoor`] for the working folder of a command only.
pub(crate) fn door() -> FileDoor {
    let folder = std::env::temp_dir().join("lemmascope-browser-tests");
    let settings = lemmascope_desktop::files::Settings {
        roots: vec![".".into()],
        protected: Vec::new(),
        home: folder.clone(),
        trash: folder.join("trash"),
        versions: folder.join("versions"),
        programs: Vec::new(),
    };
    lemmascope_desktop::files::Access::from(settings).door()
}

/// Returns the settings that override the defaults in a test run: the same tests run on Firefox with
/// `LEMMASCOPE_TEST_ENGINE=firefox`, and on a WebDriver server with its address in
/// `LEMMASCOPE_TEST_WEBDRIVER`.
pub(crate) fn configured(key: &str) -> Option<Value> {
    let variable = match key {
        "web.engine" => "LEMMASCOPE_TEST_ENGINE",
        "web.webdriver_url" => "LEMMASCOPE_TEST_WEBDRIVER",
        _ => return None,
    };
    std::env::var(variable).ok().filter(|value| !value.is_empty()).map(Value::from)
}
