//! Packs: folders with definitions and patterns for one site, written by someone else.
//!
//! `manifest` reads what a pack states of itself, `contents` finds its files, `requirement` checks what it needs, `bounded_file`
//! reads files of strangers, `shipped` has those that are compiled in. `Packs` is the index of all packs that there are; `choice` says which of them take part in a session.

mod bounded_file;
mod choice;
mod contents;
mod effects;
mod manifest;
mod requirement;
mod seal;
mod shipped;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lemmascope_intent::definition::PROGRAM;
use lemmascope_intent::{Code, Diagnostic, PackDomain, PackManifest, host_and_port, is_like};
use lemmascope_repository::SIGNATURE_FILE;

use super::checking::Checker;
use super::definition_file::MOST_FILES;
use super::faulty_file::FaultyFile;

pub use bounded_file::read_definition;
pub(crate) use bounded_file::{Links, Stamp, read_text, stamp};
pub(crate) use choice::{Choice, Visitor};
pub(crate) use contents::{definition_files, folders, pattern_files};
pub use effects::{EffectReader, PackEffects, unloadable};
pub(crate) use manifest::faults;
pub use manifest::manifest_file;
use manifest::{Declared, declaration, of_name};
use seal::Seals;
pub use seal::official_key;
pub(crate) use seal::{PackSeal, Signers, signer};
pub(crate) use shipped::Shipped;
pub use shipped::ShippedPack;

/// A pack: a folder with definitions and patterns for the pages of some domains.
#[derive(Debug, Clone)]
pub(crate) struct Pack {
    /// Its name, which is that of its folder.
    pub name: Arc<str>,
    pub path: PathBuf,
    /// Where it comes from.
    pub origin: Origin,
    /// Where it may act.
    pub domains: Arc<[PackDomain]>,
    /// What it states of itself.
    pub manifest: Arc<PackManifest>,
    /// The listing of its files that a person signed.
    pub seal: Option<Arc<PackSeal>>,
}

/// Where a pack comes from. It decides what the pack is trusted with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Origin {
    /// Compiled in.
    Shipped,
    /// A folder in one of the folders for packs, signed with the key of the project.
    Official,
    /// One that is signed with a key of the user's.
    Own,
    /// Any other one.
    Folder,
}

impl Pack {
    /// Whether it loads by itself when a page of this address is visited.
    pub(crate) fn loads_at(&self, address: &str) -> bool {
        match &self.manifest.auto_load {
            Some(addresses) => addresses.iter().any(|pattern| is_like(address, &pattern.value)),
            None => host_and_port(address)
                .is_some_and(|(host, port)| self.domains.iter().any(|domain| domain.covers(&host, port))),
        }
    }

    /// Its name and version as people read them: `github.com (v1.2.0)`.
    pub(crate) fn title(&self) -> String {
        match &self.manifest.version {
            Some(version) => format!("{} (v{})", self.name, version.value),
            None => self.name.to_string(),
        }
    }

    /// The packs that it requires.
    pub(crate) fn required(&self) -> impl Iterator<Item = &str> {
        self.manifest.requires.keys().map(String::as_str).filter(|name| *name != PROGRAM)
    }

    fn is_same(&self, other: &Self) -> bool {
        self.path == other.path
            && self.domains == other.domains
            && self.seal == other.seal
            && (Arc::ptr_eq(&self.manifest, &other.manifest) || self.manifest == other.manifest)
    }
}

/// What has changed among the packs.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Moved {
    /// Whether anything has: a pack, or why one is left out.
    pub(crate) any: bool,
    /// The packs that are there now and were not, or state something else than before.
    pub(crate) packs: BTreeSet<Arc<str>>,
}

/// The packs of some folders, and those that cannot be loaded. A pack whose manifest is faulty is left out:
/// nobody knows where it may act.
#[derive(Default)]
pub(crate) struct Packs {
    packs: Vec<Pack>,
    declared: BTreeMap<PathBuf, Declared>,
    /// The packs that were read and cannot be loaded all the same: what they need is not there.
    refused: Vec<FaultyFile>,
    seals: Seals,
    signers: Option<Signers>,
}

impl Packs {
    /// Packs that are more than those of others where one of these has signed them.
    pub(crate) fn signed_by(signers: Option<Signers>) -> Self {
        Self { signers, ..Self::default() }
    }

    /// Looks at the folders again, and says what had changed.
    pub(crate) fn refresh(&mut self, folders: &[PathBuf], shipped: &Shipped, checker: &Checker<'_>) -> Moved {
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
            let seal = match self.signers.as_ref().map(|signers| self.seals.of(&path, &name, signers)) {
                Some(Err(fault)) => {
                    let path = path.join(SIGNATURE_FILE).display().to_string();
                    refused.push(FaultyFile { path, source, diagnostics: vec![fault], pack: Some(name) });
                    continue;
                }
                Some(Ok(seal)) => seal,
                None => None,
            };
            if let Some(file) = &file {
                let stamp = stamp(file);
                let is_known = |known: &Declared| known.stamp == stamp && known.seal == seal;
                let known = self.declared.remove(file).filter(is_known);
                let read = known.unwrap_or_else(|| {
                    changed = true;
                    declaration(file, &name, (stamp, seal.clone()), checker)
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
                refused.push(FaultyFile { path, source, diagnostics: vec![fault], pack: Some(name) });
                continue;
            }
            let domains = match &manifest.domains {
                Some(domains) => domains.iter().map(|domain| domain.value.clone()).collect(),
                None => of_name(&name),
            };
            let origin = signer(seal.as_ref());
            packs.push(Pack { name, path, origin, domains: domains.into(), manifest, seal });
        }
        let is_free = |pack: &&Pack| !packs.iter().any(|known| known.name == pack.name);
        let shipped: Vec<Pack> = shipped.packs().filter(is_free).cloned().collect();
        packs.extend(shipped);
        requirement::refuse(&mut packs, |pack, fault| {
            let file = manifest_file(&pack.path).unwrap_or_else(|| pack.path.clone());
            let source = declared.get(&file).map(|declared: &Declared| Arc::clone(&declared.source));
            refused.push(FaultyFile {
                path: file.display().to_string(),
                source: source.unwrap_or_default(),
                diagnostics: vec![fault],
                pack: Some(Arc::clone(&pack.name)),
            });
        });
        for pack in &packs {
            let diagnostics = contents::faults(pack);
            if !diagnostics.is_empty() {
                let file = manifest_file(&pack.path).unwrap_or_else(|| pack.path.clone());
                let source = declared.get(&file).map(|declared: &Declared| Arc::clone(&declared.source));
                refused.push(FaultyFile {
                    path: file.display().to_string(),
                    source: source.unwrap_or_default(),
                    diagnostics,
                    pack: Some(Arc::clone(&pack.name)),
                });
            }
        }
        let known: BTreeMap<&str, &Pack> = self.packs.iter().map(|pack| (&*pack.name, pack)).collect();
        let is_new = |pack: &&Pack| known.get(&*pack.name).is_none_or(|known| !known.is_same(pack));
        let moved: BTreeSet<Arc<str>> =
            packs.iter().filter(is_new).map(|pack| Arc::clone(&pack.name)).collect();
        changed |= !self.declared.is_empty() || !moved.is_empty() || packs.len() != self.packs.len();
        (self.packs, self.declared, self.refused) = (packs, declared, refused);
        Moved { any: changed, packs: moved }
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
                pack: path.parent().and_then(Path::file_name).and_then(|name| name.to_str()).map(Arc::from),
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
