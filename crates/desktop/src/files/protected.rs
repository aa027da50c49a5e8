use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::path::{Path, PathBuf};

use rustix::fs::{Mode, OFlags};

use super::handle::{self, Id};
use super::settings::Settings;

/// System directories on Linux.
const SYSTEM: &[&str] = &[
    "/etc", "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/boot", "/sys", "/proc", "/dev",
    "/var",
];

/// Folders for temporary files, which are accessible although they may be inside a system directory.
const TEMPORARY: &[&str] = &["/tmp", "/var/tmp", "/var/folders"];

/// The extensions of files that the system or the engine loads and executes.
const EXTENSIONS: &[&str] = &["sys", "dll", "exe", "reg", "msi", "cat", "inf", "so"];

/// The protected paths, identified by inode and not by spelling, so that links, mounts or `..` make no
/// difference.
pub(super) struct Protected {
    paths: Vec<PathBuf>,
    /// The paths that exist.
    standing: HashSet<Id>,
    /// The paths that do not exist: the innermost existing folder, and the missing names.
    missing: Vec<(Id, Vec<OsString>)>,
    temporary: HashSet<Id>,
    /// The links on the way to them, because removing or replacing a link redirects the path.
    links: HashSet<Id>,
    /// Files inside them with a second hard link, through which they would be accessible.
    twice_named: HashSet<Id>,
}

/// The depth and number of files that are checked for hard links in a private folder. The engine's
/// configuration is at the top of its folder; the many files of its browsers are deeper.
const DEEPEST: usize = 2;
const MOST_FILES: usize = 1000;

/// The maximum number of links that are followed on the way to a path.
const MOST_LINKS: usize = 16;

impl Protected {
    pub(super) fn survey(settings: &Settings) -> Self {
        let mut private = vec![settings.home.join(".ssh"), settings.home.join(".gnupg")];
        private.extend(settings.protected.iter().cloned());
        // Files in the trash and among the versions may legitimately have further hard links.
        let mut kept = HashSet::from([settings.trash.clone(), settings.versions.clone()]);
        let mut twice_named = HashSet::new();
        for path in &private {
            gather_twice_named(path, &mut kept, &mut twice_named);
        }
        // The trash and the versions have separate verbs; changing them by path would break undo.
        private.extend([settings.trash.clone(), settings.versions.clone()]);
        let mut links = HashSet::new();
        let mut paths: Vec<PathBuf> = private.iter().flat_map(|path| ways(path, &mut links)).collect();
        paths.extend(SYSTEM.iter().map(PathBuf::from));
        let (mut standing, mut missing) = (HashSet::new(), Vec::new());
        for path in &paths {
            match locate(path) {
                Some((id, rest)) if rest.is_empty() => {
                    standing.insert(id);
                }
                Some(located) => missing.push(located),
                None => {}
            }
        }
        let temporary = TEMPORARY.iter().filter_map(|path| rustix::fs::stat(*path).ok());
        let temporary = temporary.map(|stat| handle::id(&stat)).collect();
        Self { paths, standing, missing, temporary, links, twice_named }
    }

    /// Protects nothing, for tests in /dev/shm, the only other file system that is always available.
    #[cfg(test)]
    pub(super) fn nothing() -> Self {
        Self {
            paths: Vec::new(),
            standing: HashSet::new(),
            missing: Vec::new(),
            temporary: HashSet::new(),
            links: HashSet::new(),
            twice_named: HashSet::new(),
        }
    }

    /// Whether this is the top folder of a protected path.
    pub(super) fn begins_at(&self, id: Id) -> bool {
        self.standing.contains(&id)
    }

    /// Whether the names below the folder lead to a protected path. All but the first may be missing.
    pub(super) fn covers(&self, dir: BorrowedFd<'_>, names: &[&OsStr]) -> io::Result<bool> {
        let ancestry = handle::ancestry(dir)?;
        for id in &ancestry {
            if self.standing.contains(id) {
                return Ok(true);
            }
            if self.temporary.contains(id) {
                break;
            }
        }
        let unborn =
            |(id, rest): &(Id, Vec<OsString>)| ancestry.first() == Some(id) && begins_with(names, rest);
        if self.missing.iter().any(unborn) {
            return Ok(true);
        }
        let Some(first) = names.first() else { return Ok(false) };
        Ok(handle::stat(dir, first)?.is_some_and(|found| self.is(handle::id(&found))))
    }

    /// Whether the item itself is protected.
    pub(super) fn is(&self, id: Id) -> bool {
        self.standing.contains(&id) || self.links.contains(&id) || self.twice_named.contains(&id)
    }

    /// Whether the item is a protected path or contains one.
    pub(super) fn lies_in(&self, id: Id) -> bool {
        let spelled = |path: &PathBuf| path.ancestors().any(|above| identity(above) == Some(id));
        self.paths.iter().any(|path| holds(id, path) || spelled(path))
    }
}

fn identity(path: &Path) -> Option<Id> {
    rustix::fs::stat(path).ok().map(|stat| handle::id(&stat))
}

/// Returns a path and its spelling after each link on the way, and records the links.
fn ways(path: &Path, links: &mut HashSet<Id>) -> Vec<PathBuf> {
    let mut ways = vec![path.to_path_buf()];
    let mut next = 0;
    while let Some(way) = ways.get(next).filter(|_| next < MOST_LINKS).cloned() {
        next += 1;
        for above in way.ancestors() {
            let Ok(stat) = rustix::fs::lstat(above) else { continue };
            if !handle::kind(&stat).is_symlink() || !links.insert(handle::id(&stat)) {
                continue;
            }
            let (Ok(target), Ok(rest)) = (std::fs::read_link(above), way.strip_prefix(above)) else {
                continue;
            };
            ways.push(above.parent().unwrap_or(above).join(target).join(rest));
        }
    }
    ways
}

/// Records the files in a folder that have more than one hard link. The path may also be a file.
fn gather_twice_named(place: &Path, passed: &mut HashSet<PathBuf>, found: &mut HashSet<Id>) {
    let mut left = MOST_FILES;
    let mut level = vec![place.to_path_buf()];
    for _ in 0..=DEEPEST {
        let mut below = Vec::new();
        for path in level.into_iter().filter(|path| passed.insert(path.clone())) {
            let Ok(stat) = rustix::fs::stat(&path) else { continue };
            if handle::is_folder(&stat) {
                below.extend(
                    std::fs::read_dir(&path).into_iter().flatten().flatten().take(left).map(|it| it.path()),
                );
            } else if stat.st_nlink > 1 {
                found.insert(handle::id(&stat));
            }
            left = left.saturating_sub(1);
        }
        level = below;
    }
}

/// Whether the folder is the path or one of its ancestors.
pub(super) fn holds(folder: Id, path: &Path) -> bool {
    path.ancestors()
        .find_map(open)
        .and_then(|inner| handle::ancestry(inner.as_fd()).ok())
        .is_some_and(|ancestry| ancestry.contains(&folder))
}

/// Whether files with that name must not be written.
pub(super) fn is_protected_name(name: &OsStr) -> bool {
    let extension = Path::new(name).extension().and_then(OsStr::to_str);
    extension.is_some_and(|extension| EXTENSIONS.contains(&extension.to_lowercase().as_str()))
}

fn open(path: &Path) -> Option<std::os::fd::OwnedFd> {
    rustix::fs::open(path, OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty()).ok()
}

/// Returns the innermost existing ancestor of a path, and the missing names after it.
fn locate(path: &Path) -> Option<(Id, Vec<OsString>)> {
    let mut rest = Vec::new();
    for ancestor in path.ancestors() {
        if let Ok(stat) = rustix::fs::stat(ancestor) {
            rest.reverse();
            return Some((handle::id(&stat), rest));
        }
        rest.push(ancestor.file_name()?.to_os_string());
    }
    None
}

fn begins_with(names: &[&OsStr], rest: &[OsString]) -> bool {
    names.len() >= rest.len() && names.iter().zip(rest).all(|(name, missing)| *name == missing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compares_extensions_case_insensitively() {
        assert!(is_protected_name(OsStr::new("Driver.SYS")));
        assert!(is_protected_name(OsStr::new("lib.so")));
        assert!(!is_protected_name(OsStr::new("so")));
        assert!(!is_protected_name(OsStr::new("notes.txt")));
    }
}
