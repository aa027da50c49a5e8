use lemmascope_intent::{Args, Change, Failure, Outcome, Parameter, Signature, Type, Value};

use super::place::{Place, Reach};
use super::site::Site;
use super::telling::{call, object};
use super::trash::{self, Trashed};

pub(super) fn signature() -> Signature {
    Signature::change("files.restore", "Bring something back from the trash.")
        .parameter(Parameter::required("trashed", Type::String, "Its name in the trash."))
        .parameter(Parameter::required("path", Type::String, "Where it was."))
        .parameter(Parameter::optional("trash", Type::String, "The trash, if it is not the home trash."))
        .parameter(Parameter::optional("holds", Type::Array, "All that it may hold to be discarded again."))
        .returns(Type::Object)
        .internal()
}

pub(super) fn act(site: &Site, args: &Args) -> Result<Outcome, Failure> {
    let place = site.place(args, "path", Reach::TAKE)?;
    let holds = args.get("holds").cloned();
    place.need_folder()?;
    let trashed = Trashed::from_arguments(args.text("trashed")?, args.optional_text("trash"));
    match trash::take(site, &trashed, &place) {
        Err(failure) if !(site.repeated() && is_back(&failure, &place)?) => Err(failure),
        _ => Ok(outcome(&place, holds)),
    }
}

fn is_back(failure: &Failure, place: &Place) -> Result<bool, Failure> {
    Ok(failure.cause == lemmascope_intent::Cause::TargetNotFound && place.look()?.is_some())
}

fn outcome(place: &Place, holds: Option<Value>) -> Outcome {
    let shown = &place.shown;
    let undo = place.lasting().map(|path| {
        let mut undo = call("files.discard", [("path", path.into())]);
        undo.arguments.extend(holds.map(|holds| ("holds".to_string(), holds)));
        undo
    });
    Outcome {
        undo,
        ..Outcome::found(object([("path", shown.as_str().into())]))
            .line(format!("restore \"{shown}\""))
            .change(Change::Added(shown.clone()))
    }
}
