use std::ffi::OsStr;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Component, Path};

use lemmascope_intent::{Call, Cause, Failure, Value};
use rustix::fs::Stat;
use rustix::io::Errno;
use sha2::{Digest, Sha256};

use super::call_scope::CallScope;
use super::fault::fault;
use super::format::{call, is_marked, mark, object};
use super::handle;
use super::resolved_path::ResolvedPath;
use super::temporary;
use super::tree::{self, Copying};

/// Opens the private folder of versions, creating it if necessary. Only the folder is private; the files in
/// it keep their permissions for restoration.
pub(super) fn open(site: &CallScope) -> Result<OwnedFd, Failure> {
    let path = &site.settings.versions;
    let made = std::fs::DirBuilder::new().recursive(true).mode(0o700).create(path);
    made.and_then(|()| Ok(cap_std::fs::Dir::open_ambient_dir(path, cap_std::ambient_authority())?.into()))
        .map_err(|error| fault("the folder of earlier versions", error))
}

/// A planned exchange of a new item for an existing one.
pub(super) struct Replaced<'a> {
    place: &'a ResolvedPath,
    /// The name under which the existing item will be kept.
    pub(super) version: &'a str,
    /// The identity of the new item.
    pub(super) made: Value,
    /// Its temporary name beside the path, if any.
    pub(super) aside: Option<&'a str>,
}

impl Replaced<'_> {
    /// Returns the call that undoes the exchange, and that can determine whether it took place.
    pub(super) fn restoration(&self) -> Option<Call> {
        let mut undo = restoration(self.place, self.version)?;
        let aside = self.aside.map_or(Value::Null, Value::from);
        undo.arguments.extend(object([("made", self.made.clone()), ("aside", aside)]));
        Some(undo)
    }
}

/// Returns the call that restores a version.
pub(super) fn restoration(place: &ResolvedPath, version: &str) -> Option<Call> {
    let arguments = [("path", place.lasting()?.into()), ("version", version.into())];
    Some(call("files.restore_version", arguments))
}

/// Replaces an item with a temporary one, and keeps it as a version. The item that exists at the very moment
/// of the exchange is kept, even if another program has just written it. Records the undo call before, and
/// returns it; removes the temporary item on failure.
pub(super) fn replace(
    site: &CallScope,
    place: &ResolvedPath,
    temporary: &OsStr,
    undo: impl FnOnce(&Replaced<'_>) -> Option<Call>,
) -> Result<Option<Call>, Failure> {
    let versions = open(site)?;
    let version = vacant(site, versions.as_fd())?;
    let made = handle::stat(place.dir(), temporary).map_err(|error| place.fault(error))?;
    // Within the versions folder, the new and the old item are exchanged atomically under the version's name,
    // so a crash leaves either the one or the other.
    let near = match handle::settle(place.dir(), temporary, versions.as_fd(), version.as_ref()) {
        Ok(()) => true,
        Err(error) if is_across(&error) => false,
        Err(error) => {
            let _ = tree::remove(place.dir(), temporary);
            return Err(place.fault(error));
        }
    };
    let (dir, name) = match near {
        true => (versions.as_fd(), OsStr::new(&version)),
        false => (place.dir(), temporary),
    };
    let aside = temporary.to_str().filter(|_| !near);
    let undo = undo(&Replaced { place, version: &version, made: mark(made.as_ref()), aside });
    let traded = site.promise(undo.as_ref()).and_then(|()| {
        handle::exchange(dir, name, place.dir(), place.name()).map_err(|error| place.fault(error))
    });
    traded.inspect_err(|_| {
        let _ = tree::remove(dir, name);
    })?;
    if !near {
        let kept = transfer(site, (dir, name), (versions.as_fd(), version.as_ref()), &place.shown);
        kept.inspect_err(|_| {
            // If this fails too, both items still exist, under each other's name.
            if handle::exchange(dir, name, place.dir(), place.name()).is_ok() {
                let _ = tree::remove(dir, name);
            }
        })?;
    }
    Ok(undo)
}

/// Restores a version, and keeps the current item in its place.
pub(super) fn trade(site: &CallScope, place: &ResolvedPath, version: &str) -> Result<Option<Call>, Failure> {
    let versions = open(site)?;
    let kept = look(site, version)?.ok_or_else(|| gone(&place.shown))?;
    let undo = Replaced { place, version, made: mark(Some(&kept)), aside: None }.restoration();
    site.promise(undo.as_ref())?;
    match handle::exchange(versions.as_fd(), version.as_ref(), place.dir(), place.name()) {
        Err(error) if is_across(&error) => {}
        other => return other.map(|()| undo).map_err(|error| place.fault(error)),
    }
    let temporary = temporary::name();
    Copying::plan(
        site,
        format!("restore {}", place.shown),
        &place.shown,
        versions.as_fd(),
        version.as_ref(),
    )?
    .run(versions.as_fd(), version.as_ref(), place.dir(), &temporary)?;
    let undo = replace(site, place, &temporary, |replaced| replaced.restoration())?;
    // The copy has been restored; a failed removal of this one only wastes space.
    let _ = tree::remove(versions.as_fd(), version.as_ref());
    Ok(undo)
}

/// Whether the exchange of a stored call took place before the process crashed. Completes a partial exchange;
/// removes the temporary item of one that did not take place.
pub(super) fn was_traded(
    site: &CallScope,
    place: &ResolvedPath,
    version: &str,
    made: Option<&str>,
    aside: Option<&str>,
) -> Result<bool, Failure> {
    if let Some(kept) = look(site, version)? {
        // Before the exchange, the version's name belonged to the new item.
        return Ok(!is_marked(&kept, made));
    }
    let Some(aside) = aside.map(OsStr::new) else { return Ok(false) };
    check(&aside.to_string_lossy())?;
    let Some(found) = handle::stat(place.dir(), aside).map_err(|error| place.fault(error))? else {
        return Ok(false);
    };
    if is_marked(&found, made) {
        tree::remove(place.dir(), aside).map_err(|error| place.fault(error))?;
        return Ok(false);
    }
    transfer(site, (place.dir(), aside), (open(site)?.as_fd(), version.as_ref()), &place.shown)?;
    Ok(true)
}

/// Returns a free name among the versions.
fn vacant(site: &CallScope, versions: BorrowedFd<'_>) -> Result<String, Failure> {
    let prefix = prefix(site);
    for turn in 0_u32.. {
        let version = format!("{prefix}-{turn}");
        let found = handle::stat(versions, version.as_ref());
        if found.map_err(|error| fault("the folder of earlier versions", error))?.is_none() {
            return Ok(version);
        }
    }
    Err(Failure::new(Cause::Failed, "there are too many versions of one step"))
}

/// Reserves a name for a version of this step.
pub(super) fn reserve(site: &CallScope) -> Result<String, Failure> {
    vacant(site, open(site)?.as_fd())
}

/// Moves an item from its folder to the versions under this name.
pub(super) fn keep_as(
    site: &CallScope,
    version: &str,
    dir: BorrowedFd<'_>,
    name: &OsStr,
    shown: &str,
) -> Result<(), Failure> {
    transfer(site, (dir, name), (open(site)?.as_fd(), version.as_ref()), shown)
}

fn gone(shown: &str) -> Failure {
    Failure::new(Cause::TargetNotFound, format!("the earlier version of \"{shown}\" is no longer kept"))
        .hint("It was purged or removed.")
}

fn is_across(error: &std::io::Error) -> bool {
    error.raw_os_error() == Some(Errno::XDEV.raw_os_error())
}

/// Restores a version under a free name.
pub(super) fn give(
    site: &CallScope,
    version: &str,
    dir: BorrowedFd<'_>,
    name: &OsStr,
    shown: &str,
) -> Result<(), Failure> {
    let versions = open(site)?;
    if look(site, version)?.is_none() {
        return Err(gone(shown));
    }
    transfer(site, (versions.as_fd(), version.as_ref()), (dir, name), shown)
}

/// Returns the status of a version, if it still exists.
pub(super) fn look(site: &CallScope, version: &str) -> Result<Option<Stat>, Failure> {
    check(version)?;
    let found = handle::stat(open(site)?.as_fd(), version.as_ref());
    found.map_err(|error| fault("the folder of earlier versions", error))
}

/// Returns the last version that this very step kept before the process crashed, if any.
pub(super) fn of_this_step(site: &CallScope) -> Option<String> {
    let versions = open(site).ok()?;
    let prefix = format!("{}-", prefix(site));
    let turn = |name: &str| name.strip_prefix(&prefix)?.parse::<u32>().ok();
    let names = handle::names(versions.as_fd()).ok()?;
    names
        .iter()
        .filter_map(|name| name.to_str())
        .filter(|name| turn(name).is_some())
        .max_by_key(|name| turn(name))
        .map(str::to_string)
}

/// Refuses an invalid version name, since stored calls come from a database.
pub(super) fn check(version: &str) -> Result<(), Failure> {
    let mut components = Path::new(version).components();
    match (components.next(), components.next()) {
        (Some(Component::Normal(name)), None) if name == version => Ok(()),
        _ => Err(Failure::new(Cause::InvalidParameter, "that is not a version")),
    }
}

fn prefix(site: &CallScope) -> String {
    let digest = Sha256::digest(site.surroundings.key.as_bytes());
    digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// Moves an item between the versions and a folder, across file systems if necessary. Fails if the new name
/// is taken.
fn transfer(
    site: &CallScope,
    from: (BorrowedFd<'_>, &OsStr),
    to: (BorrowedFd<'_>, &OsStr),
    shown: &str,
) -> Result<(), Failure> {
    match handle::settle(from.0, from.1, to.0, to.1) {
        Err(error) if is_across(&error) => {}
        other => return other.map_err(|error| fault(shown, error)),
    }
    if handle::stat(to.0, to.1).map_err(|error| fault(shown, error))?.is_some() {
        return Err(super::fault::already_exists(shown));
    }
    // The item is complete under its final name, or does not exist.
    let temporary = temporary::name();
    let mut copying = Copying::plan(site, format!("keep {shown}"), shown, from.0, from.1)?;
    copying.run(from.0, from.1, to.0, &temporary)?;
    handle::settle(to.0, &temporary, to.0, to.1).map_err(|error| {
        let _ = tree::remove(to.0, &temporary);
        fault(shown, error)
    })?;
    // The original is renamed before its removal for the same reason.
    let aside = temporary::name();
    handle::settle(from.0, from.1, from.0, &aside)
        .and_then(|()| tree::remove(from.0, &aside))
        .map_err(|error| fault(shown, error))
}
