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

/// Opens the private folder of versions, and makes it if need be. Privacy is the folder's: what is in
/// it keeps its own permissions, so that it returns with them.
pub(super) fn open(site: &CallScope) -> Result<OwnedFd, Failure> {
    let path = &site.settings.versions;
    let made = std::fs::DirBuilder::new().recursive(true).mode(0o700).create(path);
    made.and_then(|()| Ok(cap_std::fs::Dir::open_ambient_dir(path, cap_std::ambient_authority())?.into()))
        .map_err(|error| fault("the folder of earlier versions", error))
}

/// A trade of what is new for what is at a place, just before it is made.
pub(super) struct Replaced<'a> {
    place: &'a ResolvedPath,
    /// Under which name what is there is going to be kept.
    pub(super) version: &'a str,
    /// What is new.
    pub(super) made: Value,
    /// The temporary name that it has beside the place, if it has one.
    pub(super) aside: Option<&'a str>,
}

impl Replaced<'_> {
    /// The call that takes the trade back, and can tell whether it was made.
    pub(super) fn restoration(&self) -> Option<Call> {
        let mut undo = restoration(self.place, self.version)?;
        let aside = self.aside.map_or(Value::Null, Value::from);
        undo.arguments.extend(object([("made", self.made.clone()), ("aside", aside)]));
        Some(undo)
    }
}

/// The call that puts a version back.
pub(super) fn restoration(place: &ResolvedPath, version: &str) -> Option<Call> {
    let arguments = [("path", place.lasting()?.into()), ("version", version.into())];
    Some(call("files.restore_version", arguments))
}

/// Puts what was made under a temporary name in the place of what is there, which becomes a version.
/// Whatever is there at that very moment is kept, even if a person has just written it. The way back is
/// written down before, and is what comes back; what was made is removed if it comes to nothing.
pub(super) fn replace(
    site: &CallScope,
    place: &ResolvedPath,
    temporary: &OsStr,
    undo: impl FnOnce(&Replaced<'_>) -> Option<Call>,
) -> Result<Option<Call>, Failure> {
    let versions = open(site)?;
    let version = vacant(site, versions.as_fd())?;
    let made = handle::stat(place.dir(), temporary).map_err(|error| place.fault(error))?;
    // Under its own name among the versions, what is new and what is old change places in one step, and a
    // process that dies leaves either the one or the other.
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
            // Should this fail too, both are still there, under each other's name.
            if handle::exchange(dir, name, place.dir(), place.name()).is_ok() {
                let _ = tree::remove(dir, name);
            }
        })?;
    }
    Ok(undo)
}

/// Puts a version in the place of what is there, which is kept in its stead.
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
    // Its copy stands where it belongs; that this one could not be removed costs room and nothing else.
    let _ = tree::remove(versions.as_fd(), version.as_ref());
    Ok(undo)
}

/// Whether the trade that a stored call speaks of was made by the process that died over it. What was half
/// made is finished; what was not made leaves nothing behind beside the place.
pub(super) fn was_traded(
    site: &CallScope,
    place: &ResolvedPath,
    version: &str,
    made: Option<&str>,
    aside: Option<&str>,
) -> Result<bool, Failure> {
    if let Some(kept) = look(site, version)? {
        // Before the trade it was the new thing that stood there.
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

/// A name among the versions that nothing has.
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

/// A name under which something can be kept by this step.
pub(super) fn reserve(site: &CallScope) -> Result<String, Failure> {
    vacant(site, open(site)?.as_fd())
}

/// Takes a name out of its folder and makes it the version of that name.
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

/// Gives a version back under a name that is not taken.
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

/// What a version is, if it is still there to be given.
pub(super) fn look(site: &CallScope, version: &str) -> Result<Option<Stat>, Failure> {
    check(version)?;
    let found = handle::stat(open(site)?.as_fd(), version.as_ref());
    found.map_err(|error| fault("the folder of earlier versions", error))
}

/// The last version that this very step has kept before the process died, if it came so far.
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

/// Refuses what is not the name of a version: stored calls are read back from a database.
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

/// Moves between the versions and a folder, across file systems if need be. Fails if the new name is
/// taken.
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
    // Under its name it is whole, or not there.
    let temporary = temporary::name();
    let mut copying = Copying::plan(site, format!("keep {shown}"), shown, from.0, from.1)?;
    copying.run(from.0, from.1, to.0, &temporary)?;
    handle::settle(to.0, &temporary, to.0, to.1).map_err(|error| {
        let _ = tree::remove(to.0, &temporary);
        fault(shown, error)
    })?;
    // And so is the original under its own: it is removed under another.
    let aside = temporary::name();
    handle::settle(from.0, from.1, from.0, &aside)
        .and_then(|()| tree::remove(from.0, &aside))
        .map_err(|error| fault(shown, error))
}
