use lemmascope_intent::{Args, Change, Failure, Outcome, Parameter, Signature, Type, Value};
use rustix::io::Errno;

use super::copy::{check_not_within, check_replaceable};
use super::fault::{already_exists, conflict};
use super::handle;
use super::place::{Place, Reach};
use super::site::Site;
use super::telling::{call, object};
use super::tree::{self, Copying};
use super::{trash, versions};

pub(super) fn signature() -> Signature {
    Signature::change("files.relocate", "Move something back, or there again.")
        .parameter(Parameter::required("from", Type::String, "Where it is."))
        .parameter(Parameter::required("to", Type::String, "Where it was."))
        .parameter(Parameter::optional("refill", Type::String, "The version to put where it is."))
        .parameter(Parameter::defaulted("displace", false, Type::Boolean, "Replace what stands there."))
        .returns(Type::Object)
        .internal()
}

pub(super) fn act(site: &Site, args: &Args) -> Result<Outcome, Failure> {
    let from = site.place(args, "from", Reach::TAKE)?;
    let to = site.place(args, "to", Reach::TAKE)?;
    let refill = args.optional_text("refill");
    if site.repeated() && from.look()?.is_none() && to.look()?.is_some() && refill.is_none() {
        return Ok(outcome("relocate", &from, &to, versions::of_this_step(site), false));
    }
    let version = carry(site, &from, &to, args.flag("displace")).map_err(|failure| match failure.cause {
        lemmascope_intent::Cause::AlreadyExists => conflict(
            format!("something else stands at \"{}\" now", to.shown),
            "Move it away, then undo again.",
        ),
        _ => failure,
    })?;
    if let Some(refill) = refill {
        versions::give(site, refill, from.dir(), from.name(), &from.shown).inspect_err(|_| {
            let _ = handle::settle(to.dir(), to.name(), from.dir(), from.name());
        })?;
    }
    Ok(outcome("relocate", &from, &to, version, refill.is_some()))
}

/// Moves from one place to the other. What is displaced there becomes the version that is returned.
pub(super) fn carry(
    site: &Site,
    from: &Place,
    to: &Place,
    displace: bool,
) -> Result<Option<String>, Failure> {
    let found = from.find()?;
    site.check_removable(from, &found)?;
    to.need_folder()?;
    check_not_within(from, &found, to)?;
    let standing = to.look()?;
    if let Some(standing) = &standing {
        check_replaceable(site, &found, to, standing, displace)?;
    }
    let moved = match &standing {
        None => handle::settle(from.dir(), from.name(), to.dir(), to.name()),
        Some(_) => handle::exchange(from.dir(), from.name(), to.dir(), to.name()),
    };
    match moved {
        Err(error) if error.raw_os_error() == Some(Errno::XDEV.raw_os_error()) => {
            return carry_across(site, from, to, standing.is_some());
        }
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
            return Err(already_exists(&to.shown));
        }
        other => other.map_err(|error| from.fault(error))?,
    }
    if standing.is_none() {
        return Ok(None);
    }
    // Each stands under the other's name now.
    versions::keep(site, from.dir(), from.name(), &to.shown).map(Some).inspect_err(|_| {
        let _ = handle::exchange(from.dir(), from.name(), to.dir(), to.name());
    })
}

/// To another file system things are copied; the original goes to the trash and not to nowhere, so that
/// what somebody wrote into it during the copy is not lost.
fn carry_across(site: &Site, from: &Place, to: &Place, displace: bool) -> Result<Option<String>, Failure> {
    let temporary = handle::temporary_name();
    let what = format!("move {}", from.shown);
    Copying::plan(site, what, &from.shown, from.dir(), from.name())?.run(
        from.dir(),
        from.name(),
        to.dir(),
        &temporary,
    )?;
    let placed = if displace {
        versions::replace(site, to, &temporary).map(Some)
    } else {
        let settled = handle::settle(to.dir(), &temporary, to.dir(), to.name());
        settled.map(|()| None).map_err(|error| to.fault(error))
    };
    let version = placed.inspect_err(|_| {
        let _ = tree::remove(to.dir(), &temporary);
    })?;
    trash::put(site, from).map_err(|failure| {
        failure.context(format!("the copy at \"{}\" was made nonetheless", to.shown)).effect_unknown()
    })?;
    Ok(version)
}

/// That something was moved, and how it moves back: with what it displaced, or onto what stands there
/// again.
pub(super) fn outcome(
    verb: &str,
    from: &Place,
    to: &Place,
    version: Option<String>,
    refilled: bool,
) -> Outcome {
    let undo = to.lasting().zip(from.lasting()).map(|(to, from)| {
        let mut undo = call("files.relocate", [("from", to.into()), ("to", from.into())]);
        if let Some(version) = version {
            undo.arguments.insert("refill".into(), version.into());
        }
        if refilled {
            undo.arguments.insert("displace".into(), Value::from(true));
        }
        undo
    });
    let (before, after) = (from.shown.as_str(), to.shown.as_str());
    Outcome {
        undo,
        ..Outcome::found(object([("source", before.into()), ("path", after.into())]))
            .line(format!("{verb} \"{before}\" → \"{after}\""))
            .change(Change::Altered { what: "path".into(), before: before.into(), after: after.into() })
    }
}
