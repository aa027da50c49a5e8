use std::io::{Read, Seek, SeekFrom};
use std::os::fd::AsFd;

use lemmascope_intent::{Args, Change, Failure, Outcome, Parameter, Signature, Type};
use rustix::fs::Mode;

use super::append_file::{digest, open};
use super::call_scope::CallScope;
use super::fault::conflict;
use super::format::{bytes, call, integer, nothing, object};
use super::handle;
use super::resolved_path::Reach;
use super::temporary;
use super::versions;

pub(super) fn signature() -> Signature {
    Signature::change("files.truncate", "Truncate the appended text of a file.")
        .parameter(Parameter::required("path", Type::String, "The file."))
        .parameter(Parameter::required("length", Type::Number, "How long it was."))
        .parameter(Parameter::required("left", Type::Number, "How long it was left."))
        .parameter(Parameter::required("tail", Type::String, "The digest of the appended text."))
        .returns(Type::Object)
        .internal()
}

pub(super) fn act(site: &CallScope, args: &Args) -> Result<Outcome, Failure> {
    let place = site.place(args, "path", Reach::WRITE)?;
    let shown = &place.shown;
    place.find()?;
    let number =
        |name| args.optional_integer(name).and_then(|number| u64::try_from(number).ok()).unwrap_or(0);
    let (length, left) = (number("length"), number("left"));
    let (mut file, stat) = open(&place)?;
    let os = |error: std::io::Error| place.fault(error);
    let outcome = || {
        Outcome::found(object([("path", shown.as_str().into()), ("size", integer(length))]))
            .line(format!("truncate \"{shown}\" ({})", bytes(length)))
            .change(Change::Altered { what: shown.clone(), before: bytes(left), after: bytes(length) })
    };
    let redo = |version: String| {
        let path = place.lasting()?;
        let arguments = [("path", path.into()), ("version", version.into()), ("length", integer(length))];
        Some(call("files.extend", arguments))
    };
    if site.unsettled() && handle::length(&stat) == length {
        return Ok(nothing(&place));
    }
    let changed = || {
        conflict(
            format!("\"{shown}\" has been changed since something was added to it"),
            "Take the addition out by hand; cutting the end off could lose the newer text.",
        )
    };
    let standing = handle::length(&stat);
    // A process that crashed here may have appended a part. The bytes that are cut off are kept in any case.
    let is_part = site.unsettled() && (length..left).contains(&standing);
    if left < length || (standing != left && !is_part) {
        return Err(changed());
    }
    let mut tail = Vec::new();
    file.seek(SeekFrom::Start(length)).map_err(os)?;
    (&file).take(standing - length).read_to_end(&mut tail).map_err(os)?;
    if !is_part && digest(&tail) != args.text("tail")? {
        return Err(changed());
    }
    // They are kept in a private file instead of the stored call, because they may be secret.
    let folder = versions::open(site)?;
    let temporary = temporary::name();
    let version = versions::reserve(site)?;
    handle::create_file(folder.as_fd(), &temporary, Mode::RUSR | Mode::WUSR)
        .and_then(|mut kept| handle::write(&mut kept, &tail).and_then(|()| kept.sync_all()))
        .map_err(os)
        .and_then(|()| versions::keep_as(site, &version, folder.as_fd(), &temporary, shown))
        .inspect_err(|_| {
            let _ = handle::remove_file(folder.as_fd(), &temporary);
        })?;
    // A partial append is not redone, and truncating it again changes nothing.
    let redo = if is_part { None } else { redo(version) };
    site.promise(redo.as_ref())?;
    handle::cut(&file, length).and_then(|()| file.sync_all()).map_err(os)?;
    Ok(Outcome { undo: redo, ..outcome() })
}
