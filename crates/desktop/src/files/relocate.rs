use lemmascope_intent::{Args, Call, Cause, Change, Failure, Outcome, Parameter, Signature, Type, Value};
use rustix::fs::Stat;
use rustix::io::Errno;

use super::call_scope::CallScope;
use super::copy::{check_apart, check_replaceable};
use super::fault::{already_exists, conflict};
use super::format::{call, is_marked, mark, nothing, object};
use super::handle;
use super::resolved_path::{Reach, ResolvedPath};
use super::temporary;
use super::tree::{self, Copying};
use super::{trash, versions};

pub(super) fn signature() -> Signature {
    Signature::change("files.relocate", "Move a file or folder back, or redo the move.")
        .parameter(Parameter::required("from", Type::String, "Where it is."))
        .parameter(Parameter::required("to", Type::String, "Where it was."))
        .parameter(Parameter::optional("refill", Type::String, "The version to put where it is."))
        .parameter(Parameter::defaulted("displace", false, Type::Boolean, "Replace an existing file."))
        .parameter(Parameter::optional("given", Type::String, "The earlier version of the replaced file."))
        .parameter(Parameter::optional("moved", Type::String, "The moved file or folder."))
        .parameter(Parameter::optional("stood", Type::String, "The replaced file or folder."))
        .parameter(Parameter::optional("copied", Type::String, "Its copy on another file system."))
        .parameter(Parameter::optional("aside", Type::String, "The name that the copy had meanwhile."))
        .returns(Type::Object)
        .internal()
}

pub(super) fn act(site: &CallScope, args: &Args) -> Result<Outcome, Failure> {
    let from = site.place(args, "from", Reach::TAKE)?;
    let to = site.place(args, "to", Reach::TAKE)?;
    let refill = args.optional_text("refill");
    let displace = args.flag("displace");
    if site.unsettled() {
        match look(site, args, &from, &to)? {
            Left::Nothing => return Ok(nothing(&to)),
            Left::Half(undo) => return Ok(outcome("move", &from, &to, undo)),
            Left::Whole => {}
        }
    }
    let undo = carry(site, &from, &to, displace, refill).map_err(|failure| match failure.cause {
        Cause::AlreadyExists => conflict(
            format!("there is another file or folder at \"{}\" now", to.shown),
            "Move it to another path, then undo again.",
        ),
        _ => failure,
    })?;
    Ok(outcome("move", &from, &to, undo))
}

/// A planned move, with the data for its undo call.
struct Way<'a> {
    from: &'a ResolvedPath,
    to: &'a ResolvedPath,
    moved: Value,
    /// The version that the replaced item becomes.
    displaced: Option<&'a str>,
    /// The version that is restored at the source.
    refill: Option<&'a str>,
    copied: Value,
    /// The existing item at the destination.
    stood: Value,
    aside: Option<&'a str>,
}

impl Way<'_> {
    fn back(&self) -> Option<Call> {
        let mut undo = back(self.from, self.to, self.displaced)?;
        if let Some(refill) = self.refill {
            undo.arguments.extend(object([("displace", true.into()), ("given", refill.into())]));
        }
        let aside = self.aside.map_or(Value::Null, Value::from);
        let (moved, copied, stood) = (self.moved.clone(), self.copied.clone(), self.stood.clone());
        undo.arguments.extend(object([
            ("moved", moved),
            ("copied", copied),
            ("stood", stood),
            ("aside", aside),
        ]));
        Some(undo)
    }
}

/// Returns the call that moves an item back and restores the version of the item that it replaced.
pub(super) fn back(from: &ResolvedPath, to: &ResolvedPath, displaced: Option<&str>) -> Option<Call> {
    let mut undo = call("files.relocate", [("from", to.lasting()?.into()), ("to", from.lasting()?.into())]);
    if let Some(version) = displaced {
        undo.arguments.insert("refill".into(), version.into());
    }
    Some(undo)
}

/// Moves an item, after recording the undo call. An existing item at the destination becomes a version; a
/// given version is restored at the source.
pub(super) fn carry(
    site: &CallScope,
    from: &ResolvedPath,
    to: &ResolvedPath,
    displace: bool,
    refill: Option<&str>,
) -> Result<Option<Call>, Failure> {
    let found = from.find()?;
    site.check_removable(from, &found)?;
    to.need_folder()?;
    check_apart(from, &found, to)?;
    let standing = to.look()?;
    if let Some(standing) = &standing {
        check_replaceable(site, &found, to, standing, displace)?;
    }
    let version = standing.as_ref().map(|_| versions::reserve(site)).transpose()?;
    let way = Way {
        from,
        to,
        moved: mark(Some(&found)),
        displaced: version.as_deref(),
        refill,
        copied: Value::Null,
        stood: mark(standing.as_ref()),
        aside: None,
    };
    let undo = way.back();
    site.promise(undo.as_ref())?;
    // An existing or restored item first exchanges places with the moved one. So there is only one
    // intermediate state, from which recovery can continue or revert.
    if let (None, Some(refill)) = (&standing, refill) {
        versions::give(site, refill, to.dir(), to.name(), &to.shown)?;
    }
    let moved = match (&standing, refill) {
        (None, None) => handle::settle(from.dir(), from.name(), to.dir(), to.name()),
        _ => handle::exchange(from.dir(), from.name(), to.dir(), to.name()),
    };
    if let Err(error) = moved {
        if let (None, Some(refill)) = (&standing, refill) {
            versions::keep_as(site, refill, to.dir(), to.name(), &to.shown)?;
        }
        return match error.raw_os_error().map(Errno::from_raw_os_error) {
            Some(Errno::XDEV) => carry_across(site, way, &found),
            Some(Errno::EXIST) => Err(already_exists(&to.shown)),
            _ => Err(from.fault(error)),
        };
    }
    if let Some(version) = &version {
        // Each item now has the other's name.
        versions::keep_as(site, version, from.dir(), from.name(), &to.shown).inspect_err(|_| {
            let _ = handle::exchange(from.dir(), from.name(), to.dir(), to.name());
        })?;
    }
    Ok(undo)
}

/// Moves across file systems by copying. The original goes to the trash instead of being deleted, so that
/// changes that another program made during the copy are not lost.
fn carry_across(site: &CallScope, way: Way<'_>, found: &Stat) -> Result<Option<Call>, Failure> {
    let Way { from, to, refill, .. } = way;
    let displace = to.look()?.is_some();
    let temporary = temporary::name();
    let what = format!("move {}", from.shown);
    Copying::plan(site, what, &from.shown, from.dir(), from.name())?.run(
        from.dir(),
        from.name(),
        to.dir(),
        &temporary,
    )?;
    let undo = if displace {
        versions::replace(site, to, &temporary, |replaced| {
            let (displaced, copied) = (Some(replaced.version), replaced.made.clone());
            let (moved, stood) = (mark(Some(found)), Value::Null);
            Way { from, to, moved, displaced, refill, copied, stood, aside: replaced.aside }.back()
        })?
    } else {
        let os = |error: std::io::Error| to.fault(error);
        let copied = mark(handle::stat(to.dir(), &temporary).map_err(os)?.as_ref());
        let (moved, aside) = (mark(Some(found)), temporary.to_str());
        let undo = Way { from, to, moved, displaced: None, refill, copied, stood: Value::Null, aside }.back();
        let settled = site
            .promise(undo.as_ref())
            .and_then(|()| handle::settle(to.dir(), &temporary, to.dir(), to.name()).map_err(os));
        settled.inspect_err(|_| {
            let _ = tree::remove(to.dir(), &temporary);
        })?;
        undo
    };
    let half = |failure: Failure| {
        failure.context(format!("the copy at \"{}\" was made nonetheless", to.shown)).effect_unknown()
    };
    trash::put(site, from, &|_| Ok(())).map_err(half)?;
    if let Some(refill) = refill {
        versions::give(site, refill, from.dir(), from.name(), &from.shown).map_err(half)?;
    }
    Ok(undo)
}

/// The state that a crashed move has left.
enum Left {
    /// The state before the move.
    Nothing,
    /// The state after the move.
    Whole,
    /// An intermediate state, which has been reverted. The call redoes the move.
    Half(Option<Call>),
}

/// Determines how far the move progressed that a stored call undoes from `from` to `to`.
fn look(site: &CallScope, args: &Args, from: &ResolvedPath, to: &ResolvedPath) -> Result<Left, Failure> {
    let (moved, copied) = (args.optional_text("moved"), args.optional_text("copied"));
    let refill = args.optional_text("refill");
    let (at_from, at_to) = (from.look()?, to.look()?);
    let os = |error: std::io::Error| to.fault(error);
    if let (Some(copied), Some(origin)) = (copied, &at_to)
        && is_marked(origin, moved)
    {
        // The item was copied to another file system, and the original still exists.
        if at_from.is_some_and(|found| is_marked(&found, Some(copied))) {
            trash::put(site, from, &|_| Ok(()))?;
            match (refill, args.optional_text("aside")) {
                (Some(refill), _) if versions::look(site, refill)?.is_some() => {
                    versions::give(site, refill, from.dir(), from.name(), &from.shown)?;
                }
                // The replaced item still has its temporary name.
                (Some(_), Some(aside)) => {
                    versions::check(aside)?;
                    handle::settle(from.dir(), aside.as_ref(), from.dir(), from.name()).map_err(os)?;
                }
                _ => {}
            }
            let mut again = back(from, to, args.optional_text("given"));
            if let (Some(again), true) = (&mut again, refill.is_some()) {
                again.arguments.insert("displace".into(), Value::from(true));
            }
            return Ok(Left::Half(again));
        }
        if let Some(aside) = args.optional_text("aside") {
            versions::check(aside)?;
            let found = handle::stat(from.dir(), aside.as_ref()).map_err(os)?;
            if found.is_some_and(|found| is_marked(&found, Some(copied))) {
                tree::remove(from.dir(), aside.as_ref()).map_err(os)?;
            }
        }
        return Ok(Left::Nothing);
    }
    let (Some(at_from), at_to) = (at_from, at_to) else { return Ok(Left::Nothing) };
    if let (None, true, Some(given)) = (&at_to, args.flag("displace"), args.optional_text("given"))
        && versions::look(site, given)?.is_some()
    {
        // The item was moved to another file system, and the version at its source is not restored yet.
        versions::give(site, given, to.dir(), to.name(), &to.shown)?;
        return Ok(Left::Whole);
    }
    if let (Some(standing), Some(version)) = (&at_to, refill)
        && is_marked(standing, args.optional_text("stood"))
        && !is_marked(standing, moved)
        && versions::look(site, version)?.is_some()
    {
        // The replaced item is a complete version, and the original of that copy is not removed yet.
        tree::remove(to.dir(), to.name()).map_err(os)?;
        return Ok(Left::Whole);
    }
    let is_back = at_to.as_ref().is_some_and(|found| is_marked(found, moved));
    match (refill, args.flag("displace")) {
        // The replaced item is at the source, and is not a version yet.
        (Some(version), _) if !is_back && at_to.is_some() && versions::look(site, version)?.is_none() => {
            handle::exchange(from.dir(), from.name(), to.dir(), to.name()).map_err(os)?;
            let mut again = back(from, to, None);
            if let Some(again) = &mut again {
                again.arguments.insert("displace".into(), Value::from(true));
            }
            Ok(Left::Half(again))
        }
        // The version was restored, and not exchanged yet.
        (None, true) if is_back && !is_marked(&at_from, moved) => {
            // Under its previous name, so that earlier undo calls still find it.
            let version = match args.optional_text("given") {
                Some(given) if versions::look(site, given)?.is_none() => given.to_string(),
                Some(given) => {
                    // During a move to another file system, both copies exist.
                    trash::put(site, from, &|_| Ok(()))?;
                    return Ok(Left::Half(back(from, to, Some(given))));
                }
                None => versions::reserve(site)?,
            };
            versions::keep_as(site, &version, from.dir(), from.name(), &from.shown)?;
            Ok(Left::Half(back(from, to, Some(&version))))
        }
        _ if is_back => Ok(Left::Nothing),
        _ => Ok(Left::Whole),
    }
}

/// Returns the outcome of a move.
pub(super) fn outcome(verb: &str, from: &ResolvedPath, to: &ResolvedPath, undo: Option<Call>) -> Outcome {
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
    fn undoes_moves_to_another_file_system() {
        let Ok(other) = tempfile::tempdir_in("/dev/shm") else { return };
        let here = tempfile::tempdir().unwrap();
        let site = CallScope::unguarded(here.path(), vec![here.path().into(), other.path().into()]);
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

        // The move replaces an item again, which undo restores.
        fs::create_dir(&from).unwrap();
        fs::write(from.join("b"), "2").unwrap();
        let forth =
            call("files.relocate", [("from", text(&from)), ("to", text(&to)), ("displace", true.into())]);
        let undo = go(forth).undo.unwrap();
        assert!(to.join("b").exists() && !to.join("a").exists());
        // The item on the other file system goes to the trash there; this moves it back permanently.
        fs::rename(to.join("b"), to.join("c")).unwrap();
        go(undo);
        assert!(from.join("c").exists() && to.join("a").exists());
        fs::remove_dir_all(&from).unwrap();
        go(back);
        assert!(from.join("a").exists() && !to.exists());
        sweep(other.path());
    }

    /// Removes the test's items from the trash of the other file system.
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
