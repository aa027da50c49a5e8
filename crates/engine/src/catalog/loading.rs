use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lemmascope_intent::definition::{Hooks, find_cycles_by};
use lemmascope_intent::{Definition, Diagnostic, SitePattern, Source};

use super::checking::Checker;
use super::composition::Catalog;
use super::definition_file::definition_files;
use super::faulty_file::FaultyFile;
use super::hooks_file::HooksFile;
use super::linking::link;
use super::packs::{self, Links, Pack, Packs, Shipped, ShippedPack, Signers, Stamp, read_text, stamp};
use super::patterns::PatternFiles;
use super::registry::{Caller, Entry, Priority, Registry, Reserved, Tier};
use super::watch::Watched;
use crate::configuration::Configuration;

/// A folder with definitions.
#[derive(Debug, Clone)]
pub(crate) struct Folder {
    /// The path. Subfolders are not searched.
    pub path: PathBuf,
    /// The tier of the definitions in the folder.
    pub tier: Tier,
}

/// Loads definitions, and reloads changed ones.
#[derive(Default)]
pub(crate) struct Loader {
    sources: Vec<(Tier, Source)>,
    compiled_in: Vec<Entry>,
    compiled_in_faults: Vec<FaultyFile>,
    folders: Vec<Folder>,
    pack_folders: Vec<PathBuf>,
    packs: Packs,
    shipped_sources: &'static [ShippedPack],
    shipped: Shipped,
    /// The names of verbs and commands, which packs cannot claim.
    reserved: Arc<Reserved>,
    files: BTreeMap<PathBuf, Loaded>,
    patterns: PatternFiles,
    hooks: HooksFile,
    /// The keys whose packs get more trust than unsigned ones.
    signers: Option<Signers>,
    /// The packs that may override built-in names.
    may_shadow: BTreeSet<String>,
}

struct Loaded {
    stamp: Option<Stamp>,
    tier: Tier,
    pack: Option<Pack>,
    source: Arc<str>,
    result: Result<Arc<Definition>, Vec<Diagnostic>>,
}

/// A definition file to load.
struct Found {
    tier: Tier,
    pack: Option<Pack>,
    stamp: Option<Stamp>,
}

impl Loader {
    /// Creates a loader for compiled-in sources and for folders. Reads nothing yet.
    pub(crate) fn new(
        folders: Vec<Folder>,
        hooks: PathBuf,
        sources: Vec<(Tier, Source)>,
        shipped_sources: &'static [ShippedPack],
    ) -> Self {
        Self { folders, sources, hooks: HooksFile::new(hooks), shipped_sources, ..Self::default() }
    }

    /// Gives the packs that are signed with these keys the trust of their signers.
    pub(crate) fn trusting(self, signers: Signers) -> Self {
        Self { signers: Some(signers), ..self }
    }

    /// Reloads everything, because the configuration determines the permissions of definitions and the
    /// folders of packs. Compiled-in sources are checked by a test, so at runtime a fault only excludes the
    /// source.
    pub(crate) fn reread(
        &mut self,
        pack_folders: Vec<PathBuf>,
        configuration: &Configuration,
        catalog: &Catalog,
    ) {
        let checker = Checker::new(catalog, configuration);
        self.pack_folders = pack_folders;
        self.compiled_in.clear();
        self.compiled_in_faults.clear();
        self.files.clear();
        self.packs = Packs::signed_by(self.signers.clone());
        self.may_shadow = configuration.texts("pack_trust.may_shadow").into_iter().collect();
        self.shipped = Shipped::read(self.shipped_sources, &checker);
        self.patterns = PatternFiles::default();
        self.hooks.forget();
        self.reserved = Arc::new(reserved(catalog));
        for (tier, source) in &self.sources {
            let text: Arc<str> = source.text.into();
            match read(&text, *tier, None, &checker) {
                Ok(definition) => self.compiled_in.push(Entry {
                    definition,
                    tier: *tier,
                    origin: source.name.into(),
                    source: text,
                    pack: None,
                }),
                Err(diagnostics) => {
                    let fault =
                        FaultyFile { path: source.name.into(), source: text, diagnostics, pack: None };
                    self.compiled_in_faults.push(fault);
                }
            }
        }
        self.refresh(configuration, catalog);
    }

    /// Scans the folders and loads new and changed files. Returns whether there were any.
    pub(crate) fn refresh(&mut self, configuration: &Configuration, catalog: &Catalog) -> bool {
        let checker = Checker::new(catalog, configuration);
        let own = self.folders.iter().map(|folder| folder.path.as_path());
        let moved = self.packs.refresh(&self.pack_folders, &self.shipped, &checker);
        // A changed manifest affects all files of its pack.
        let has_moved =
            |file: &Loaded| file.pack.as_ref().is_some_and(|pack| moved.packs.contains(&pack.name));
        self.files.retain(|_, file| !has_moved(file));
        let mut changed = self.patterns.refresh(own, self.packs.all(), &moved) | moved.any;
        changed |= self.hooks.refresh(&checker);
        let mut found: HashMap<PathBuf, Found> = HashMap::new();
        for folder in &self.folders {
            for path in definition_files(&folder.path) {
                let stamp = stamp(&path);
                found.insert(path, Found { tier: folder.tier, pack: None, stamp });
            }
        }
        for pack in self.packs.all() {
            for path in packs::definition_files(pack) {
                let stamp = stamp(&path);
                found.insert(path, Found { tier: Tier::Pack, pack: Some(pack.clone()), stamp });
            }
        }
        self.files.retain(|path, _| {
            let stays = found.contains_key(path);
            changed |= !stays;
            stays
        });
        let fresh: Vec<(PathBuf, Found)> = found
            .into_iter()
            .filter(|(path, found)| self.files.get(path).is_none_or(|file| file.stamp != found.stamp))
            .collect();
        changed |= !fresh.is_empty();
        self.files.extend(load_all(fresh, &checker));
        changed
    }

    /// Returns the folders and files to watch.
    pub(crate) fn watched(&self) -> Watched {
        let own = self.folders.iter().map(|folder| folder.path.clone()).collect();
        let of_packs = self.packs.all().iter().flat_map(packs::folders).collect();
        let files = self.hooks.path().map(Path::to_path_buf).into_iter().collect();
        Watched { own, packs: self.pack_folders.clone(), of_packs, files }
    }

    /// Returns the patterns of all valid files.
    pub(crate) fn patterns(&self) -> Arc<[SitePattern]> {
        let read = self.patterns.all();
        read.iter().cloned().chain(self.shipped.patterns(self.packs.all())).collect()
    }

    /// Returns the user's own hooks, which apply everywhere.
    pub(crate) fn hooks(&self) -> &Hooks {
        self.hooks.hooks()
    }

    /// Returns the packs that can be loaded.
    pub(crate) fn packs(&self) -> &[Pack] {
        self.packs.all()
    }

    /// Builds the registry of all valid definitions and of `defined`, without the packs in `unloaded`. Also
    /// returns the files that were excluded because of faults.
    pub(crate) fn build(
        &self,
        catalog: &Catalog,
        priority: &Priority,
        defined: &[Entry],
        unloaded: &BTreeSet<String>,
    ) -> (Registry, Vec<FaultyFile>) {
        let mut registry = Registry::new(Arc::clone(&self.reserved), self.may_shadow.clone());
        let mut faults = self.compiled_in_faults.clone();
        faults.extend(self.packs.faults());
        faults.extend(self.shipped.faults());
        faults.extend(self.patterns.faults());
        faults.extend(self.hooks.fault());
        for entry in self.compiled_in.iter().chain(defined) {
            registry.insert(entry.clone());
        }
        let is_there = |entry: &&Entry| entry.pack_name().is_none_or(|pack| !unloaded.contains(pack));
        for entry in self.shipped.entries(self.packs.all()).filter(is_there) {
            registry.insert(entry.clone());
        }
        for (path, file) in &self.files {
            let origin = path.display().to_string();
            let fault = |diagnostics| FaultyFile {
                path: origin.clone(),
                source: Arc::clone(&file.source),
                diagnostics,
                pack: file.pack.as_ref().map(|pack| Arc::clone(&pack.name)),
            };
            let definition = match &file.result {
                Ok(definition) => definition,
                Err(diagnostics) => {
                    faults.push(fault(diagnostics.clone()));
                    continue;
                }
            };
            let name = &definition.intent;
            let pack = file.pack.as_ref().map(|pack| &*pack.name);
            if pack.is_some_and(|pack| unloaded.contains(pack)) {
                continue;
            }
            if let Some(other) = registry.of_tier(&name.value, file.tier, pack) {
                faults.push(fault(vec![Diagnostic::error(
                    name.span.clone(),
                    format!("\"{}\" is already defined in {}", name.value, other.origin),
                    "Rename one of the two, or remove it.",
                )]));
                continue;
            }
            registry.insert(Entry {
                definition: Arc::clone(definition),
                tier: file.tier,
                origin: origin.clone(),
                source: Arc::clone(&file.source),
                pack: file.pack.clone(),
            });
        }
        break_cycles(&mut registry, priority, &mut faults);
        link(&mut registry, priority, &mut faults);
        registry.put_in_order(catalog, priority);
        (registry, faults)
    }
}

/// Returns the names of verbs and commands. An intent of a pack with such a name must be called with the name
/// of its pack. No setting lets a pack override the engine's own commands, because people rely on `undo` and
/// `config set` to control a pack.
fn reserved(catalog: &Catalog) -> Reserved {
    let verbs = catalog.signatures().flat_map(|signature| [signature.name, signature.verb()]);
    let forms = || catalog.grammar().forms().map(|form| (form, catalog.get(form.declared_by).is_some()));
    let names = |is_verb: bool| {
        let forms = forms().filter(move |(_, of_verb)| *of_verb == is_verb);
        forms.flat_map(|(form, _)| [form.name, form.verb()])
    };
    Reserved {
        verbs: verbs.chain(names(true)).map(str::to_string).collect(),
        commands: names(false).map(str::to_string).collect(),
    }
}

/// Removes the definitions that close a cycle of calls. Repeats until no cycle remains, because a removed
/// definition may reveal another one of the same name.
fn break_cycles(registry: &mut Registry, priority: &Priority, faults: &mut Vec<FaultyFile>) {
    loop {
        let closing: Vec<(Entry, Diagnostic)> = {
            let all = registry.all();
            let places: HashMap<*const Entry, usize> =
                all.iter().enumerate().map(|(at, entry)| (std::ptr::from_ref(*entry), at)).collect();
            let callers: Vec<Caller> = all.iter().map(|entry| Caller::of(entry)).collect();
            let definitions: Vec<&Definition> = all.iter().map(|entry| entry.definition.as_ref()).collect();
            // Inside a pack, short names resolve to its own intents, and two packs may use the same names.
            let meant = |at: usize, name: &str| {
                let entry = registry.resolve(name, &callers[at], priority)?;
                places.get(&std::ptr::from_ref(entry)).copied()
            };
            let cycles = find_cycles_by(&definitions, meant);
            cycles.iter().map(|cycle| (all[cycle.closing()].clone(), cycle.diagnostic())).collect()
        };
        if closing.is_empty() {
            return;
        }
        for (entry, diagnostic) in closing {
            registry.remove(&entry);
            faults.push(FaultyFile {
                path: entry.origin.clone(),
                source: Arc::clone(&entry.source),
                diagnostics: vec![diagnostic],
                pack: entry.pack.as_ref().map(|pack| Arc::clone(&pack.name)),
            });
        }
    }
}

/// Loads files, on several threads if there are many, because most of the time is spent on parsing.
fn load_all(files: Vec<(PathBuf, Found)>, checker: &Checker<'_>) -> Vec<(PathBuf, Loaded)> {
    const ENOUGH_FOR_ONE: usize = 64;
    const MOST_HANDS: usize = 8;
    // `available_parallelism` reads several files itself, and usually there is nothing to load.
    let hands = match files.len() {
        0..=ENOUGH_FOR_ONE => 1,
        _ => std::thread::available_parallelism().map_or(1, usize::from).min(MOST_HANDS),
    };
    let share = files.len().div_ceil(hands).max(ENOUGH_FOR_ONE);
    let read = |files: &[(PathBuf, Found)]| -> Vec<(PathBuf, Loaded)> {
        files.iter().map(|(path, found)| (path.clone(), load(path, found, checker))).collect()
    };
    std::thread::scope(|scope| {
        let mut shares = files.chunks(share);
        let own = shares.next().unwrap_or_default();
        let others: Vec<_> = shares.map(|share| (share, scope.spawn(|| read(share)))).collect();
        let mut loaded = read(own);
        for (share, hand) in others {
            // If a thread panicked, this thread loads its files.
            loaded.extend(hand.join().unwrap_or_else(|_| read(share)));
        }
        loaded
    })
}

fn load(path: &Path, found: &Found, checker: &Checker<'_>) -> Loaded {
    let links = if found.pack.is_some() { Links::Refused } else { Links::Followed };
    let (source, result) = match read_text(path, links) {
        Ok(source) => {
            let seal = found.pack.as_ref().and_then(|pack| Some((pack, pack.seal.as_ref()?)));
            let forged = seal.and_then(|(pack, seal)| seal.admit(&pack.path, path, &source).err());
            let result = match forged {
                Some(fault) => Err(vec![fault]),
                None => read(&source, found.tier, found.pack.as_ref(), checker),
            };
            (source, result)
        }
        Err(fault) => ("".into(), Err(vec![fault])),
    };
    Loaded { stamp: found.stamp, tier: found.tier, pack: found.pack.clone(), source, result }
}

fn read(
    source: &str,
    tier: Tier,
    pack: Option<&Pack>,
    checker: &Checker<'_>,
) -> Result<Arc<Definition>, Vec<Diagnostic>> {
    let checked = checker.check_in(source, tier, pack);
    match checked.definition {
        Some(definition) if !checked.diagnostics.iter().any(Diagnostic::is_error) => Ok(Arc::new(definition)),
        _ => Err(checked.diagnostics),
    }
}
