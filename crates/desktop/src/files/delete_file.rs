use lemmascope_intent::{Args, Change, Failure, Format, Outcome, Parameter, Signature, Type, Value};

use super::call_scope::CallScope;
use super::fault::invalid;
use super::format::object;
use super::handle;
use super::resolved_path::{Reach, ResolvedPath};
use super::trash::{self, Trashed};

pub(super) fn signature() -> Signature {
    Signature::change("files.delete_file", "Move a file to the trash.")
        .aliases(&["rm"])
        .known_as(&["del", "delete"])
        .everyday("files")
        .removes()
        .parameter(Parameter::required("path", Type::String, "The file.").format(Format::File))
        .returns(Type::Object)
        .examples(&["files.delete_file old.txt"])
}

pub(super) fn act(site: &CallScope, args: &Args) -> Result<Outcome, Failure> {
    let place = site.place(args, "path", Reach::TAKE)?;
    if site.repeated() && place.look()?.is_none() {
        return Ok(outcome("delete_file", &place, trash::find(site, &place), Value::Null));
    }
    let found = place.find()?;
    if handle::is_folder(&found) {
        return Err(invalid(
            format!("\"{}\" is a folder, not a file", place.shown),
            "Use files.delete_folder for folders.",
        ));
    }
    site.check_removable(&place, &found)?;
    let trashed = throw(site, &place, &Value::Null)?;
    Ok(outcome("delete_file", &place, Some(trashed), Value::Null))
}

/// Moves an item to the trash, after recording the undo call.
pub(super) fn throw(site: &CallScope, place: &ResolvedPath, holds: &Value) -> Result<Trashed, Failure> {
    trash::put(site, place, &|trashed| {
        site.promise(trashed.restoration(place.lasting(), holds.clone()).as_ref())
    })
}

/// Returns the outcome for an item that was moved to the trash.
pub(super) fn outcome(verb: &str, place: &ResolvedPath, trashed: Option<Trashed>, holds: Value) -> Outcome {
    let shown = &place.shown;
    Outcome {
        undo: trashed.and_then(|trashed| trashed.restoration(place.lasting(), holds)),
        ..Outcome::found(object([("path", shown.as_str().into())]))
            .line(format!("{verb} \"{shown}\""))
            .change(Change::Removed(shown.clone()))
    }
}
