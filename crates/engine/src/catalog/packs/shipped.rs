//! The packs that are compiled in. A pack of the same name in a folder takes precedence.

use std::path::Path;
use std::sync::Arc;

use lemmascope_intent::{Definition, Diagnostic, PatternDefinition, SitePattern, Source};

use super::super::checking::Checker;
use super::super::faulty_file::FaultyFile;
use super::super::registry::{Entry, Tier};
use super::manifest::{faults, of_name};
use super::{Origin, Pack};

/// The files of a pack that is compiled in.
#[derive(Debug, Clone, Copy)]
pub struct ShippedPack {
    /// The name of the pack.
    pub name: &'static str,
    /// Its `pack.yaml`.
    pub manifest: &'static str,
    /// Its pattern files.
    pub patterns: &'static [Source],
    /// Its definitions.
    pub intents: &'static [Source],
}

/// The packs that are compiled in, parsed.
#[derive(Default)]
pub(crate) struct Shipped {
    packs: Vec<ReadPack>,
    faults: Vec<FaultyFile>,
}

struct ReadPack {
    pack: Pack,
    entries: Vec<Entry>,
    patterns: Vec<PatternDefinition>,
}

impl Shipped {
    /// Parses the packs. A test checks them, so at runtime a fault only excludes a file.
    pub(crate) fn read(sources: &[ShippedPack], checker: &Checker<'_>) -> Self {
        let mut shipped = Self::default();
        for source in sources {
            match read(source, checker, &mut shipped.faults) {
                Ok(pack) => shipped.packs.push(pack),
                Err(diagnostics) => {
                    shipped.faults.push(fault(source.name, "pack.yaml", source.manifest, diagnostics));
                }
            }
        }
        shipped
    }

    pub(crate) fn packs(&self) -> impl Iterator<Item = &Pack> {
        self.packs.iter().map(|read| &read.pack)
    }

    /// Returns the definitions of the active packs, which are those that no pack in a folder replaces.
    pub(crate) fn entries<'a>(&'a self, all: &'a [Pack]) -> impl Iterator<Item = &'a Entry> {
        self.taking_part(all).flat_map(|read| &read.entries)
    }

    /// Returns the patterns of the active packs.
    pub(crate) fn patterns<'a>(&'a self, all: &'a [Pack]) -> impl Iterator<Item = SitePattern> + 'a {
        self.taking_part(all).flat_map(|read| {
            read.patterns.iter().map(|pattern| SitePattern {
                pack: Some(Arc::clone(&read.pack.name)),
                domains: Some(Arc::clone(&read.pack.domains)),
                pattern: pattern.clone(),
            })
        })
    }

    pub(crate) fn faults(&self) -> impl Iterator<Item = FaultyFile> {
        self.faults.iter().cloned()
    }

    fn taking_part<'a>(&'a self, all: &'a [Pack]) -> impl Iterator<Item = &'a ReadPack> {
        let takes_part = |name: &str| all.iter().any(|it| it.origin == Origin::Shipped && *it.name == *name);
        self.packs.iter().filter(move |read| takes_part(&read.pack.name))
    }
}

fn read(
    source: &ShippedPack,
    checker: &Checker<'_>,
    left_out: &mut Vec<FaultyFile>,
) -> Result<ReadPack, Vec<Diagnostic>> {
    let checked = checker.manifest_of(source.manifest, Origin::Shipped);
    let manifest = Arc::new(checked.manifest.ok_or(checked.diagnostics)?);
    let wrong = faults(&manifest, source.name);
    if !wrong.is_empty() {
        return Err(wrong);
    }
    let domains = match &manifest.domains {
        Some(domains) => domains.iter().map(|domain| domain.value.clone()).collect(),
        None => of_name(source.name),
    };
    let path = Path::new("shipped").join(source.name);
    let pack = Pack {
        name: source.name.into(),
        path: path.clone(),
        origin: Origin::Shipped,
        domains: domains.into(),
        manifest,
        seal: None,
    };
    let mut entries = Vec::new();
    for file in source.intents {
        let checked = checker.check_in(file.text, Tier::Pack, Some(&pack));
        match checked.definition.filter(|_| !checked.diagnostics.iter().any(Diagnostic::is_error)) {
            Some(definition) => entries.push(entry(definition, &path.join(file.name), file.text, &pack)),
            None => left_out.push(fault(source.name, file.name, file.text, checked.diagnostics)),
        }
    }
    let mut patterns = Vec::new();
    for file in source.patterns {
        let checked = PatternDefinition::read(file.text);
        match checked.patterns {
            Some(read) => patterns.extend(read),
            None => left_out.push(fault(source.name, file.name, file.text, checked.diagnostics)),
        }
    }
    Ok(ReadPack { pack, entries, patterns })
}

fn entry(definition: Definition, path: &Path, text: &'static str, pack: &Pack) -> Entry {
    Entry {
        definition: Arc::new(definition),
        tier: Tier::Pack,
        origin: path.display().to_string(),
        source: text.into(),
        pack: Some(pack.clone()),
    }
}

fn fault(pack: &str, file: &str, text: &'static str, diagnostics: Vec<Diagnostic>) -> FaultyFile {
    let path = Path::new("shipped").join(pack).join(file).display().to_string();
    FaultyFile { path, source: text.into(), diagnostics, pack: Some(pack.into()) }
}
