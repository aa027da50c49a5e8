use lemmascope_intent::{Args, Failure, Outcome, Parameter, Signature, Type, Value};

use super::delete_file::outcome;
use super::fault::conflict;
use super::handle;
use super::place::Reach;
use super::site::Site;
use super::{trash, tree};

pub(super) fn signature() -> Signature {
    Signature::change("files.discard", "Move something to the trash that was made.")
        .parameter(Parameter::required("path", Type::String, "What was made."))
        .parameter(Parameter::optional("holds", Type::Array, "All that a folder may hold to be discarded."))
        .returns(Type::Object)
        .internal()
}

pub(super) fn act(site: &Site, args: &Args) -> Result<Outcome, Failure> {
    let place = site.place(args, "path", Reach::TAKE)?;
    let holds = args.get("holds").cloned().unwrap_or(Value::Null);
    if site.repeated() && place.look()?.is_none() {
        return Ok(outcome("trash", &place, trash::find(site, &place), holds));
    }
    let found = place.find()?;
    site.check_removable(&place, &found)?;
    if let (Value::List(made), true) = (&holds, handle::is_folder(&found)) {
        let made: Vec<_> = made.iter().filter_map(Value::as_text).map(str::to_string).collect();
        let others = tree::others(place.dir(), place.name(), &made).map_err(|error| place.fault(error))?;
        if !others.is_empty() {
            return Err(conflict(
                format!("\"{}\" holds {} by now", place.shown, few(&others)),
                "Move that away, then undo again.",
            ));
        }
    }
    let trashed = trash::put(site, &place)?;
    Ok(outcome("trash", &place, Some(trashed), holds))
}

fn few(names: &[String]) -> String {
    let named: Vec<_> = names.iter().take(3).map(|name| format!("\"{name}\"")).collect();
    match names.len().saturating_sub(3) {
        0 => named.join(", "),
        more => format!("{} and {more} more", named.join(", ")),
    }
}
