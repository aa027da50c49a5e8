use lemmascope_intent::{Args, Change, Failure, Outcome, Parameter, Signature, Type, Value};

use super::call_scope::CallScope;
use super::format::{call, nothing, object};
use super::resolved_path::{Reach, ResolvedPath};
use super::trash::{self, Trashed};

pub(super) fn signature() -> Signature {
    Signature::change("files.restore", "Restore an entry of the trash.")
        .parameter(Parameter::required("trashed", Type::String, "Its name in the trash."))
        .parameter(Parameter::required("path", Type::String, "Where it was."))
        .parameter(Parameter::optional("trash", Type::String, "The trash, if it is not the home trash."))
        .parameter(Parameter::optional("holds", Type::Array, "All that it may hold to be discarded again."))
        .parameter(Parameter::optional("aside", Type::String, "The name that it had on its way there."))
        .returns(Type::Object)
        .internal()
}

pub(super) fn act(site: &CallScope, args: &Args) -> Result<Outcome, Failure> {
    let place = site.place(args, "path", Reach::TAKE)?;
    let holds = args.get("holds").cloned();
    place.need_folder()?;
    let trash = args.optional_text("trash");
    let trashed = Trashed::from_arguments(args.text("trashed")?, trash, args.optional_text("aside"));
    if site.unsettled() && !trash::was_thrown(site, &trashed, &place)? {
        return Ok(nothing(&place));
    }
    let outcome = outcome(&place, holds);
    if place.look()?.is_none() {
        site.promise(outcome.undo.as_ref())?;
    }
    trash::take(site, &trashed, &place)?;
    Ok(outcome)
}

fn outcome(place: &ResolvedPath, holds: Option<Value>) -> Outcome {
    let shown = &place.shown;
    let undo = place.lasting().map(|path| {
        let mut undo = call("files.discard", [("path", path.into())]);
        undo.arguments.extend(holds.map(|holds| ("holds".to_string(), holds)));
        undo
    });
    Outcome {
        undo,
        ..Outcome::found(object([("path", shown.as_str().into())]))
            .line(format!("restore \"{shown}\" from the trash"))
            .change(Change::Added(shown.clone()))
    }
}
