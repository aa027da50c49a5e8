use std::io::Write as _;
use std::os::fd::BorrowedFd;

use lemmascope_intent::{Args, Change, Failure, Outcome, Parameter, Signature, Type};
use rustix::fs::{Mode, OFlags, Stat};

use super::fault::already_exists;
use super::handle;
use super::leftovers;
use super::place::{Place, Reach};
use super::site::Site;
use super::telling::{bytes, call, integer, object, texts};
use super::temporary;
use super::tree;

pub(super) fn signature() -> Signature {
    Signature::change("files.create_file", "Create a new file.")
        .parameter(Parameter::required("path", Type::String, "Where the file is to be."))
        .parameter(Parameter::optional("content", Type::String, "What is to be in it."))
        .parameter(Parameter::defaulted(
            "create_parents",
            true,
            Type::Boolean,
            "Make missing folders on the way.",
        ))
        .returns(Type::Object)
        .examples(&[r#"files.create_file notes/todo.txt --content "buy milk""#])
}

pub(super) fn act(site: &Site, args: &Args) -> Result<Outcome, Failure> {
    let place = site.place(args, "path", Reach::WRITE)?;
    leftovers::sweep(site, &place);
    let content = args.optional_text("content").unwrap_or_default();
    if let Some(found) = place.look()? {
        if site.repeated() && holds(&place, &found, content)? {
            return Ok(outcome(&place, content, "create_file", Vec::new(), place.lasting()));
        }
        return Err(already_exists(&place.shown)
            .hint("Choose another name, or replace it with files.write_file and overwrite."));
    }
    if !args.flag("create_parents") {
        place.need_folder()?;
    }
    create(&place, content)?;
    Ok(outcome(&place, content, "create_file", place.new_below(), place.outermost_new()))
}

/// Makes the file, and the folders on the way, or nothing.
pub(super) fn create(place: &Place, content: &str) -> Result<(), Failure> {
    let way = place.make_way()?;
    let temporary = write_temporary(place, way.dir(), content, None)?;
    handle::settle(way.dir(), &temporary, way.dir(), place.name()).map_err(|error| {
        let _ = handle::remove_file(way.dir(), &temporary);
        place.fault(error)
    })?;
    way.keep();
    Ok(())
}

/// Writes a file that is whole and on the disk before anybody sees it under its name.
pub(super) fn write_temporary(
    place: &Place,
    dir: BorrowedFd<'_>,
    content: &str,
    like: Option<&Stat>,
) -> Result<std::ffi::OsString, Failure> {
    let name = temporary::name();
    let mode = if like.is_some() { Mode::RUSR | Mode::WUSR } else { Mode::from_raw_mode(0o666) };
    let mut file = handle::create_file(dir, &name, mode).map_err(|error| place.fault(error))?;
    let written = file
        .write_all(content.as_bytes())
        .and_then(|()| like.map_or(Ok(()), |like| tree::dress(&file, like)))
        .and_then(|()| file.sync_all());
    written.map_err(|error| {
        let _ = handle::remove_file(dir, &name);
        place.fault(error)
    })?;
    Ok(name)
}

/// Whether it is a file of exactly that content.
pub(super) fn holds(place: &Place, found: &Stat, content: &str) -> Result<bool, Failure> {
    if handle::is_folder(found) || handle::length(found) != content.len() as u64 {
        return Ok(false);
    }
    let (file, _) =
        handle::open_file(place.dir(), place.name(), OFlags::RDONLY).map_err(|error| place.fault(error))?;
    tree::same_bytes(file, content.as_bytes()).map_err(|error| place.fault(error))
}

/// That a file is there now which was not. `top` is the outermost thing that was made for it, `below`
/// what was made in there.
pub(super) fn outcome(
    place: &Place,
    content: &str,
    verb: &str,
    below: Vec<String>,
    top: Option<String>,
) -> Outcome {
    let shown = &place.shown;
    let length = content.len() as u64;
    let value = object([("path", shown.as_str().into()), ("bytes", integer(length))]);
    Outcome {
        undo: top.map(|top| call("files.discard", [("path", top.into()), ("holds", texts(below))])),
        ..Outcome::found(value)
            .line(format!("{verb} \"{shown}\" ({})", bytes(length)))
            .change(Change::Added(shown.clone()))
    }
}
