use std::path::{Path, PathBuf};
use std::sync::Arc;

use lemmascope_intent::Diagnostic;
use lemmascope_intent::definition::Hooks;

use super::checking::Checker;
use super::faulty_file::FaultyFile;
use super::packs::{Links, Stamp, read_text, stamp};
use super::registry::Tier;

/// The file with the user's own hooks, which run around all intents and on all pages.
#[derive(Default)]
pub(super) struct HooksFile {
    path: PathBuf,
    stamp: Option<Stamp>,
    source: Arc<str>,
    hooks: Hooks,
    faults: Vec<Diagnostic>,
}

impl HooksFile {
    pub(super) fn new(path: PathBuf) -> Self {
        Self { path, ..Self::default() }
    }

    pub(super) fn path(&self) -> Option<&Path> {
        (!self.path.as_os_str().is_empty()).then_some(&*self.path)
    }

    /// Forces the next refresh to read the file again.
    pub(super) fn forget(&mut self) {
        *self = Self::new(std::mem::take(&mut self.path));
    }

    /// Reads the file if it has changed, and returns whether it had. A file with a fault yields no hooks.
    pub(super) fn refresh(&mut self, checker: &Checker<'_>) -> bool {
        let stamp = stamp(&self.path);
        if stamp == self.stamp {
            return false;
        }
        self.forget();
        self.stamp = stamp;
        if stamp.is_none() {
            return true;
        }
        match read_text(&self.path, Links::Followed) {
            Ok(source) => {
                let (hooks, diagnostics) = checker.hooks(&source, Tier::User);
                self.source = source;
                match diagnostics.iter().any(Diagnostic::is_error) {
                    true => self.faults = diagnostics,
                    false => self.hooks = hooks,
                }
            }
            Err(fault) => self.faults = vec![fault],
        }
        true
    }

    pub(super) fn hooks(&self) -> &Hooks {
        &self.hooks
    }

    pub(super) fn fault(&self) -> Option<FaultyFile> {
        (!self.faults.is_empty()).then(|| FaultyFile {
            path: self.path.display().to_string(),
            source: Arc::clone(&self.source),
            diagnostics: self.faults.clone(),
            pack: None,
        })
    }
}
