use lemmascope_intent::{Args, Change, Failure, Outcome, Parameter, Signature, Type};

use super::call_scope::CallScope;
use super::format::{amount, call, nothing, object};
use super::resolved_path::{Reach, ResolvedPath};
use super::{unchanged, versions};

pub(super) fn signature() -> Signature {
    Signature::change("files.restore_version", "Restore an earlier version, keeping the current one.")
        .parameter(Parameter::required("path", Type::String, "The overwritten file."))
        .parameter(Parameter::required("version", Type::String, "The version to restore."))
        .parameter(Parameter::optional("content", Type::String, "The digest of the current content."))
        .parameter(Parameter::optional("made", Type::String, "The file that replaced it."))
        .parameter(Parameter::optional("aside", Type::String, "The name that one of the two had meanwhile."))
        .returns(Type::Object)
        .internal()
}

pub(super) fn act(site: &CallScope, args: &Args) -> Result<Outcome, Failure> {
    let place = site.place(args, "path", Reach::TAKE)?;
    let version = args.text("version")?;
    place.need_folder()?;
    let (made, aside) = (args.optional_text("made"), args.optional_text("aside"));
    if site.unsettled() && !versions::was_traded(site, &place, version, made, aside)? {
        return Ok(nothing(&place));
    }
    let Some(standing) = place.look()? else {
        let undo = place.lasting().map(|path| call("files.discard", [("path", path.into())]));
        if versions::look(site, version)?.is_some() {
            site.promise(undo.as_ref())?;
        }
        versions::give(site, version, place.dir(), place.name(), &place.shown)?;
        return Ok(Outcome { undo, ..told(&place).change(Change::Added(place.shown.clone())) });
    };
    site.check_removable(&place, &standing)?;
    unchanged::check(&place, None, args.optional_text("content"))?;
    let undo = versions::trade(site, &place, version)?;
    let after = place.find().map(|stat| amount(&stat)).unwrap_or_default();
    let change = Change::Altered { what: place.shown.clone(), before: amount(&standing), after };
    Ok(Outcome { undo, ..told(&place).change(change) })
}

fn told(place: &ResolvedPath) -> Outcome {
    let shown = place.shown.as_str();
    Outcome::found(object([("path", shown.into())]))
        .line(format!("restore_version \"{shown}\" from its earlier version"))
}
