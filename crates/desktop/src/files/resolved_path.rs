use std::ffi::{OsStr, OsString};
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

use cap_std::ambient_authority;
use cap_std::fs::Dir;
use lemmascope_intent::{Args, Cause, Failure, MASK, nearest};
use rustix::fs::Stat;

use super::call_scope::CallScope;
use super::fault::{fault, invalid, not_found};
use super::handle;
use super::protected::{self, is_protected_name};

/// The limits of Linux for the bytes of a path and of a single name.
const LONGEST_PATH: usize = 4096;
const LONGEST_NAME: usize = 255;

/// The maximum number of absolute links that are followed; more are considered a loop.
const MOST_LINKS: u32 = 8;

/// A user path, resolved to a directory handle and a name in it. All file operations use it.
pub(super) struct ResolvedPath {
    dir: OwnedFd,
    name: OsString,
    /// The missing folders between the handle and the name, outermost first.
    missing: Vec<OsString>,
    /// The absolute path as written.
    absolute: PathBuf,
    /// The absolute path after following the last link.
    real: PathBuf,
    secret: bool,
    /// The path for display.
    pub(super) shown: String,
}

/// The intended access to a path.
#[derive(Clone, Copy)]
pub(super) struct Reach {
    /// Whether a link as the last name is followed.
    follow: bool,
    /// Whether the access changes anything.
    change: bool,
}

impl Reach {
    /// Reads the item, following a link.
    pub(super) const READ: Reach = Reach { follow: true, change: false };
    /// Inspects the name itself, without following a link.
    pub(super) const SEE: Reach = Reach { follow: false, change: false };
    /// Writes the item, existing or new, following a link.
    pub(super) const WRITE: Reach = Reach { follow: true, change: true };
    /// Removes or creates the name itself, without following a link.
    pub(super) const TAKE: Reach = Reach { follow: false, change: true };
}

/// A configured root.
pub(super) struct Root {
    /// The configured path and the real path, since users may use either.
    paths: Vec<PathBuf>,
}

impl Root {
    pub(super) fn new(path: PathBuf) -> Self {
        let real = path.canonicalize().ok().filter(|real| *real != path);
        Self { paths: std::iter::once(path).chain(real).collect() }
    }

    pub(super) fn path(&self) -> &Path {
        self.paths.first().map_or(Path::new("/"), PathBuf::as_path)
    }
}

impl CallScope {
    /// Resolves the path in an argument.
    pub(super) fn place(&self, args: &Args, parameter: &str, reach: Reach) -> Result<ResolvedPath, Failure> {
        let text = args.text(parameter)?;
        check_text(parameter, text)?;
        self.find(&expand(Path::new(text), &self.settings.home), args.is_secret(parameter), reach)
    }

    /// Resolves the path for a new file with this title, in a folder or in the workspace.
    pub(super) fn titled(
        &self,
        title: &str,
        folder: Option<&str>,
        secret: bool,
    ) -> Result<ResolvedPath, Failure> {
        let folder = expand(Path::new(folder.unwrap_or(".")), &self.settings.home);
        self.find(&folder.join(title), secret, Reach::WRITE)
    }

    /// Resolves a name in the folder of a resolved path.
    pub(super) fn place_in(
        &self,
        folder: &ResolvedPath,
        name: &OsStr,
        reach: Reach,
    ) -> Result<ResolvedPath, Failure> {
        self.find(&folder.absolute.join(name), folder.secret, reach)
    }

    /// Resolves another name in the same folder.
    pub(super) fn sibling(
        &self,
        place: &ResolvedPath,
        name: &str,
        secret: bool,
    ) -> Result<ResolvedPath, Failure> {
        if place.written_name().is_none() {
            let message = format!("\"{}\" does not end in a name", place.shown);
            return Err(invalid(message, "Give the path without \"..\" at its end."));
        }
        self.find(&place.absolute.with_file_name(name), place.secret || secret, Reach::TAKE)
    }

    pub(super) fn find(&self, written: &Path, secret: bool, reach: Reach) -> Result<ResolvedPath, Failure> {
        self.find_linked(written, secret, reach, MOST_LINKS)
    }

    fn find_linked(
        &self,
        written: &Path,
        secret: bool,
        reach: Reach,
        links: u32,
    ) -> Result<ResolvedPath, Failure> {
        let absolute = self.surroundings.workspace.join(written);
        let shown = if secret { MASK.to_string() } else { self.shown(written) };
        let outside = || self.outside(&shown);
        let (top, rest) = self.root_of(&absolute).ok_or_else(outside)?;
        let explain = |error: io::Error| match error.kind() {
            _ if is_escape(&error) => outside(),
            // For reading, a path below a regular file does not exist.
            io::ErrorKind::NotADirectory if !reach.change => {
                Failure { cause: Cause::TargetNotFound, ..fault(&shown, error) }
            }
            _ => fault(&shown, error),
        };
        let root = Dir::open_ambient_dir(&top, ambient_authority()).map_err(|error| match error.kind() {
            // The root folder itself is missing, not the item in it.
            io::ErrorKind::NotFound if !secret && !rest.as_os_str().is_empty() => {
                let message = format!("the folder \"{}\" does not exist", self.shown(&top));
                Failure::new(Cause::TargetNotFound, message).hint("Create it, or name another place.")
            }
            _ => explain(error),
        })?;
        let (mut dir, mut missing, mut name) = enter(&root, &rest).map_err(explain)?;
        if reach.change && is_protected_name(&name) {
            return Err(protected_name(&shown));
        }
        let linked = missing.is_empty()
            && handle::stat(dir.as_fd(), &name)
                .map_err(|error| fault(&shown, error))?
                .is_some_and(|found| handle::kind(&found).is_symlink());
        let mut real_path = absolute.clone();
        if linked && reach.follow {
            if let Some(target) = absolute_target(dir.as_fd(), &name) {
                // cap-std does not follow absolute links. One that ends inside a root is resolved as its
                // target path, with the same checks.
                if links == 0 {
                    return Err(fault(&shown, rustix::io::Errno::LOOP));
                }
                let place = self.find_linked(&target, secret, reach, links - 1).map_err(|failure| {
                    if failure.cause == Cause::OutsideRoots { outside() } else { failure }
                })?;
                return Ok(ResolvedPath { absolute, shown, ..place });
            }
            // The resolver of cap-std follows the link inside the root. If the link is replaced afterwards,
            // the resolved name is still used without following links.
            let real = root.canonicalize(&rest).map_err(|error| match error.kind() {
                io::ErrorKind::NotFound => {
                    Failure::new(Cause::TargetNotFound, format!("\"{shown}\" is a link to nothing"))
                        .hint("Delete the link, or create its target.")
                }
                _ => explain(error),
            })?;
            (dir, missing, name) = enter(&root, &real).map_err(explain)?;
            real_path = top.join(real);
            if reach.change && is_protected_name(&name) {
                return Err(protected_name(&shown));
            }
        }
        let names: Vec<&OsStr> = missing.iter().map(OsString::as_os_str).chain([name.as_os_str()]).collect();
        if self.protected.covers(dir.as_fd(), &names).map_err(|error| fault(&shown, error))? {
            return Err(protected_place(&shown));
        }
        Ok(ResolvedPath { dir, name, missing, absolute, real: real_path, secret, shown })
    }

    /// Returns the root of an absolute path, and the path relative to it. Of nested roots, the innermost.
    /// This only selects the handle to open; the handle enforces that the path stays inside.
    fn root_of(&self, absolute: &Path) -> Option<(PathBuf, PathBuf)> {
        let normal = normalise(absolute);
        let root = self
            .roots
            .iter()
            .flat_map(|root| &root.paths)
            .filter(|root| normal.starts_with(root))
            .max_by_key(|root| root.components().count())?;
        let rest = absolute.strip_prefix(root).or_else(|_| normal.strip_prefix(root)).ok()?;
        Some((root.clone(), rest.to_path_buf()))
    }

    /// Formats a path for display: relative to the workspace, or with `~` for the home folder.
    pub(super) fn shown(&self, written: &Path) -> String {
        let (workspace, home) = (&self.surroundings.workspace, &self.settings.home);
        let shown = match (written.strip_prefix(workspace), written.strip_prefix(home)) {
            (Ok(inside), _) if inside.as_os_str().is_empty() => PathBuf::from("."),
            (Ok(inside), _) => inside.to_path_buf(),
            (_, Ok(inside)) => Path::new("~").join(inside),
            _ => written.to_path_buf(),
        };
        shown.to_string_lossy().into_owned()
    }

    fn outside(&self, shown: &str) -> Failure {
        let roots: Vec<_> = self.roots.iter().map(|root| root.path().display().to_string()).collect();
        let hint = match roots.as_slice() {
            [] => "No folder is open to it; name one under roots in the configuration.".to_string(),
            _ => format!("It may work in {}.", roots.join(", ")),
        };
        Failure::new(Cause::OutsideRoots, format!("\"{shown}\" is outside the allowed folders")).hint(hint)
    }

    /// Refuses to remove a root, or a folder that contains a root or a protected path.
    pub(super) fn check_removable(&self, place: &ResolvedPath, found: &Stat) -> Result<(), Failure> {
        if place.is_root() || (handle::is_folder(found) && self.holds_root(found)) {
            return Err(Failure::new(
                Cause::OutsideRoots,
                format!("\"{}\" is one of the allowed folders itself, or holds one", place.shown),
            )
            .hint("Name something inside it."));
        }
        self.check_harmless(place, found)
    }

    /// Refuses a folder that contains a protected path.
    pub(super) fn check_harmless(&self, place: &ResolvedPath, found: &Stat) -> Result<(), Failure> {
        if handle::is_folder(found) && self.protected.lies_in(handle::id(found)) {
            return Err(protected_place(&place.shown));
        }
        Ok(())
    }

    fn holds_root(&self, found: &Stat) -> bool {
        self.roots.iter().any(|root| protected::holds(handle::id(found), root.path()))
    }
}

impl ResolvedPath {
    pub(super) fn dir(&self) -> BorrowedFd<'_> {
        self.dir.as_fd()
    }

    pub(super) fn name(&self) -> &OsStr {
        &self.name
    }

    /// The missing folders between the handle and the name, outermost first.
    pub(super) fn missing(&self) -> &[OsString] {
        &self.missing
    }

    /// Whether it is a root itself, which has no name.
    pub(super) fn is_root(&self) -> bool {
        self.name == "."
    }

    /// The last name as the user wrote it, without following links.
    pub(super) fn written_name(&self) -> Option<&OsStr> {
        self.absolute.file_name()
    }

    /// The normalized path, for the metadata in the trash.
    pub(super) fn path(&self) -> PathBuf {
        normalise(&self.absolute)
    }

    /// The path for a stored call; `None` for a secret one, since stored calls can be displayed.
    pub(super) fn lasting(&self) -> Option<String> {
        if self.secret { None } else { self.real.to_str().map(str::to_string) }
    }

    /// The path of the outermost item that creating this path creates.
    pub(super) fn outermost_new(&self) -> Option<String> {
        if self.secret {
            return None;
        }
        self.absolute.ancestors().nth(self.missing.len())?.to_str().map(str::to_string)
    }

    /// The relative paths that creating this path creates below [`outermost_new`](Self::outermost_new).
    pub(super) fn new_below(&self) -> Vec<String> {
        let names = self.missing.iter().skip(1).chain((!self.missing.is_empty()).then_some(&self.name));
        let mut below = PathBuf::new();
        names
            .map(|name| {
                below.push(name);
                below.to_string_lossy().into_owned()
            })
            .collect()
    }

    /// Returns the status of the item, or `None` if it does not exist.
    pub(super) fn look(&self) -> Result<Option<Stat>, Failure> {
        if !self.missing.is_empty() {
            return Ok(None);
        }
        handle::stat(self.dir(), &self.name).map_err(|error| self.fault(error))
    }

    /// Returns the status of the item, or a failure if it does not exist.
    pub(super) fn find(&self) -> Result<Stat, Failure> {
        self.look()?.ok_or_else(|| self.not_found())
    }

    /// Refuses a path whose parent folder does not exist.
    pub(super) fn need_folder(&self) -> Result<(), Failure> {
        if self.missing.is_empty() {
            return Ok(());
        }
        Err(Failure::new(Cause::TargetNotFound, format!("the folder of \"{}\" does not exist", self.shown))
            .hint("Create it first with files.create_folder."))
    }

    /// Converts an error of the operating system for this path.
    pub(super) fn fault(&self, error: impl Into<io::Error>) -> Failure {
        let error = error.into();
        match error.kind() {
            io::ErrorKind::NotFound => self.not_found(),
            _ => fault(&self.shown, error),
        }
    }

    /// Returns the failure for a missing item, with similar names as suggestions.
    pub(super) fn not_found(&self) -> Failure {
        let failure = not_found(&self.shown);
        let sought = self.missing.first().unwrap_or(&self.name).to_string_lossy();
        let Ok(names) = handle::names(self.dir()) else { return failure };
        let names: Vec<_> = names.iter().filter_map(|name| name.to_str()).collect();
        match nearest(&sought, names) {
            Some(name) if !self.secret => failure.hint(format!("Did you mean {name}?")),
            _ => failure,
        }
    }
}

/// Opens the innermost existing folder of a path below the root, and returns the missing names.
fn enter(root: &Dir, rest: &Path) -> io::Result<(OwnedFd, Vec<OsString>, OsString)> {
    let Some(Component::Normal(name)) = rest.components().next_back() else {
        // For the root, or a path that ends in `..`, the resolver has to determine the location.
        let real = root.canonicalize(if rest.as_os_str().is_empty() { Path::new(".") } else { rest })?;
        return match real.components().next_back() {
            Some(Component::Normal(_)) => enter(root, &real),
            _ => Ok((root.try_clone()?.into(), Vec::new(), ".".into())),
        };
    };
    let mut folder = rest.parent().unwrap_or(Path::new(""));
    let mut missing = Vec::new();
    loop {
        let opened = match folder.as_os_str().is_empty() {
            true => root.try_clone(),
            false => root.open_dir(folder),
        };
        match opened {
            Ok(dir) => {
                missing.reverse();
                return Ok((dir.into(), missing, name.to_os_string()));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let Some(Component::Normal(last)) = folder.components().next_back() else {
                    return Err(error);
                };
                missing.push(last.to_os_string());
                folder = folder.parent().unwrap_or(Path::new(""));
            }
            Err(error) => return Err(error),
        }
    }
}

fn absolute_target(dir: BorrowedFd<'_>, name: &OsStr) -> Option<PathBuf> {
    let target = rustix::fs::readlinkat(dir, name, Vec::new()).ok()?;
    let target = PathBuf::from(OsStr::from_bytes(target.to_bytes()));
    target.is_absolute().then_some(target)
}

/// Whether cap-std refused the path because it leaves the root: a permission error that did not come from the
/// operating system.
fn is_escape(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::PermissionDenied && error.raw_os_error().is_none()
}

fn check_text(parameter: &str, text: &str) -> Result<(), Failure> {
    let problem = if text.trim().is_empty() {
        "is empty"
    } else if text.contains('\0') {
        "holds a NUL character"
    } else if text.len() > LONGEST_PATH {
        "is longer than 4096 bytes"
    } else if text.split('/').any(|name| name.len() > LONGEST_NAME) {
        "has a name longer than 255 bytes"
    } else {
        return Ok(());
    };
    Err(invalid(format!("parameter \"{parameter}\" {problem}"), "Give the path of a file or a folder."))
}

/// Expands `~`.
pub(super) fn expand(path: &Path, home: &Path) -> PathBuf {
    match path.strip_prefix("~") {
        Ok(inside) => home.join(inside),
        Err(_) => path.to_path_buf(),
    }
}

/// Removes `.` and `..` lexically.
pub(super) fn normalise(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                normal.pop();
            }
            other => normal.push(other),
        }
    }
    normal
}

pub(super) fn protected_place(shown: &str) -> Failure {
    Failure::new(Cause::OutsideRoots, format!("\"{shown}\" is protected"))
        .hint("System folders, keys and the engine's own files are out of reach. Choose another place.")
}

fn protected_name(shown: &str) -> Failure {
    Failure::new(Cause::OutsideRoots, format!("files of the kind of \"{shown}\" are protected"))
        .hint("Programs, libraries and system files are not written. Choose another extension.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normalizes_paths_without_file_system_access() {
        assert_eq!(normalise(Path::new("/a/./b/../c//d/")), Path::new("/a/c/d"));
        assert_eq!(normalise(Path::new("/../../a")), Path::new("/a"));
    }

    #[test]
    fn expands_tilde_only_as_a_whole_component() {
        assert_eq!(expand(Path::new("~/a"), Path::new("/h")), Path::new("/h/a"));
        assert_eq!(expand(Path::new("~a"), Path::new("/h")), Path::new("~a"));
    }

    #[test]
    fn rejects_invalid_path_texts() {
        for text in ["", "  ", "a\0b", &"x".repeat(256), &"a/".repeat(2049)] {
            assert_eq!(check_text("path", text).unwrap_err().cause, Cause::InvalidParameter);
        }
        assert!(check_text("path", &"x".repeat(255)).is_ok());
    }
}
