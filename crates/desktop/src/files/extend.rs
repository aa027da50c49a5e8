use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::os::fd::AsFd;

use lemmascope_intent::{Args, Failure, Outcome, Parameter, Signature, Type};
use rustix::fs::OFlags;

use super::append_file::{add, open, outcome};
use super::call_scope::CallScope;
use super::fault::conflict;
use super::format::nothing;
use super::handle;
use super::resolved_path::Reach;
use super::versions;

pub(super) fn signature() -> Signature {
    Signature::change("files.extend", "Append the text again that was truncated from a file.")
        .parameter(Parameter::required("path", Type::String, "The file."))
        .parameter(Parameter::required("version", Type::String, "The path of the truncated text."))
        .parameter(Parameter::required("length", Type::Number, "How long the file was left."))
        .returns(Type::Object)
        .internal()
}

pub(super) fn act(site: &CallScope, args: &Args) -> Result<Outcome, Failure> {
    let place = site.place(args, "path", Reach::WRITE)?;
    place.find()?;
    let version = args.text("version")?;
    versions::check(version)?;
    let folder = versions::open(site)?;
    let mut tail = Vec::new();
    handle::open_file(folder.as_fd(), version.as_ref(), OFlags::RDONLY)
        .and_then(|(mut kept, _)| kept.read_to_end(&mut tail))
        .map_err(|error| super::fault::fault("the kept end of the file", error))?;
    let length = args.optional_integer("length").and_then(|length| u64::try_from(length).ok()).unwrap_or(0);
    let (mut file, stat) = open(&place)?;
    if site.unsettled() && handle::length(&stat) == length + tail.len() as u64 {
        return Ok(nothing(&place));
    }
    let standing = handle::length(&stat);
    let part = usize::try_from(standing.saturating_sub(length)).unwrap_or(usize::MAX);
    // A process that crashed in this very call may have appended a part.
    let is_part = site.unsettled()
        && part < tail.len()
        && begins_with(&mut file, length, &tail[..part]).map_err(|error| place.fault(error))?;
    if standing != length && !is_part {
        return Err(conflict(
            format!("\"{}\" has been changed since its end was taken back", place.shown),
            "Add the text by hand.",
        ));
    }
    let outcome = outcome(&place, "extend", length, &tail);
    site.promise(outcome.undo.as_ref())?;
    add(&mut file, standing, &tail[part..]).map_err(|error| place.fault(error))?;
    Ok(outcome)
}

fn begins_with(file: &mut File, at: u64, part: &[u8]) -> io::Result<bool> {
    file.seek(SeekFrom::Start(at))?;
    let mut found = Vec::with_capacity(part.len());
    file.take(part.len() as u64).read_to_end(&mut found)?;
    Ok(found == part)
}
