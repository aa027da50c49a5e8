use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lemmascope_intent::{Diagnostic, PackDomain, PatternDefinition, SitePattern};

use super::definition_file::{files_in, is_patterns};
use super::faulty_file::FaultyFile;
use super::packs::{self, Links, Moved, Pack, PackSeal, Stamp, read_text, stamp};

/// The files that describe recurring parts of pages: those of packs, which apply to the domains that the pack
/// declares, and the user's own, which apply everywhere.
#[derive(Default)]
pub(crate) struct PatternFiles {
    /// The files, ordered by whether they belong to a pack, so that the user's own come first, and then by
    /// path.
    files: BTreeMap<(bool, PathBuf), Read>,
}

/// The pack of a file, and the domains on which it may act.
#[derive(Clone)]
struct Owner {
    name: Arc<str>,
    domains: Arc<[PackDomain]>,
    path: PathBuf,
    seal: Option<Arc<PackSeal>>,
}

struct Read {
    stamp: Option<Stamp>,
    pack: Option<Owner>,
    source: Arc<str>,
    result: Result<Vec<PatternDefinition>, Vec<Diagnostic>>,
}

impl PatternFiles {
    /// Reads the new and changed files in these folders, and all files of packs that now declare different
    /// domains. Returns whether anything changed.
    pub(crate) fn refresh<'a>(
        &mut self,
        own: impl Iterator<Item = &'a Path>,
        packs: &[Pack],
        moved: &Moved,
    ) -> bool {
        let mut found: BTreeMap<(bool, PathBuf), Option<Owner>> = BTreeMap::new();
        for folder in own {
            found.extend(pattern_files(folder).into_iter().map(|path| ((false, path), None)));
        }
        for pack in packs {
            let files = packs::pattern_files(pack).into_iter();
            let owner = Owner {
                name: Arc::clone(&pack.name),
                domains: Arc::clone(&pack.domains),
                path: pack.path.clone(),
                seal: pack.seal.clone(),
            };
            found.extend(files.map(|path| ((true, path), Some(owner.clone()))));
        }
        let before = self.files.len();
        let has_moved = |file: &Read| file.pack.as_ref().is_some_and(|pack| moved.packs.contains(&pack.name));
        self.files.retain(|place, file| found.contains_key(place) && !has_moved(file));
        let mut changed = self.files.len() != before;
        for (place, pack) in found {
            let stamp = stamp(&place.1);
            if self.files.get(&place).is_none_or(|file| file.stamp != stamp) {
                changed = true;
                let file = read(&place.1, stamp, pack);
                self.files.insert(place, file);
            }
        }
        changed
    }

    /// Returns the patterns of all valid files.
    pub(crate) fn all(&self) -> Arc<[SitePattern]> {
        let of = |file: &Read| -> Vec<SitePattern> {
            let patterns = file.result.iter().flatten().cloned();
            let (pack, domains) = file.pack.clone().map(|owner| (owner.name, owner.domains)).unzip();
            patterns
                .map(|pattern| SitePattern { pack: pack.clone(), domains: domains.clone(), pattern })
                .collect()
        };
        self.files.values().flat_map(of).collect()
    }

    /// Returns the files that were excluded because of faults.
    pub(crate) fn faults(&self) -> impl Iterator<Item = FaultyFile> {
        self.files.iter().filter_map(|((_, path), file)| {
            Some(FaultyFile {
                path: path.display().to_string(),
                source: Arc::clone(&file.source),
                diagnostics: file.result.as_ref().err()?.clone(),
                pack: file.pack.as_ref().map(|pack| Arc::clone(&pack.name)),
            })
        })
    }
}

fn read(path: &Path, stamp: Option<Stamp>, pack: Option<Owner>) -> Read {
    let links = if pack.is_some() { Links::Refused } else { Links::Followed };
    let (source, result) = match read_text(path, links) {
        Ok(source) => {
            let seal = pack.as_ref().and_then(|pack| Some((pack, pack.seal.as_ref()?)));
            let result = match seal.map_or(Ok(()), |(pack, seal)| seal.admit(&pack.path, path, &source)) {
                Ok(()) => {
                    let checked = PatternDefinition::read(&source);
                    checked.patterns.ok_or(checked.diagnostics)
                }
                Err(forged) => Err(vec![forged]),
            };
            (source, result)
        }
        Err(fault) => ("".into(), Err(vec![fault])),
    };
    Read { stamp, pack, source, result }
}

/// Returns the pattern files in a folder, sorted; empty if the folder does not exist.
pub fn pattern_files(folder: &Path) -> Vec<PathBuf> {
    files_in(folder, is_patterns)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::checking::Checker;
    use super::super::composition::Catalog;
    use super::super::packs::{Packs, Shipped};
    use super::*;
    use crate::configuration::Configuration;

    const BAR: &str = "patterns: { bar: { elements: { ok: { role: button } } } }";

    fn told(files: &PatternFiles) -> Vec<(bool, String)> {
        let all = files.all();
        all.iter().map(|it| (it.domains.is_some(), it.pattern.name.value.clone())).collect()
    }

    #[test]
    fn reloads_added_changed_and_removed_pattern_files() {
        let folder = tempfile::tempdir().unwrap();
        let (own, packs) = (folder.path().join("intents"), folder.path().join("packs"));
        let pack = packs.join("example.com");
        fs::create_dir_all(&own).unwrap();
        fs::create_dir_all(&pack).unwrap();
        let mut files = PatternFiles::default();
        let refresh = |files: &mut PatternFiles| {
            let (catalog, configuration) = (Catalog::new(&[], &[]), Configuration::default());
            let mut all = Packs::default();
            let shipped = Shipped::default();
            let checker = Checker::new(&catalog, &configuration);
            all.refresh(std::slice::from_ref(&packs), &shipped, &checker);
            files.refresh([own.as_path()].into_iter(), all.all(), &Moved::default())
        };
        assert!(!refresh(&mut files));
        fs::write(pack.join("patterns.yaml"), BAR).unwrap();
        fs::write(own.join("mine.patterns.yml"), BAR.replace("bar", "mine")).unwrap();
        assert!(refresh(&mut files));
        assert!(!refresh(&mut files), "nothing had changed");
        assert_eq!(told(&files), [(false, "mine".into()), (true, "bar".into())]);
        fs::write(own.join("mine.patterns.yml"), "patterns: [broken]").unwrap();
        assert!(refresh(&mut files));
        assert_eq!(told(&files), [(true, "bar".into())]);
        assert_eq!(files.faults().count(), 1);
        fs::remove_file(pack.join("patterns.yaml")).unwrap();
        assert!(refresh(&mut files));
        assert!(told(&files).is_empty());
    }

    #[test]
    fn file_name_distinguishes_patterns_from_definitions() {
        for name in ["patterns.yaml", "shop.patterns.yml", "patterns.json"] {
            assert!(is_patterns(Path::new(name)) && !crate::is_definition(Path::new(name)), "{name}");
        }
        for name in ["mypatterns.yaml", ".patterns.yaml", "patterns.txt"] {
            assert!(!is_patterns(Path::new(name)), "{name}");
        }
    }
}
