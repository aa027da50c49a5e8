use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

use lemmascope_intent::{Args, Call, Cause, Change, Failure, Format, Outcome, Parameter, Signature, Type};
use rustix::fs::OFlags;
use sha2::{Digest, Sha256};

use super::call_scope::CallScope;
use super::format::{bytes, call, integer, object};
use super::handle;
use super::resolved_path::{Reach, ResolvedPath};
use super::scanning::BEGINNING;

pub(super) fn signature() -> Signature {
    Signature::change("files.append_file", "Add text to the end of a file.")
        .parameter(
            Parameter::required("path", Type::String, "The file, which must exist.").format(Format::File),
        )
        .parameter(Parameter::required("content", Type::String, "The text to append."))
        .parameter(Parameter::defaulted(
            "newline",
            true,
            Type::Boolean,
            "Begin on a new line, and end with one.",
        ))
        .returns(Type::Object)
        .examples(&[r#"files.append_file notes/todo.txt "buy bread""#])
}

pub(super) fn act(site: &CallScope, args: &Args) -> Result<Outcome, Failure> {
    let place = site.place(args, "path", Reach::WRITE)?;
    place.find()?;
    let (mut file, stat) = open(&place)?;
    let length = handle::length(&stat);
    let tail = lines(args.text("content")?, args.flag("newline"));
    let os = |error: io::Error| place.fault(error);
    if site.repeated() && ends_with(&mut file, length, tail.as_bytes()).map_err(os)? {
        return Ok(outcome(&place, "append_file", length - tail.len() as u64, tail.as_bytes()));
    }
    let open_line = args.flag("newline") && length > 0 && !ends_with(&mut file, length, b"\n").map_err(os)?;
    let tail = if open_line { format!("\n{tail}") } else { tail };
    site.screen_addition(&place, &end(&mut file, length).map_err(os)?, tail.as_bytes())?;
    let outcome = outcome(&place, "append_file", length, tail.as_bytes());
    site.promise(outcome.undo.as_ref())?;
    add(&mut file, length, tail.as_bytes()).map_err(os)?;
    Ok(outcome)
}

fn lines(content: &str, newline: bool) -> String {
    let end = if newline && !content.ends_with('\n') { "\n" } else { "" };
    format!("{content}{end}")
}

/// Opens a file for reading and appending.
pub(super) fn open(place: &ResolvedPath) -> Result<(File, rustix::fs::Stat), Failure> {
    let opened = handle::open_file(place.dir(), place.name(), OFlags::RDWR | OFlags::APPEND);
    let (file, stat) = opened.map_err(|error| place.fault(error))?;
    // Its other names may be anywhere, including outside the roots.
    if stat.st_nlink > 1 {
        return Err(Failure::new(
            Cause::Conflict,
            format!("\"{}\" has other names (hard links), and would change under each of them", place.shown),
        )
        .hint("Make a copy with files.copy and change that."));
    }
    Ok((file, stat))
}

/// Appends bytes, all or none: a partial write is truncated again.
pub(super) fn add(file: &mut File, length: u64, tail: &[u8]) -> io::Result<()> {
    handle::write(file, tail).and_then(|()| file.sync_all()).inspect_err(|_| {
        let _ = handle::cut(file, length);
    })
}

fn ends_with(file: &mut File, length: u64, tail: &[u8]) -> io::Result<bool> {
    let Some(start) = length.checked_sub(tail.len() as u64) else { return Ok(false) };
    file.seek(SeekFrom::Start(start))?;
    let mut end = Vec::with_capacity(tail.len());
    file.take(tail.len() as u64).read_to_end(&mut end)?;
    Ok(end == tail)
}

/// Reads the end of a file, as far as it is relevant for screening an addition.
fn end(file: &mut File, length: u64) -> io::Result<Vec<u8>> {
    let count = BEGINNING as u64;
    file.seek(SeekFrom::Start(length.saturating_sub(count)))?;
    let mut end = Vec::new();
    file.take(count).read_to_end(&mut end)?;
    Ok(end)
}

/// Returns the outcome of an append, for any verb.
pub(super) fn outcome(place: &ResolvedPath, verb: &str, before: u64, tail: &[u8]) -> Outcome {
    let shown = &place.shown;
    let (added, after) = (tail.len() as u64, before + tail.len() as u64);
    Outcome {
        undo: place.lasting().map(|path| truncation(path, before, after, &digest(tail))),
        ..Outcome::found(object([
            ("path", shown.as_str().into()),
            ("bytes", integer(added)),
            ("size", integer(after)),
        ]))
        .line(format!("{verb} \"{shown}\" ({})", bytes(added)))
        .change(Change::Altered {
            what: shown.clone(),
            before: bytes(before),
            after: bytes(after),
        })
    }
}

fn truncation(path: String, length: u64, left: u64, tail: &str) -> Call {
    call(
        "files.truncate",
        [("path", path.into()), ("length", integer(length)), ("left", integer(left)), ("tail", tail.into())],
    )
}

pub(super) fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn appends_at_most_one_newline() {
        assert_eq!(lines("a", true), "a\n");
        assert_eq!(lines("a\n", true), "a\n");
        assert_eq!(lines("a", false), "a");
    }
}
