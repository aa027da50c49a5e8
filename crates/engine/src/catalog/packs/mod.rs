//! Packs: folders with third-party definitions and patterns for a site.
//!
//! `manifest` parses manifests, `contents` finds the files of packs, `requirement` checks their dependencies,
//! `bounded_file` reads untrusted files, `shipped` has the packs that are compiled in. `Packs` is the index
//! of all available packs; `choice` selects those that are active in a session.

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
    /// The name of the pack and of its folder.
    pub name: Arc<str>,
    pub path: PathBuf,
    /// The origin of the pack.
    pub origin: Origin,
    /// The domains on which it may act.
    pub domains: Arc<[PackDomain]>,
    /// Its manifest.
    pub manifest: Arc<PackManifest>,
    /// The signed listing of its files, if a person signed it.
    pub seal: Option<Arc<PackSeal>>,
}

/// The origin of a pack, which determines its trust.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Origin {
    /// Compiled in.
    Shipped,
    /// A pack in one of the pack folders, signed with the project's key.
    Official,
    /// A pack that is signed with one of the user's own keys.
    Own,
    /// Any other pack.
    Folder,
}

impl Pack {
    /// Whether the pack is loaded automatically when a page with this address is visited.
    pub(crate) fn loads_at(&self, address: &str) -> bool {
        match &self.manifest.auto_load {
            Some(addresses) => addresses.iter().any(|pattern| is_like(address, &pattern.value)),
            None => host_and_port(address)
                .is_some_and(|(host, port)| self.domains.iter().any(|domain| domain.covers(&host, port))),
        }
    }

    /// Returns the name and version for display: `github.com (v1.2.0)`.
    pub(crate) fn title(&self) -> String {
        match &self.manifest.version {
            Some(version) => format!("{} (v{})", self.name, version.value),
            None => self.name.to_string(),
        }
    }

    /// Returns the names of the packs that it requires.
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

/// The changes among the packs.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Moved {
    /// Whether any pack changed, or the reason why one is excluded.
    pub(crate) any: bool,
    /// The packs that are new, or whose manifest changed.
    pub(crate) packs: BTreeSet<Arc<str>>,
}

/// The packs in some folders, including those that cannot be loaded. A pack with a faulty manifest is
/// excluded, because the domains on which it may act are unknown.
#[derive(Default)]
pub(crate) struct Packs {
    packs: Vec<Pack>,
    declared: BTreeMap<PathBuf, Declared>,
    /// The packs that were parsed but cannot be loaded, because a requirement is not met.
    refused: Vec<FaultyFile>,
    seals: Seals,
    signers: Option<Signers>,
}

impl Packs {
    /// Creates an empty index that gives packs signed by these signers more trust.
    pub(crate) fn signed_by(signers: Option<Signers>) -> Self {
        Self { signers, ..Self::default() }
    }

    /// Scans the folders again, and returns the changes.
    pub(crate) fn refresh(&mut self, folders: &[PathBuf], shipped: &Shipped, checker: &Checker<'_>) -> Moved {
        let mut changed = false;
        let mut packs: Vec<Pack> = Vec::new();
        let mut declared = BTreeMap::new();
        let mut refused = Vec::new();
        for path in folders.iter().flat_map(|folder| folders_in(folder)) {
            // The intents of a pack whose name is not UTF-8 could not be called.
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

    /// Returns the packs that were excluded because of faults.
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

/// Returns a fault that prevents a pack from being loaded.
fn failed(
    span: lemmascope_intent::definition::Span,
    message: impl Into<String>,
    remedy: impl Into<String>,
) -> Diagnostic {
    Diagnostic::error(span, message, remedy).code(Code::PackLoadFailed)
}

/// Returns the folders in a folder, sorted.
fn folders_in(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut folders: Vec<PathBuf> =
        entries.filter_map(Result::ok).map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    folders.sort();
    folders.truncate(MOST_FILES);
    folders
}
