//! Formats outcomes, and creates calls for undo.

use lemmascope_intent::{Call, Object, Outcome, Value};
use rustix::fs::{FileType, Stat};

use super::handle;
use super::resolved_path::ResolvedPath;

pub(super) fn object<const N: usize>(fields: [(&str, Value); N]) -> Object {
    let told = fields.into_iter().filter(|(_, value)| *value != Value::Null);
    told.map(|(name, value)| (name.to_string(), value)).collect()
}

/// The size of a file. The size of a folder depends on its file system and is not useful.
pub(super) fn size(stat: &Stat) -> Value {
    if handle::is_folder(stat) { Value::Null } else { integer(handle::length(stat)) }
}

pub(super) fn call<const N: usize>(capability: &str, arguments: [(&str, Value); N]) -> Call {
    Call { capability: capability.into(), arguments: object(arguments) }
}

pub(super) fn integer(number: u64) -> Value {
    Value::from(i64::try_from(number).unwrap_or(i64::MAX))
}

pub(super) fn texts(texts: Vec<String>) -> Value {
    Value::List(texts.into_iter().map(Value::from).collect())
}

/// Formats a number of bytes: `1 byte`, `12 bytes`.
pub(super) fn bytes(count: u64) -> String {
    if count == 1 { "1 byte".into() } else { format!("{count} bytes") }
}

/// Formats the size of a file, or the type of anything else.
pub(super) fn amount(stat: &Stat) -> String {
    match handle::kind(stat) {
        FileType::RegularFile => bytes(handle::length(stat)),
        _ => kind(stat).into(),
    }
}

/// The identity of an item in a stored call: its inode number, which survives a rename. It excludes the
/// device number, which may change on reboot.
pub(super) fn mark(stat: Option<&Stat>) -> Value {
    stat.map_or(Value::Null, |stat| Value::from(stat.st_ino.to_string()))
}

/// Whether the item is the one in a stored call.
pub(super) fn is_marked(stat: &Stat, mark: Option<&str>) -> bool {
    mark.is_some_and(|mark| mark == stat.st_ino.to_string())
}

/// Returns the outcome of undoing a change that was never made.
pub(super) fn nothing(place: &ResolvedPath) -> Outcome {
    let shown = place.shown.as_str();
    Outcome::found(object([("path", shown.into())]))
        .line(format!("nothing to take back at \"{shown}\": it was broken off before"))
}

/// Returns the type of an item in the words of the interface.
pub(super) fn kind(stat: &Stat) -> &'static str {
    match handle::kind(stat) {
        FileType::RegularFile => "file",
        FileType::Directory => "folder",
        FileType::Symlink => "link",
        _ => "other",
    }
}

/// The modification time: ISO 8601, UTC.
pub(super) fn modified(stat: &Stat) -> Value {
    let nanoseconds = i32::try_from(stat.st_mtime_nsec).unwrap_or(0);
    let moment = jiff::Timestamp::new(stat.st_mtime as _, nanoseconds);
    moment.map_or(Value::Null, |moment| Value::from(moment.to_string()))
}
