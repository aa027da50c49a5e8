use lemmascope_intent::{Args, Change, Failure, Outcome, Parameter, Signature, Type};

use super::place::{Place, Reach};
use super::site::Site;
use super::telling::{amount, call, object};
use super::temporary;
use super::versions;

pub(super) fn signature() -> Signature {
    Signature::change("files.restore_version", "Put an earlier version back, keeping the present one.")
        .parameter(Parameter::required("path", Type::String, "What was overwritten."))
        .parameter(Parameter::required("version", Type::String, "The version to put back."))
        .returns(Type::Object)
        .internal()
}

pub(super) fn act(site: &Site, args: &Args) -> Result<Outcome, Failure> {
    let place = site.place(args, "path", Reach::TAKE)?;
    let version = args.text("version")?;
    place.need_folder()?;
    let Some(standing) = place.look()? else {
        versions::give(site, version, place.dir(), place.name(), &place.shown)?;
        let undo = place.lasting().map(|path| call("files.discard", [("path", path.into())]));
        return Ok(Outcome { undo, ..told(&place).change(Change::Added(place.shown.clone())) });
    };
    site.check_removable(&place, &standing)?;
    if site.repeated()
        && versions::look(site, version)?.is_none()
        && let Some(kept) = versions::of_this_step(site)
    {
        return Ok(exchanged(&place, kept, amount(&standing), amount(&standing)));
    }
    let temporary = temporary::name();
    versions::give(site, version, place.dir(), &temporary, &place.shown)?;
    let kept = versions::replace(site, &place, &temporary).inspect_err(|_| {
        let _ = versions::put_back(site, version, place.dir(), &temporary, &place.shown);
    })?;
    let after = place.find().map(|stat| amount(&stat)).unwrap_or_default();
    Ok(exchanged(&place, kept, amount(&standing), after))
}

fn exchanged(place: &Place, kept: String, before: String, after: String) -> Outcome {
    let undo = place
        .lasting()
        .map(|path| call("files.restore_version", [("path", path.into()), ("version", kept.into())]));
    let change = Change::Altered { what: place.shown.clone(), before, after };
    Outcome { undo, ..told(place).change(change) }
}

fn told(place: &Place) -> Outcome {
    let shown = place.shown.as_str();
    Outcome::found(object([("path", shown.into())])).line(format!("restore_version \"{shown}\""))
}
