use std::ffi::OsStr;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Component, Path};

use lemmascope_intent::{Cause, Failure};
use rustix::fs::Stat;
use rustix::io::Errno;
use sha2::{Digest, Sha256};

use super::fault::fault;
use super::handle;
use super::place::Place;
use super::site::Site;
use super::tree::{self, Copying};

/// Opens the private folder of versions, and makes it if need be. Privacy is the folder's: what is in
/// it keeps its own permissions, so that it returns with them.
pub(super) fn open(site: &Site) -> Result<OwnedFd, Failure> {
    let path = &site.settings.versions;
    let made = std::fs::DirBuilder::new().recursive(true).mode(0o700).create(path);
    made.and_then(|()| Ok(cap_std::fs::Dir::open_ambient_dir(path, cap_std::ambient_authority())?.into()))
        .map_err(|error| fault("the folder of earlier versions", error))
}

/// Puts what was made under a temporary name in the place of what stands there, which becomes a version.
/// Whatever stands there at that very moment is kept, even if somebody has just written it.
pub(super) fn replace(site: &Site, place: &Place, temporary: &OsStr) -> Result<String, Failure> {
    handle::exchange(place.dir(), temporary, place.dir(), place.name())
        .map_err(|error| place.fault(error))?;
    keep(site, place.dir(), temporary, &place.shown).inspect_err(|_| {
        // Should this fail too, both are still there, under each other's name.
        let _ = handle::exchange(place.dir(), temporary, place.dir(), place.name());
    })
}

/// Takes a name out of its folder and makes it a version.
pub(super) fn keep(site: &Site, dir: BorrowedFd<'_>, name: &OsStr, shown: &str) -> Result<String, Failure> {
    let versions = open(site)?;
    let prefix = prefix(site);
    for turn in 0_u32.. {
        let version = format!("{prefix}-{turn}");
        match transfer(site, (dir, name), (versions.as_fd(), version.as_ref()), shown) {
            Ok(()) => return Ok(version),
            Err(failure) if failure.cause == Cause::AlreadyExists => {}
            Err(failure) => return Err(failure),
        }
    }
    Err(Failure::new(Cause::Failed, format!("there are too many versions of \"{shown}\"")))
}

/// Gives a version back under a name that is not taken.
pub(super) fn give(
    site: &Site,
    version: &str,
    dir: BorrowedFd<'_>,
    name: &OsStr,
    shown: &str,
) -> Result<(), Failure> {
    let versions = open(site)?;
    if look(site, version)?.is_none() {
        return Err(Failure::new(
            Cause::TargetNotFound,
            format!("the earlier version of \"{shown}\" is no longer kept"),
        ));
    }
    transfer(site, (versions.as_fd(), version.as_ref()), (dir, name), shown)
}

/// What a version is, if it is still there to be given.
pub(super) fn look(site: &Site, version: &str) -> Result<Option<Stat>, Failure> {
    check(version)?;
    let found = handle::stat(open(site)?.as_fd(), version.as_ref());
    found.map_err(|error| fault("the folder of earlier versions", error))
}

/// Puts a version back that was given and could not be used.
pub(super) fn put_back(
    site: &Site,
    version: &str,
    dir: BorrowedFd<'_>,
    name: &OsStr,
    shown: &str,
) -> Result<(), Failure> {
    transfer(site, (dir, name), (open(site)?.as_fd(), version.as_ref()), shown)
}

/// The last version that this very step has kept before the process died, if it came so far.
pub(super) fn of_this_step(site: &Site) -> Option<String> {
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

fn prefix(site: &Site) -> String {
    let digest = Sha256::digest(site.surroundings.key.as_bytes());
    digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// Moves between the versions and a folder, across file systems if need be. Fails if the new name is
/// taken.
fn transfer(
    site: &Site,
    from: (BorrowedFd<'_>, &OsStr),
    to: (BorrowedFd<'_>, &OsStr),
    shown: &str,
) -> Result<(), Failure> {
    match handle::settle(from.0, from.1, to.0, to.1) {
        Err(error) if error.raw_os_error() == Some(Errno::XDEV.raw_os_error()) => {}
        other => return other.map_err(|error| fault(shown, error)),
    }
    if handle::stat(to.0, to.1).map_err(|error| fault(shown, error))?.is_some() {
        return Err(super::fault::already_exists(shown));
    }
    let mut copying = Copying::plan(site, format!("keep {shown}"), shown, from.0, from.1)?;
    copying.run(from.0, from.1, to.0, to.1)?;
    tree::remove(from.0, from.1).map_err(|error| fault(shown, error))
}
