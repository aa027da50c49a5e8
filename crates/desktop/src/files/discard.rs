use lemmascope_intent::{Args, Failure, Outcome, Parameter, Signature, Type, Value};

use super::call_scope::CallScope;
use super::delete_file::{outcome, throw};
use super::fault::conflict;
use super::format::{is_marked, nothing};
use super::handle;
use super::resolved_path::{Reach, ResolvedPath};
use super::{tree, unchanged, versions};

pub(super) fn signature() -> Signature {
    Signature::change("files.discard", "Move something to the trash that was made.")
        .parameter(Parameter::required("path", Type::String, "The created file or folder."))
        .parameter(Parameter::optional("holds", Type::Array, "All that a folder may hold to be discarded."))
        .parameter(Parameter::optional("content", Type::String, "The digest of the content."))
        .parameter(Parameter::optional("made", Type::String, "The temporary path of the created file."))
        .parameter(Parameter::optional("aside", Type::String, "The name that it had meanwhile."))
        .returns(Type::Object)
        .internal()
}

pub(super) fn act(site: &CallScope, args: &Args) -> Result<Outcome, Failure> {
    let place = site.place(args, "path", Reach::TAKE)?;
    let holds = args.get("holds").cloned().unwrap_or(Value::Null);
    if site.unsettled() && !was_made(&place, args.optional_text("made"), args.optional_text("aside"))? {
        return Ok(nothing(&place));
    }
    let found = place.find()?;
    site.check_removable(&place, &found)?;
    if let (Value::List(made), true) = (&holds, handle::is_folder(&found)) {
        let made: Vec<_> = made.iter().filter_map(Value::as_text).map(str::to_string).collect();
        let others = tree::others(place.dir(), place.name(), &made).map_err(|error| place.fault(error))?;
        if !others.is_empty() {
            return Err(conflict(
                format!("\"{}\" holds {} by now", place.shown, few(&others)),
                "Move it to another path, then undo again.",
            ));
        }
    }
    let below = holds.as_list().and_then(|holds| holds.last()).and_then(Value::as_text);
    unchanged::check(&place, below, args.optional_text("content"))?;
    let trashed = throw(site, &place, &holds)?;
    Ok(outcome("trash", &place, Some(trashed), holds))
}

/// Whether the item was created before its process crashed. If not, removes it under its temporary name.
fn was_made(place: &ResolvedPath, made: Option<&str>, aside: Option<&str>) -> Result<bool, Failure> {
    if let Some(aside) = aside {
        versions::check(aside)?;
        let found = handle::stat(place.dir(), aside.as_ref()).map_err(|error| place.fault(error))?;
        if found.is_some_and(|found| is_marked(&found, made)) {
            tree::remove(place.dir(), aside.as_ref()).map_err(|error| place.fault(error))?;
            return Ok(false);
        }
    }
    Ok(place.look()?.is_some())
}

fn few(names: &[String]) -> String {
    let named: Vec<_> = names.iter().take(3).map(|name| format!("\"{name}\"")).collect();
    match names.len().saturating_sub(3) {
        0 => named.join(", "),
        more => format!("{} and {more} more", named.join(", ")),
    }
}
