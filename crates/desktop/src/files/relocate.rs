use lemmascope_intent::{Args, Change, Failure, Outcome, Parameter, Signature, Type, Value};
use rustix::io::Errno;

use super::copy::{check_apart, check_replaceable};
use super::fault::{already_exists, conflict};
use super::handle;
use super::place::{Place, Reach};
use super::site::Site;
use super::telling::{call, object};
use super::temporary;
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
        return Ok(outcome("move", &from, &to, versions::of_this_step(site), false));
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
    Ok(outcome("move", &from, &to, version, refill.is_some()))
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
    check_apart(from, &found, to)?;
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
    let temporary = temporary::name();
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

#[cfg(test)]
mod tests {
    use std::fs;

    use lemmascope_intent::{Args, Outcome};

    use super::*;

    #[test]
    fn moves_to_another_file_system_and_back() {
        let Ok(other) = tempfile::tempdir_in("/dev/shm") else { return };
        let here = tempfile::tempdir().unwrap();
        let site = Site::unguarded(here.path(), vec![here.path().into(), other.path().into()]);
        let (from, to) = (here.path().join("f"), other.path().join("f"));
        fs::create_dir(&from).unwrap();
        fs::write(from.join("a"), "1").unwrap();
        let go =
            |call: lemmascope_intent::Call| -> Outcome { act(&site, &Args::new(call.arguments)).unwrap() };
        let text = |path: &std::path::Path| Value::from(path.to_str().unwrap());
        let back = go(call("files.relocate", [("from", text(&from)), ("to", text(&to))])).undo.unwrap();
        assert!(!from.exists() && fs::read_to_string(to.join("a")).unwrap() == "1");
        assert_eq!(
            fs::read_to_string(here.path().join("Trash/files/f/a")).unwrap(),
            "1",
            "kept in the trash"
        );

        // Again onto something, which comes back when that is undone.
        fs::create_dir(&from).unwrap();
        fs::write(from.join("b"), "2").unwrap();
        let forth =
            call("files.relocate", [("from", text(&from)), ("to", text(&to)), ("displace", true.into())]);
        let undo = go(forth).undo.unwrap();
        assert!(to.join("b").exists() && !to.join("a").exists());
        // What leaves the other file system goes to the trash there; this moves it home for good.
        fs::rename(to.join("b"), to.join("c")).unwrap();
        go(undo);
        assert!(from.join("c").exists() && to.join("a").exists());
        fs::remove_dir_all(&from).unwrap();
        go(back);
        assert!(from.join("a").exists() && !to.exists());
        sweep(other.path());
    }

    /// Takes out of the trash of the other file system what the test has put there.
    fn sweep(folder: &std::path::Path) {
        let trash = format!("/dev/shm/.Trash-{}", rustix::process::getuid().as_raw());
        let trash = std::path::Path::new(&trash);
        for note in fs::read_dir(trash.join("info")).unwrap().flatten() {
            let ours = folder.file_name().unwrap().to_str().unwrap();
            if fs::read_to_string(note.path()).unwrap_or_default().contains(ours) {
                let _ = fs::remove_dir_all(trash.join("files").join(note.path().file_stem().unwrap()));
                fs::remove_file(note.path()).unwrap();
            }
        }
    }
}
