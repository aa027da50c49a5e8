//! The trash of the freedesktop specification, on directory handles.
//!
//! The `trash` crate works on paths: between the check of a path and its rename, a link could be inserted.
//! This implementation renames from the very directory that was checked.

use std::ffi::OsStr;
use std::io;
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};

use jiff::civil::DateTime;
use lemmascope_intent::{Cause, Failure, Value};
use rustix::fs::Mode;
use rustix::io::Errno;

use super::call_scope::CallScope;
use super::fault::{conflict, fault};
use super::format::{call, object};
use super::handle;
use super::note::{self, Note};
use super::resolved_path::ResolvedPath;
use super::temporary;
use super::trash_dir::{TrashDir, beside, home, known};
use super::tree::{self, Copying};

/// The location of an item in a trash.
pub(super) struct Trashed {
    /// The trash of another file system; `None` for the home trash.
    trash: Option<PathBuf>,
    name: String,
    /// The temporary name beside its original path during a move to another file system.
    aside: Option<String>,
}

/// A function that records the undo call before the item is moved.
pub(super) type Promised<'a> = &'a dyn Fn(&Trashed) -> Result<(), Failure>;

/// The reason why an item could not be moved to the trash.
enum Obstacle {
    Os(io::Error),
    Told(Failure),
}

impl From<io::Error> for Obstacle {
    fn from(error: io::Error) -> Self {
        Self::Os(error)
    }
}

impl Obstacle {
    fn is(&self, errno: Errno) -> bool {
        matches!(self, Self::Os(error) if error.raw_os_error() == Some(errno.raw_os_error()))
    }

    fn at(self, place: &ResolvedPath) -> Failure {
        match self {
            Self::Os(error) => place.fault(error),
            Self::Told(failure) => failure,
        }
    }
}

impl Trashed {
    /// Creates it from the arguments of a stored call.
    pub(super) fn from_arguments(name: &str, trash: Option<&str>, aside: Option<&str>) -> Self {
        Self { trash: trash.map(PathBuf::from), name: name.into(), aside: aside.map(str::to_string) }
    }

    /// Returns the call that restores the item; `None` if its path is secret.
    pub(super) fn restoration(&self, path: Option<String>, holds: Value) -> Option<lemmascope_intent::Call> {
        let trash = match &self.trash {
            Some(trash) => Value::from(trash.to_str()?),
            None => Value::Null,
        };
        let trashed = Value::from(self.name.as_str());
        let aside = self.aside.as_deref().map_or(Value::Null, Value::from);
        let place = [("trashed", trashed), ("path", path?.into()), ("trash", trash)];
        let mut call = call("files.restore", place);
        call.arguments.extend(object([("holds", holds), ("aside", aside)]));
        Some(call)
    }
}

/// Moves an item to the trash.
pub(super) fn put(
    site: &CallScope,
    place: &ResolvedPath,
    promised: Promised<'_>,
) -> Result<Trashed, Failure> {
    let (home, now) = (home(site)?, site.now.datetime());
    match throw(&home, now, None, place, &place.path(), promised) {
        Err(obstacle) if obstacle.is(Errno::XDEV) => {}
        other => return other.map_err(|obstacle| obstacle.at(place)),
    }
    // The specification requires a trash at the top of the item's own file system. If none can be created,
    // the item is copied to the home trash.
    if let Ok((bin, path, below)) = beside(place.dir()) {
        match throw(&bin, now, Some(path), place, &below.join(place.name()), promised) {
            Err(Obstacle::Os(_)) => {}
            other => return other.map_err(|obstacle| obstacle.at(place)),
        }
    }
    carry(site, &home, place, promised)
}

/// Whether an item was moved to the trash before the process crashed. An interrupted move is reverted.
pub(super) fn was_thrown(site: &CallScope, trashed: &Trashed, place: &ResolvedPath) -> Result<bool, Failure> {
    let os = |error: io::Error| place.fault(error);
    let bin = open(site, trashed)?;
    super::versions::check(&trashed.name)?;
    let name = OsStr::new(&trashed.name);
    let thrown = handle::stat(bin.files.as_fd(), name).map_err(os)?.is_some();
    if let Some(aside) = trashed.aside.as_deref() {
        super::versions::check(aside)?;
        if handle::stat(place.dir(), aside.as_ref()).map_err(os)?.is_some() {
            // If the entry exists in the trash, the copy is complete, and the original may be partially
            // removed.
            match thrown {
                true => tree::remove(place.dir(), aside.as_ref()).map_err(os)?,
                false => {
                    handle::settle(place.dir(), aside.as_ref(), place.dir(), place.name()).map_err(os)?
                }
            }
            return Ok(thrown);
        }
    }
    if !thrown {
        let _ = handle::remove_file(bin.info.as_fd(), &note::name(name));
    }
    Ok(thrown)
}

fn open(site: &CallScope, trashed: &Trashed) -> Result<TrashDir, Failure> {
    match &trashed.trash {
        None => home(site),
        Some(path) => known(path).map_err(|error| fault("the trash", error)),
    }
}

/// Restores an item from the trash to a free path.
pub(super) fn take(site: &CallScope, trashed: &Trashed, place: &ResolvedPath) -> Result<(), Failure> {
    let bin = open(site, trashed)?;
    super::versions::check(&trashed.name)?;
    let name = OsStr::new(&trashed.name);
    if handle::stat(bin.files.as_fd(), name).map_err(|error| place.fault(error))?.is_none() {
        return Err(Failure::new(
            Cause::TargetNotFound,
            format!("\"{}\" is no longer in the trash", place.shown),
        )
        .hint("The trash was emptied, or the entry was removed."));
    }
    let occupied = |error: io::Error| match error.kind() {
        io::ErrorKind::AlreadyExists => conflict(
            format!("there is another file or folder at \"{}\" now", place.shown),
            "Move it to another path, then undo again.",
        ),
        _ => place.fault(error),
    };
    match handle::settle(bin.files.as_fd(), name, place.dir(), place.name()) {
        Err(error) if error.raw_os_error() == Some(Errno::XDEV.raw_os_error()) => {
            let temporary = temporary::name();
            let what = format!("restore {}", place.shown);
            Copying::plan(site, what, &place.shown, bin.files.as_fd(), name)?.run(
                bin.files.as_fd(),
                name,
                place.dir(),
                &temporary,
            )?;
            handle::settle(place.dir(), &temporary, place.dir(), place.name()).map_err(|error| {
                let _ = tree::remove(place.dir(), &temporary);
                occupied(error)
            })?;
            tree::remove(bin.files.as_fd(), name).map_err(|error| place.fault(error))?;
        }
        other => other.map_err(occupied)?,
    }
    // The specification ignores metadata without an item, so an error here is harmless.
    let _ = handle::remove_file(bin.info.as_fd(), &note::name(name));
    Ok(())
}

/// Finds the entry that a crashed step moved from this path to the home trash: the latest, if there are
/// several.
pub(super) fn find(site: &CallScope, place: &ResolvedPath) -> Option<Trashed> {
    let bin = home(site).ok()?;
    let sought = place.path();
    let noted = note::noted(bin.info.as_fd()).ok()?.into_iter();
    let thrown = noted.filter_map(|name| Some((Note::read(&bin, &name)?, name.into_string().ok()?)));
    let latest = thrown.filter(|(note, _)| note.original == sought).max_by_key(|(note, _)| note.deleted)?;
    Some(Trashed { trash: None, name: latest.1, aside: None })
}

/// Writes the metadata, and renames the item into the trash. The metadata comes first and is created
/// exclusively, which is how the specification reserves a name.
fn throw(
    bin: &TrashDir,
    now: DateTime,
    trash: Option<PathBuf>,
    place: &ResolvedPath,
    original: &Path,
    promised: Promised<'_>,
) -> Result<Trashed, Obstacle> {
    claim(bin, now, place.name(), original, |claimed| {
        let trashed = Trashed { trash: trash.clone(), name: claimed.into(), aside: None };
        promised(&trashed).map_err(Obstacle::Told)?;
        handle::settle(place.dir(), place.name(), bin.files.as_fd(), claimed.as_ref())?;
        Ok(trashed)
    })
}

fn claim<T>(
    bin: &TrashDir,
    now: DateTime,
    name: &OsStr,
    original: &Path,
    fill: impl Fn(&str) -> Result<T, Obstacle>,
) -> Result<T, Obstacle> {
    // Leaves room for a number and `.trashinfo` within the 255 bytes of a name.
    let base: String = {
        let lossy = name.to_string_lossy();
        let end = (0..=lossy.len().min(200)).rev().find(|end| lossy.is_char_boundary(*end)).unwrap_or(0);
        lossy[..end].to_string()
    };
    let text = Note::text(original, now);
    for turn in 1_u32.. {
        let claimed = if turn == 1 { base.clone() } else { format!("{base}.{turn}") };
        let note = note::name(OsStr::new(&claimed));
        let mut file = match handle::create_file(bin.info.as_fd(), &note, Mode::RUSR | Mode::WUSR) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
            other => other?,
        };
        match handle::write(&mut file, text.as_bytes()).map_err(Obstacle::Os).and_then(|()| fill(&claimed)) {
            Ok(filled) => return Ok(filled),
            Err(obstacle) => {
                let _ = handle::remove_file(bin.info.as_fd(), &note);
                // An item without metadata has that name already.
                if !obstacle.is(Errno::EXIST) {
                    return Err(obstacle);
                }
            }
        }
    }
    Err(Obstacle::Os(Errno::EXIST.into()))
}

/// Copies an item to the home trash from another file system, and removes the original once the copy is
/// complete.
fn carry(
    site: &CallScope,
    home: &TrashDir,
    place: &ResolvedPath,
    promised: Promised<'_>,
) -> Result<Trashed, Failure> {
    let aside = temporary::name();
    let copy = temporary::name();
    let files = home.files.as_fd();
    let trashed = claim(home, site.now.datetime(), place.name(), &place.path(), |claimed| {
        let aside_name = Some(aside.to_string_lossy().into_owned());
        let trashed = Trashed { trash: None, name: claimed.into(), aside: aside_name };
        promised(&trashed).map_err(Obstacle::Told)?;
        // Renames the item first, so that no program changes it between the copy and the removal.
        handle::settle(place.dir(), place.name(), place.dir(), &aside)?;
        let carried =
            Copying::plan(site, format!("trash {}", place.shown), &place.shown, place.dir(), &aside)
                .and_then(|mut copying| copying.run(place.dir(), &aside, files, &copy))
                .map_err(Obstacle::Told)
                .and_then(|_| {
                    handle::settle(files, &copy, files, claimed.as_ref()).map_err(|error| {
                        let _ = tree::remove(files, &copy);
                        Obstacle::Os(error)
                    })
                });
        match carried {
            Ok(()) => Ok(trashed),
            Err(obstacle) => {
                handle::settle(place.dir(), &aside, place.dir(), place.name())
                    .map_err(|error| Obstacle::Told(place.fault(error).effect_unknown()))?;
                Err(obstacle)
            }
        }
    });
    let trashed = trashed.map_err(|obstacle| obstacle.at(place))?;
    tree::remove(place.dir(), &aside).map_err(|error| place.fault(error).effect_unknown())?;
    Ok(Trashed { aside: None, ..trashed })
}

#[cfg(test)]
mod tests {
    use super::super::trash_dir::own_name;
    use super::*;

    #[test]
    fn uses_separate_trash_per_file_system() {
        // /dev/shm is a separate file system on Linux; without it this test does nothing.
        let Ok(folder) = tempfile::tempdir_in("/dev/shm") else { return };
        std::fs::write(folder.path().join("a b"), "x").unwrap();
        let dir = std::fs::File::open(folder.path()).unwrap();
        let (bin, path, below) = beside(dir.as_fd()).unwrap();
        assert_eq!(path, Path::new("/dev/shm").join(own_name()));
        let here = tempfile::tempdir().unwrap();
        let site = CallScope::unguarded(here.path(), vec![folder.path().into()]);
        let file = folder.path().join("a b");
        let arguments = object([("path", file.to_str().unwrap().into())]);
        let args = lemmascope_intent::Args::new(arguments);
        let place = site.place(&args, "path", super::super::resolved_path::Reach::TAKE).unwrap();
        let thrown = throw(&bin, site.now.datetime(), None, &place, &below.join("a b"), &|_| Ok(()));
        let name = thrown.map_err(|obstacle| obstacle.at(&place)).unwrap().name;
        let note = std::fs::read_to_string(path.join("info").join(format!("{name}.trashinfo"))).unwrap();
        let folder_name = folder.path().file_name().unwrap().to_str().unwrap();
        assert!(note.contains(&format!("Path={folder_name}/a%20b\n")), "{note}");
        assert_eq!(std::fs::read_to_string(path.join("files").join(&name)).unwrap(), "x");
        std::fs::remove_file(path.join("files").join(&name)).unwrap();
        std::fs::remove_file(path.join("info").join(format!("{name}.trashinfo"))).unwrap();
        assert!(known(&path).is_ok());
        assert!(known(folder.path()).is_err());
    }

    #[test]
    fn falls_back_to_home_trash_by_copy() {
        let Ok(other) = tempfile::tempdir_in("/dev/shm") else { return };
        let here = tempfile::tempdir().unwrap();
        let site = CallScope::unguarded(here.path(), vec![other.path().into()]);
        std::fs::create_dir(other.path().join("f")).unwrap();
        std::fs::write(other.path().join("f/a"), "1").unwrap();
        let arguments =
            super::super::format::object([("path", other.path().join("f").to_str().unwrap().into())]);
        let args = lemmascope_intent::Args::new(arguments);
        let place = site.place(&args, "path", super::super::resolved_path::Reach::TAKE).unwrap();
        let name = carry(&site, &home(&site).unwrap(), &place, &|_| Ok(())).unwrap().name;
        assert_eq!(std::fs::read_dir(other.path()).unwrap().count(), 0);
        assert_eq!(std::fs::read_to_string(here.path().join("Trash/files/f/a")).unwrap(), "1");
        take(&site, &Trashed { trash: None, name, aside: None }, &place).unwrap();
        assert_eq!(std::fs::read_to_string(other.path().join("f/a")).unwrap(), "1");
        assert_eq!(std::fs::read_dir(here.path().join("Trash/info")).unwrap().count(), 0);
    }
}
