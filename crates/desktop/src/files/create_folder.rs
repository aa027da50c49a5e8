use lemmascope_intent::{Args, Change, Failure, Format, Outcome, Parameter, Signature, Type};

use super::call_scope::CallScope;
use super::fault::already_exists;
use super::format::object;
use super::handle;
use super::making::Making;
use super::resolved_path::Reach;

pub(super) fn signature() -> Signature {
    Signature::change("files.create_folder", "Create a new folder.")
        .aliases(&["mkdir"])
        .everyday("files")
        .parameter(
            Parameter::required("path", Type::String, "Where the folder is to be.").format(Format::Title),
        )
        .parameter(Parameter::defaulted("parents", true, Type::Boolean, "Make missing folders on the way."))
        .parameter(Parameter::defaulted("exist_ok", true, Type::Boolean, "Be content if it exists already."))
        .returns(Type::Object)
        .examples(&["files.create_folder projects/2026"])
}

pub(super) fn act(site: &CallScope, args: &Args) -> Result<Outcome, Failure> {
    let place = site.place(args, "path", Reach::WRITE)?;
    let shown = &place.shown;
    let outcome = |created: bool| {
        Outcome::found(object([("path", shown.as_str().into()), ("created", created.into())]))
            .line(format!("create_folder \"{shown}\""))
    };
    if let Some(found) = place.look()? {
        if handle::is_folder(&found) && (args.flag("exist_ok") || site.repeated()) {
            return Ok(outcome(false));
        }
        return Err(already_exists(shown).hint("Choose another name."));
    }
    if !args.flag("parents") {
        place.need_folder()?;
    }
    let undo = Making::folder(&place)?.appear(site)?;
    Ok(Outcome { undo, ..outcome(true).change(Change::Added(shown.clone())) })
}
