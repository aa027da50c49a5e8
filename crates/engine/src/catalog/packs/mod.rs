//! Packs: folders with definitions and patterns for one site, written by somebody else.
//!
//! `manifest` reads what a pack states of itself, `contents` finds its files, `requirement` checks what it needs, `bounded_file`
//! reads files of strangers. `Packs` is the index of all packs that there are; `choice` says which of them take part in a session.

mod bounded_file;
mod contents;
mod manifest;
mod requirement;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lemmascope_intent::{Code, Diagnostic, PackDomain, PackManifest};

use super::checking::Checker;
use super::definition_file::MOST_FILES;
use super::faulty_file::FaultyFile;

pub use bounded_file::read_definition;
pub(crate) use bounded_file::{Links, Stamp, read_text, stamp};
pub(crate) use contents::{definition_files, folders, pattern_files};
use manifest::{Declared, declaration, of_name};
pub use manifest::{declared_domains, manifest_file};

/// A pack: a folder with definitions and patterns for the pages of some domains.
#[derive(Debug, Clone)]
pub(crate) struct Pack {
    /// Its name, which is that of its folder.
    pub name: Arc<str>,
    pub path: PathBuf,
    /// Where it may act.
    pub domains: Arc<[PackDomain]>,
    /// What it states of itself.
    pub manifest: Arc<PackManifest>,
}

/// The packs of some folders, and those that cannot be loaded. A pack whose manifest is faulty is left out:
/// nobody knows where it may act.
#[derive(Default)]
pub(crate) struct Packs {
    packs: Vec<Pack>,
    declared: BTreeMap<PathBuf, Declared>,
    /// The packs that were read and cannot be loaded all the same: what they need is not there.
    refused: Vec<FaultyFile>,
}

impl Packs {
    /// Looks at the folders again. Says whether a manifest or the set of packs had changed.
    pub(crate) fn refresh(&mut self, folders: &[PathBuf], checker: &Checker<'_>) -> bool {
        let mut changed = false;
        let mut packs: Vec<Pack> = Vec::new();
        let mut declared = BTreeMap::new();
        let mut refused = Vec::new();
        for path in folders.iter().flat_map(|folder| folders_in(folder)) {
            // A name that is no text cannot be said, so that its intents could not be called.
            let Some(name) = path.file_name().and_then(|name| name.to_str()).map(Arc::<str>::from) else {
                continue;
            };
            let mut manifest = Arc::default();
            let mut source: Arc<str> = "".into();
            let file = manifest_file(&path);
            if let Some(file) = &file {
                let stamp = stamp(file);
                let known = self.declared.remove(file).filter(|known| known.stamp == stamp);
                let read = known.unwrap_or_else(|| {
                    changed = true;
                    declaration(file, &name, stamp, checker)
                });
                let result = read.result.clone();
                source = Arc::clone(&read.source);
                declared.insert(file.clone(), read);
                match result {
                    Ok(read) => manifest = read,
                    Err(_) => continue,
                }
            }
            if let Some(other) = packs.iter().find(|other| other.name == name) {
                let message = format!("there is a pack \"{name}\" already, in {}", other.path.display());
                let fault = failed(0..0, message, "Remove one of the two.");
                let path = file.unwrap_or(path).display().to_string();
                refused.push(FaultyFile { path, source, diagnostics: vec![fault] });
                continue;
            }
            let domains = match &manifest.domains {
                Some(domains) => domains.iter().map(|domain| domain.value.clone()).collect(),
                None => of_name(&name),
            };
            packs.push(Pack { name, path, domains: domains.into(), manifest });
        }
        requirement::refuse(&mut packs, |pack, fault| {
            let file = manifest_file(&pack.path).unwrap_or_else(|| pack.path.clone());
            let source = declared.get(&file).map(|declared: &Declared| Arc::clone(&declared.source));
            refused.push(FaultyFile {
                path: file.display().to_string(),
                source: source.unwrap_or_default(),
                diagnostics: vec![fault],
            });
        });
        let names = |packs: &[Pack]| packs.iter().map(|pack| pack.path.clone()).collect::<Vec<_>>();
        changed |= !self.declared.is_empty() || names(&packs) != names(&self.packs);
        (self.packs, self.declared, self.refused) = (packs, declared, refused);
        changed
    }

    pub(crate) fn all(&self) -> &[Pack] {
        &self.packs
    }

    /// The packs that were left out.
    pub(crate) fn faults(&self) -> impl Iterator<Item = FaultyFile> {
        let unread = self.declared.iter().filter_map(|(path, declared)| {
            Some(FaultyFile {
                path: path.display().to_string(),
                source: Arc::clone(&declared.source),
                diagnostics: declared.result.as_ref().err()?.clone(),
            })
        });
        unread.chain(self.refused.iter().cloned())
    }
}

/// A fault for which a pack is not loaded.
fn failed(
    span: lemmascope_intent::definition::Span,
    message: impl Into<String>,
    remedy: impl Into<String>,
) -> Diagnostic {
    Diagnostic::error(span, message, remedy).code(Code::PackLoadFailed)
}

/// The folders in a folder, sorted.
fn folders_in(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut folders: Vec<PathBuf> =
        entries.filter_map(Result::ok).map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    folders.sort();
    folders.truncate(MOST_FILES);
    folders
}
