//! The folders of packs: what each declares of itself, and its files, read as what strangers wrote.

use std::collections::BTreeMap;
use std::io::Read;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use lemmascope_intent::yaml::{self, Content};
use lemmascope_intent::{Diagnostic, PackDomain};
use rustix::fs::OFlags;

use super::definition_file::MOST_FILES;
use super::faulty_file::FaultyFile;

/// A definition file is a page or two; what is larger is no definition.
const LARGEST_FILE: u64 = 1 << 20;
/// The files in which a pack declares its domains.
const DECLARATIONS: [&str; 3] = ["pack.yaml", "pack.yml", "pack.json"];

/// A pack: a folder with definitions and patterns for the pages of some domains.
#[derive(Debug, Clone)]
pub(crate) struct Pack {
    /// The name of its folder, which is what it is called by.
    pub name: Arc<str>,
    pub path: PathBuf,
    /// Where it may act.
    pub domains: Arc<[PackDomain]>,
}

/// When a file was changed last, and how long it is.
pub(crate) type Stamp = (SystemTime, u64);

/// The packs of some folders, and the declarations that cannot be read. A pack whose declaration is faulty is left out:
/// nobody knows where it may act.
#[derive(Default)]
pub(crate) struct Packs {
    packs: Vec<Pack>,
    declared: BTreeMap<PathBuf, Declared>,
}

struct Declared {
    stamp: Option<Stamp>,
    source: Arc<str>,
    result: Result<Option<Arc<[PackDomain]>>, Diagnostic>,
}

impl Packs {
    /// Looks at the folders again. Says whether a declaration or the set of packs had changed.
    pub(crate) fn refresh(&mut self, folders: &[PathBuf]) -> bool {
        let mut changed = false;
        let mut packs = Vec::new();
        let mut declared = BTreeMap::new();
        for path in folders.iter().flat_map(|folder| folders_in(folder)) {
            // A name that is no text cannot be said, so that its intents could not be called.
            let Some(name) = path.file_name().and_then(|name| name.to_str()).map(Arc::<str>::from) else {
                continue;
            };
            let file = DECLARATIONS.map(|file| path.join(file));
            let own = file.into_iter().find(|file| file.symlink_metadata().is_ok());
            let domains = match own {
                None => Ok(None),
                Some(file) => {
                    let stamp = stamp(&file);
                    let known = self.declared.remove(&file).filter(|known| known.stamp == stamp);
                    let read = known.unwrap_or_else(|| {
                        changed = true;
                        declaration(&file, stamp)
                    });
                    let result = read.result.clone();
                    declared.insert(file, read);
                    result
                }
            };
            if let Ok(domains) = domains {
                let domains = domains.unwrap_or_else(|| of_name(&name).into());
                packs.push(Pack { name, path, domains });
            }
        }
        let names = |packs: &[Pack]| packs.iter().map(|pack| pack.path.clone()).collect::<Vec<_>>();
        changed |= !self.declared.is_empty() || names(&packs) != names(&self.packs);
        (self.packs, self.declared) = (packs, declared);
        changed
    }

    pub(crate) fn all(&self) -> &[Pack] {
        &self.packs
    }

    /// The packs that were left out.
    pub(crate) fn faults(&self) -> impl Iterator<Item = FaultyFile> {
        self.declared.iter().filter_map(|(path, declared)| {
            Some(FaultyFile {
                path: path.display().to_string(),
                source: Arc::clone(&declared.source),
                diagnostics: vec![declared.result.as_ref().err()?.clone()],
            })
        })
    }
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

fn declaration(path: &Path, stamp: Option<Stamp>) -> Declared {
    match read_text(path, Links::Refused) {
        Ok(source) => {
            let result = domains(&source);
            Declared { stamp, source, result }
        }
        Err(fault) => Declared { stamp, source: "".into(), result: Err(fault) },
    }
}

/// The domains that `pack.yaml` declares, if it declares any.
fn domains(source: &str) -> Result<Option<Arc<[PackDomain]>>, Diagnostic> {
    let document = yaml::read(source);
    if let Some(fault) = document.diagnostics.into_iter().next() {
        return Err(fault);
    }
    let Some(node) = document.root.as_ref().and_then(|root| root.entry("domains")) else { return Ok(None) };
    let remedy = "Write them as in `domains: [example.com, www.example.com]`.";
    let Content::List(items) = &node.value.content else {
        return Err(Diagnostic::error(node.value.span.clone(), "`domains` is a list of hosts", remedy));
    };
    let read = |item: &yaml::Node| {
        let text = match &item.content {
            Content::Scalar(scalar) => scalar.text.clone(),
            _ => String::new(),
        };
        let domain = PackDomain::read(&text).ok_or_else(|| {
            Diagnostic::error(
                item.span.clone(),
                "a domain is a host, without a pattern or an address",
                remedy,
            )
        })?;
        match is_public_suffix(&domain) {
            true => Err(Diagnostic::error(
                item.span.clone(),
                format!("{domain} is not one site: under it anybody registers domains"),
                "Declare the sites that are meant, as in `domains: [example.co.uk]`.",
            )),
            false => Ok(domain),
        }
    };
    items.iter().map(read).collect::<Result<_, _>>().map(Some)
}

/// Whether the sites under a domain belong to different people, as with `co.uk` and `github.io`.
fn is_public_suffix(domain: &PackDomain) -> bool {
    let host = domain.host();
    // The list has names in ASCII; that of another script is written in Punycode there.
    let host = url::Host::parse(host).map_or_else(|_| host.to_string(), |host| host.to_string());
    psl::suffix(host.as_bytes())
        .is_some_and(|suffix| suffix.is_known() && suffix.as_bytes() == host.as_bytes())
}

/// The domains that the pack in a folder declares, or that its name is.
pub fn declared_domains(folder: &Path) -> Result<Vec<PackDomain>, Diagnostic> {
    let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let file =
        DECLARATIONS.map(|file| folder.join(file)).into_iter().find(|file| file.symlink_metadata().is_ok());
    let declared = match file {
        Some(file) => declaration(&file, None).result?,
        None => None,
    };
    Ok(declared.map_or_else(|| of_name(name), |domains| domains.to_vec()))
}

/// The domain that a pack without a declaration is named after.
fn of_name(name: &str) -> Vec<PackDomain> {
    PackDomain::read(name).filter(|domain| !is_public_suffix(domain)).into_iter().collect()
}

/// Whether a file may be a link. In a folder of the user's own it may; a pack is made by somebody else, and its links lead
/// where the user did not mean.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Links {
    Followed,
    Refused,
}

/// The text of a file of definitions, patterns or a declaration, or why it is not read.
pub(crate) fn read_text(path: &Path, links: Links) -> Result<Arc<str>, Diagnostic> {
    String::from_utf8(read_bytes(path, links)?)
        .map(Arc::from)
        .map_err(|_| Diagnostic::error(0..0, "the file is not UTF-8 text", "Save it as UTF-8."))
}

/// The bytes of a definition file that somebody names: those of a regular file of at most 1 MiB.
pub fn read_definition(path: &Path) -> Result<Vec<u8>, Diagnostic> {
    read_bytes(path, Links::Followed)
}

/// The bytes of a regular file of at most 1 MiB. A pipe or a device is not waited for, nor read without an end.
fn read_bytes(path: &Path, links: Links) -> Result<Vec<u8>, Diagnostic> {
    let unreadable = |why: &dyn std::fmt::Display| {
        Diagnostic::error(0..0, format!("the file cannot be read: {why}"), "Check its permissions.")
    };
    let no_file = || unreadable(&"it is not a regular file");
    let too_large = |length: u64| {
        Diagnostic::error(0..0, format!("the file has {length} bytes"), "A definition has at most 1 MiB.")
    };
    // Opening a pipe would wait for a writer.
    let mut flags = OFlags::NONBLOCK;
    flags.set(OFlags::NOFOLLOW, links == Links::Refused);
    let mut options = std::fs::OpenOptions::new();
    let file = match options.read(true).custom_flags(flags.bits().cast_signed()).open(path) {
        Err(_) if path.symlink_metadata().is_ok_and(|found| !found.is_file()) => return Err(no_file()),
        opened => opened.map_err(|error| unreadable(&error))?,
    };
    let found = file.metadata().map_err(|error| unreadable(&error))?;
    if !found.is_file() {
        return Err(no_file());
    }
    if found.len() > LARGEST_FILE {
        return Err(too_large(found.len()));
    }
    let mut bytes = Vec::new();
    // It may grow while it is read, and some files do not say how long they are.
    file.take(LARGEST_FILE + 1).read_to_end(&mut bytes).map_err(|error| unreadable(&error))?;
    match bytes.len() as u64 {
        length if length > LARGEST_FILE => Err(too_large(length)),
        _ => Ok(bytes),
    }
}

/// The stamp of a file, of the link itself where it is one.
pub(crate) fn stamp(path: &Path) -> Option<Stamp> {
    let metadata = std::fs::metadata(path).or_else(|_| path.symlink_metadata()).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}
