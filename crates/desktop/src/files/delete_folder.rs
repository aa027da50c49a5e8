use std::os::fd::AsFd;

use lemmascope_intent::{Args, Failure, Format, Outcome, Parameter, Signature, Type, Value};
use rustix::io::Errno;

use super::call_scope::CallScope;
use super::delete_file::{outcome, throw};
use super::fault::{fault, invalid};
use super::handle;
use super::resolved_path::Reach;
use super::trash;

pub(super) fn signature() -> Signature {
    Signature::change("files.delete_folder", "Move a folder to the trash.")
        .aliases(&["rmdir"])
        .removes()
        .parameter(Parameter::required("path", Type::String, "The folder.").format(Format::Folder))
        .parameter(Parameter::defaulted("recursive", false, Type::Boolean, "Even if it is not empty."))
        .returns(Type::Object)
        .examples(&["files.delete_folder old --recursive"])
}

pub(super) fn act(site: &CallScope, args: &Args) -> Result<Outcome, Failure> {
    let place = site.place(args, "path", Reach::TAKE)?;
    if site.repeated() && place.look()?.is_none() {
        return Ok(outcome("delete_folder", &place, trash::find(site, &place), Value::Null));
    }
    let found = place.find()?;
    if !handle::is_folder(&found) {
        return Err(invalid(
            format!("\"{}\" is not a folder", place.shown),
            "Use files.delete_file for files and links.",
        ));
    }
    site.check_removable(&place, &found)?;
    let names =
        handle::open_folder(place.dir(), place.name()).and_then(|folder| handle::names(folder.as_fd()));
    if !args.flag("recursive") && !names.map_err(|error| place.fault(error))?.is_empty() {
        return Err(fault(&place.shown, Errno::NOTEMPTY));
    }
    let trashed = throw(site, &place, &Value::Null)?;
    Ok(outcome("delete_folder", &place, Some(trashed), Value::Null))
}
