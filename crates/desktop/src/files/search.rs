use std::collections::{HashSet, VecDeque};
use std::ffi::{OsStr, OsString};
use std::io::Read;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use cap_std::ambient_authority;
use cap_std::fs::Dir;
use lemmascope_intent::{Args, Failure};
use rustix::fs::{FileType, OFlags, Stat};

use super::call_scope::CallScope;
use super::handle;
use super::resolved_path::Reach;

/// The limits of a search: items, depth and time. The result says if a limit was reached.
const MOST: usize = 200_000;
const DEEPEST: usize = 12;
const LONGEST: Duration = Duration::from_secs(4);

/// The maximum number of results.
const KEPT: usize = 64;

/// Folders of generated files that are skipped.
const UNSEARCHED: &[&str] = &["node_modules", "target", "__pycache__"];

/// The number of bytes that are read to detect the type of a file.
const BEGINNING: u64 = 4096;

/// A file or a folder inside the roots.
#[derive(Debug, Clone)]
pub(crate) struct Item {
    /// The absolute path with links resolved.
    pub(crate) path: PathBuf,
    /// The path for display.
    pub(crate) shown: String,
    pub(crate) name: String,
    pub(crate) is_folder: bool,
    /// Whether it is executable.
    pub(crate) runs: bool,
    /// The time of the last change or access.
    pub(crate) used: i64,
}

/// The results of a search, the highest rating first.
pub(crate) struct Findings {
    pub(crate) items: Vec<(f64, Item)>,
    /// Whether everything was searched.
    pub(crate) complete: bool,
}

pub(super) fn look(site: &CallScope, args: &Args) -> Result<Item, Failure> {
    let place = site.place(args, "path", Reach::READ)?;
    place.find()?;
    let found = handle::stat(place.dir(), place.name()).map_err(|error| place.fault(error))?;
    let found = found.ok_or_else(|| super::fault::not_found(&place.shown))?;
    let path = place.lasting().map_or_else(|| place.path(), PathBuf::from);
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(item(path, place.shown.clone(), name, &found))
}

pub(super) fn beginning(site: &CallScope, path: &Path) -> Result<Vec<u8>, Failure> {
    let place = site.find(path, false, Reach::READ)?;
    let (file, _) =
        handle::open_file(place.dir(), place.name(), OFlags::RDONLY).map_err(|error| place.fault(error))?;
    let mut bytes = Vec::new();
    file.take(BEGINNING).read_to_end(&mut bytes).map_err(|error| place.fault(error))?;
    Ok(bytes)
}

pub(super) fn search(site: &CallScope, rate: &dyn Fn(&str, bool) -> f64) -> Result<Findings, Failure> {
    let mut search = Search {
        site,
        rate,
        since: Instant::now(),
        left: MOST,
        seen: HashSet::new(),
        found: Vec::new(),
        lowest: f64::MIN,
    };
    let mut complete = true;
    for root in &site.roots {
        // A root that is missing or protected contains nothing that could be opened.
        if site.find(root.path(), false, Reach::READ).is_ok()
            && let Ok(dir) = Dir::open_ambient_dir(root.path(), ambient_authority())
        {
            complete &= search.below(root.path(), &dir)?;
        }
    }
    let mut items = search.found;
    trim(&mut items);
    Ok(Findings { items, complete })
}

struct Search<'a> {
    site: &'a CallScope,
    rate: &'a dyn Fn(&str, bool) -> f64,
    since: Instant,
    left: usize,
    /// The visited folders, since roots may be nested.
    seen: HashSet<handle::Id>,
    found: Vec<(f64, Item)>,
    /// The rating that a new result has to exceed.
    lowest: f64,
}

impl Search<'_> {
    /// Searches a root breadth-first. Returns whether the search was complete.
    fn below(&mut self, top: &Path, root: &Dir) -> Result<bool, Failure> {
        let mut folders = VecDeque::from([(PathBuf::new(), 0)]);
        let mut complete = true;
        while let Some((folder, depth)) = folders.pop_front() {
            self.site.go_on()?;
            if self.left == 0 || self.since.elapsed() > LONGEST {
                return Ok(false);
            }
            // Even if the folder was replaced meanwhile, the handle stays inside the root.
            let opened =
                if folder.as_os_str().is_empty() { root.try_clone() } else { root.open_dir(&folder) };
            let Ok(dir) = opened.map(OwnedFd::from) else { continue };
            let Ok(id) = rustix::fs::fstat(&dir).map(|stat| handle::id(&stat)) else { continue };
            if !self.seen.insert(id) || self.site.protected.begins_at(id) {
                continue;
            }
            let inner = self.inside(&top.join(&folder), &dir)?;
            match depth < DEEPEST {
                true => folders.extend(inner.into_iter().map(|name| (folder.join(name), depth + 1))),
                false => complete &= inner.is_empty(),
            }
        }
        Ok(complete)
    }

    /// Rates the items of a folder, and returns the subfolders to search.
    fn inside(&mut self, path: &Path, dir: &OwnedFd) -> Result<Vec<OsString>, Failure> {
        let mut folders = Vec::new();
        let Ok(readable) = handle::open_folder(dir.as_fd(), ".".as_ref()) else { return Ok(folders) };
        let Ok(entries) = rustix::fs::Dir::new(readable) else { return Ok(folders) };
        for entry in entries.flatten() {
            let name = OsString::from_vec(entry.file_name().to_bytes().to_vec());
            // Hidden items belong to programs.
            if name.as_bytes().starts_with(b".") {
                continue;
            }
            if self.left == 0 {
                return Ok(folders);
            }
            self.left -= 1;
            let kind = match entry.file_type() {
                FileType::Unknown => match handle::stat(dir.as_fd(), &name) {
                    Ok(Some(stat)) => handle::kind(&stat),
                    _ => continue,
                },
                kind => kind,
            };
            if kind == FileType::Directory
                && !UNSEARCHED.iter().any(|unsearched| name == OsStr::new(unsearched))
            {
                folders.push(name.clone());
            }
            self.consider(path, dir, &name, kind);
        }
        Ok(folders)
    }

    fn consider(&mut self, path: &Path, dir: &OwnedFd, name: &OsStr, kind: FileType) {
        // A name that is not valid UTF-8 cannot be requested.
        let Some(text) = name.to_str() else { return };
        let rating = (self.rate)(text, kind == FileType::Directory);
        if rating <= self.lowest {
            return;
        }
        let found = match kind {
            FileType::Symlink => self.linked(&path.join(name)),
            FileType::Directory | FileType::RegularFile => {
                let stat = handle::stat(dir.as_fd(), name).ok().flatten();
                stat.map(|stat| {
                    item(path.join(name), self.site.shown(&path.join(name)), text.to_string(), &stat)
                })
            }
            _ => None,
        };
        if let Some(found) = found {
            self.found.push((rating, found));
        }
        if self.found.len() >= KEPT * 4 {
            trim(&mut self.found);
            self.lowest = self.found.last().map_or(f64::MIN, |(rating, _)| *rating);
        }
    }

    /// Resolves a link, if its target is inside the roots too.
    fn linked(&self, path: &Path) -> Option<Item> {
        let place = self.site.find(path, false, Reach::READ).ok()?;
        let stat = handle::stat(place.dir(), place.name()).ok().flatten()?;
        let name = path.file_name()?.to_str()?.to_string();
        Some(item(place.lasting().map(PathBuf::from)?, self.site.shown(path), name, &stat))
    }
}

/// Keeps the highest ratings, sorted.
fn trim(found: &mut Vec<(f64, Item)>) {
    found.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    found.truncate(KEPT);
}

fn item(path: PathBuf, shown: String, name: String, stat: &Stat) -> Item {
    let is_folder = handle::is_folder(stat);
    // Searching a folder updates its access time, so only its modification time is used.
    let used = if is_folder { stat.st_mtime } else { stat.st_mtime.max(stat.st_atime) };
    let runs = !is_folder && stat.st_mode & 0o111 != 0;
    Item { path, shown, name, is_folder, runs, used }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_highest_scores_in_descending_order() {
        let base = tempfile::tempdir().unwrap();
        let root = base.path().join("root");
        std::fs::create_dir(&root).unwrap();
        for number in 0..1000 {
            std::fs::write(root.join(format!("{number}")), "").unwrap();
        }
        let site = CallScope::unguarded(base.path(), vec![root]);
        let findings = search(&site, &|name, _| name.parse().unwrap_or(0.0)).unwrap();
        let names: Vec<&str> = findings.items.iter().map(|(_, item)| item.name.as_str()).collect();
        let highest: Vec<String> = (1000 - KEPT..1000).rev().map(|number| number.to_string()).collect();
        assert_eq!(names, highest);
        assert!(findings.complete);
    }

    #[test]
    fn reports_incomplete_search_past_depth_limit() {
        let base = tempfile::tempdir().unwrap();
        let root = base.path().join("root");
        std::fs::create_dir_all(root.join("a/".repeat(DEEPEST + 2))).unwrap();
        let site = CallScope::unguarded(base.path(), vec![root.clone(), root.join("a")]);
        let findings = search(&site, &|_, _| 1.0).unwrap();
        assert!(!findings.complete);
        assert_eq!(findings.items.len(), DEEPEST + 1, "a root in a root is looked through once");
    }
}
