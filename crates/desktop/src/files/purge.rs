use std::ffi::OsStr;
use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::time::Duration;

use lemmascope_intent::{
    Args, Cause, Change, Failure, Format, Outcome, Parameter, Risk, Signature, Type, parse_duration,
};
use rustix::fs::Stat;

use super::call_scope::CallScope;
use super::fault::{fault, invalid};
use super::format::{bytes, integer, object};
use super::handle;
use super::note::{self, Note};
use super::trash_dir::{self, TrashDir};
use super::{tree, versions};

pub(super) fn signature() -> Signature {
    Signature::change("files.purge", "Permanently delete the trash and earlier versions.")
        .removes()
        .parameter(Parameter::optional("older_than", Type::String, "Only entries older than this, such as 30d or 12h.").format(Format::Duration))
        .parameter(Parameter::defaulted(
            "others",
            false,
            Type::Boolean,
            "Include entries that other programs moved to the trash.",
        ))
        .returns(Type::Object)
        .examples(&["files.purge --older-than 30d"])
        .risk(Risk::High)
        .lasting()
        .warning(
            "deleted files (in the trash) and overwritten files (earlier versions) are deleted permanently, and undo cannot restore them",
        )
}

pub(super) fn act(site: &CallScope, args: &Args) -> Result<Outcome, Failure> {
    let age = args.optional_text("older_than").map(read_age).transpose()?;
    let mut purge = Purge { site, age, others: args.flag("others"), ..Purge::new(site) };
    for (_, bin) in trash_dir::all(site)? {
        purge.empty(&bin).map_err(|error| fault("the trash", error))?;
    }
    purge.forget_versions()?;
    let Purge { items, versions, size, failed, .. } = purge;
    if let (Some(error), 0) = (&failed, items + versions) {
        return Err(fault(
            "the trash",
            io::Error::from_raw_os_error(error.raw_os_error().unwrap_or_default()),
        )
        .context("nothing was removed"));
    }
    let told = format!("{} and {} ({})", count(items, "item"), count(versions, "version"), bytes(size));
    let left = match &failed {
        Some(error) => format!("; some could not be removed: {error}"),
        None => String::new(),
    };
    let value =
        object([("items", integer(items)), ("versions", integer(versions)), ("bytes", integer(size))]);
    let outcome = Outcome::found(value).line(format!("purge: {told}{left}"));
    Ok(match items + versions {
        0 => outcome,
        _ => outcome.change(Change::Removed(format!("{told} of the trash and the kept versions"))),
    })
}

/// The criteria and results of a permanent removal.
struct Purge<'a> {
    site: &'a CallScope,
    age: Option<Duration>,
    others: bool,
    items: u64,
    versions: u64,
    size: u64,
    failed: Option<io::Error>,
}

impl<'a> Purge<'a> {
    fn new(site: &'a CallScope) -> Self {
        Self { site, age: None, others: false, items: 0, versions: 0, size: 0, failed: None }
    }

    fn empty(&mut self, bin: &TrashDir) -> io::Result<()> {
        for name in note::noted(bin.info.as_fd())? {
            if self.site.go_on().is_err() {
                break;
            }
            let Some(note) = Note::read(bin, &name) else { continue };
            if !(note.ours || self.others) || !self.is_due(&note) {
                continue;
            }
            // The metadata is removed last, because an item without it would never be removed.
            let is_gone = match handle::stat(bin.files.as_fd(), &name)? {
                Some(found) => self.remove(bin.files.as_fd(), &name, &found),
                None => false,
            };
            if is_gone {
                self.items += 1;
            }
            if handle::stat(bin.files.as_fd(), &name)?.is_none() {
                handle::remove_file(bin.info.as_fd(), &note::name(&name))?;
            }
        }
        Ok(())
    }

    fn forget_versions(&mut self) -> Result<(), Failure> {
        let os = |error: io::Error| fault("the folder of earlier versions", error);
        let folder = versions::open(self.site)?;
        for name in handle::names(folder.as_fd()).map_err(os)? {
            if self.site.go_on().is_err() {
                break;
            }
            let Some(found) = handle::stat(folder.as_fd(), &name).map_err(os)? else { continue };
            // The inode change time is that of the rename that made it a version.
            let since = jiff::Timestamp::new(found.st_ctime as _, 0).unwrap_or(jiff::Timestamp::UNIX_EPOCH);
            let is_due =
                self.age.is_none_or(|age| elapsed(self.site.now.timestamp().duration_since(since)) >= age);
            if is_due && self.remove(folder.as_fd(), &name, &found) {
                self.versions += 1;
            }
        }
        Ok(())
    }

    /// Whether an entry is old enough. An entry without a date always is, since its age is unknown.
    fn is_due(&self, note: &Note) -> bool {
        let (Some(age), Some(deleted)) = (self.age, note.deleted) else { return true };
        elapsed(self.site.now.datetime().duration_since(deleted)) >= age
    }

    fn remove(&mut self, dir: BorrowedFd<'_>, name: &OsStr, found: &Stat) -> bool {
        match tree::remove(dir, name) {
            Ok(()) => {
                self.size += if handle::is_folder(found) { 0 } else { handle::length(found) };
                true
            }
            Err(error) => {
                self.failed.get_or_insert(error);
                false
            }
        }
    }
}

/// An entry from the future, caused by a wrong clock, has the age 0.
fn elapsed(since: jiff::SignedDuration) -> Duration {
    Duration::try_from(since).unwrap_or_default()
}

fn count(number: u64, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

fn read_age(text: &str) -> Result<Duration, Failure> {
    let days = || text.trim().strip_suffix('d')?.trim_end().parse::<u64>().ok()?.checked_mul(24 * 60 * 60);
    days().map(Duration::from_secs).or_else(|| parse_duration(text)).ok_or_else(|| {
        let message = format!("parameter \"older_than\" is no length of time: {text:?}");
        Failure { cause: Cause::InvalidParameter, ..invalid(message, "Write it as 30d, 12h or 90m.") }
            .about("older_than")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_ages_as_durations() {
        assert_eq!(read_age("30d").unwrap(), Duration::from_secs(30 * 24 * 3600));
        assert_eq!(read_age("12h").unwrap(), Duration::from_secs(12 * 3600));
        for wrong in ["", "d", "-1d", "30", "soon", "99999999999999999999d"] {
            assert_eq!(read_age(wrong).unwrap_err().cause, Cause::InvalidParameter, "{wrong}");
        }
    }
}
