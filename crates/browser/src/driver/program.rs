use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use lemmascope_intent::{Cause, Failure};

use super::options::{Engine, Launch};

/// The executable names of browsers that speak the protocol, open source ones first.
const NAMES: [&str; 6] =
    ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge"];

const REMEDY: &str = "Install Chromium: apt install chromium, or set web.browser";

/// The executable names of Firefox.
const FIREFOX: [&str; 2] = ["firefox", "firefox-esr"];

const FIREFOX_REMEDY: &str = "Install Firefox: apt install firefox-esr, or set web.browser";

/// Returns the configured browser, or the first one in the search path.
pub(crate) fn find(launch: &Launch) -> Result<PathBuf, Failure> {
    let (names, remedy) = match launch.engine {
        Engine::Chromium => (NAMES.as_slice(), REMEDY),
        Engine::Firefox => (FIREFOX.as_slice(), FIREFOX_REMEDY),
    };
    if let Some(program) = &launch.program {
        return if is_executable(program) {
            Ok(program.clone())
        } else {
            let message = format!("the browser \"{}\" cannot be run", program.display());
            Err(Failure::new(Cause::Unavailable, message).hint(remedy))
        };
    }
    names
        .iter()
        .flat_map(|name| launch.search.iter().map(move |folder| folder.join(name)))
        .find(|path| is_executable(path))
        .ok_or_else(|| Failure::new(Cause::Unavailable, "there is no browser to drive").hint(remedy))
}

fn is_executable(path: &Path) -> bool {
    path.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_browser_error_suggests_installation() {
        let folder = tempfile::tempdir().unwrap();
        let launch = Launch { search: vec![folder.path().into()], ..Launch::default() };
        let failure = find(&launch).unwrap_err();
        assert_eq!(failure.cause, Cause::Unavailable);
        assert!(failure.hint.unwrap().contains("apt install chromium"));
    }

    #[test]
    fn skips_browser_files_that_are_not_executable() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("chromium"), "text").unwrap();
        let path = folder.path().join("google-chrome");
        std::fs::write(&path, "#!/bin/sh").unwrap();
        std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).unwrap();
        let launch = Launch { search: vec![folder.path().into()], ..Launch::default() };
        assert_eq!(find(&launch).unwrap(), path);
        let launch = Launch { program: Some(folder.path().join("chromium")), ..launch };
        assert!(find(&launch).unwrap_err().message.contains("cannot be run"));
    }
}
