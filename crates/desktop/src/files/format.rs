//! How outcomes are told, and how calls for undo are written down.

use lemmascope_intent::{Call, Object, Outcome, Value};
use rustix::fs::{FileType, Stat};

use super::handle;
use super::resolved_path::ResolvedPath;

pub(super) fn object<const N: usize>(fields: [(&str, Value); N]) -> Object {
    let told = fields.into_iter().filter(|(_, value)| *value != Value::Null);
    told.map(|(name, value)| (name.to_string(), value)).collect()
}

/// The size of a file. That of a folder says how its file system keeps names, and nothing of use.
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

/// `1 byte`, `12 bytes`.
pub(super) fn bytes(count: u64) -> String {
    if count == 1 { "1 byte".into() } else { format!("{count} bytes") }
}

/// How much there is of it: the bytes of a file, or what else it is.
pub(super) fn amount(stat: &Stat) -> String {
    match handle::kind(stat) {
        FileType::RegularFile => bytes(handle::length(stat)),
        _ => kind(stat).into(),
    }
}

/// What a stored call knows a file or a folder by: its number on the disk, which a new name does not change.
/// Not the number of the disk, which a restart may.
pub(super) fn mark(stat: Option<&Stat>) -> Value {
    stat.map_or(Value::Null, |stat| Value::from(stat.st_ino.to_string()))
}

/// Whether it is what a stored call knows.
pub(super) fn is_marked(stat: &Stat, mark: Option<&str>) -> bool {
    mark.is_some_and(|mark| mark == stat.st_ino.to_string())
}

/// That what was to be undone was never done.
pub(super) fn nothing(place: &ResolvedPath) -> Outcome {
    let shown = place.shown.as_str();
    Outcome::found(object([("path", shown.into())]))
        .line(format!("nothing to take back at \"{shown}\": it was broken off before"))
}

/// What it is, in the words of the interface.
pub(super) fn kind(stat: &Stat) -> &'static str {
    match handle::kind(stat) {
        FileType::RegularFile => "file",
        FileType::Directory => "folder",
        FileType::Symlink => "link",
        _ => "other",
    }
}

/// When it was last written: ISO 8601, UTC.
pub(super) fn modified(stat: &Stat) -> Value {
    let nanoseconds = i32::try_from(stat.st_mtime_nsec).unwrap_or(0);
    let moment = jiff::Timestamp::new(stat.st_mtime as _, nanoseconds);
    moment.map_or(Value::Null, |moment| Value::from(moment.to_string()))
}
