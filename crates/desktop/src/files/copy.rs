use lemmascope_intent::{Args, Cause, Change, Failure, Format, Outcome, Parameter, Signature, Type};
use rustix::fs::{OFlags, Stat};

use super::call_scope::CallScope;
use super::create_file::discarding;
use super::fault::{already_exists, invalid};
use super::format::{amount, integer, object};
use super::handle;
use super::leftovers;
use super::making::Making;
use super::resolved_path::{Reach, ResolvedPath};
use super::temporary;
use super::tree::{self, Copying};
use super::versions;

pub(super) fn signature() -> Signature {
    Signature::change("files.copy", "Copy a file or a folder with all it holds.")
        .aliases(&["cp"])
        .parameter(
            Parameter::required("source", Type::String, "The file or folder to copy.").format(Format::Path),
        )
        .parameter(
            Parameter::required("destination", Type::String, "The copy, or the folder for it.")
                .format(Format::Folder),
        )
        .parameter(Parameter::defaulted("overwrite", false, Type::Boolean, "Replace an existing file."))
        .returns(Type::Object)
        .examples(&["files.copy report.pdf archive/"])
}

pub(super) fn act(site: &CallScope, args: &Args) -> Result<Outcome, Failure> {
    let source = site.place(args, "source", Reach::READ)?;
    let found = source.find()?;
    site.check_harmless(&source, &found)?;
    if site.repeated() {
        // On repetition, a folder that was copied to a new name would be copied into its own copy.
        let named = site.place(args, "destination", Reach::TAKE)?;
        if !is_same(&source, &named)? && is_copy(&source, &named)? {
            return Ok(copied(&source, named, 0));
        }
    }
    let target = destination(site, args, &source)?;
    leftovers::sweep(site, &target);
    let standing = target.look()?;
    if is_same(&source, &target)? {
        return Err(invalid(
            format!("\"{}\" would be copied onto itself", source.shown),
            "Choose another name.",
        ));
    }
    if let Some(standing) = &standing {
        if site.repeated() && is_copy(&source, &target)? {
            return Ok(copied(&source, target, 0));
        }
        check_replaceable(site, &found, &target, standing, args.flag("overwrite"))?;
    }
    target.need_folder()?;
    check_apart(&source, &found, &target)?;
    site.screen_name(&source, target.name())?;

    let temporary = temporary::name();
    let what = format!("copy {}", source.shown);
    let bytes = Copying::plan(site, what, &source.shown, source.dir(), source.name())?.run(
        source.dir(),
        source.name(),
        target.dir(),
        &temporary,
    )?;
    Ok(match &standing {
        None => {
            let undo = Making::adopt(&target, temporary).appear(site)?;
            Outcome { undo, ..copied(&source, target, bytes) }
        }
        Some(standing) => {
            dress(&target, &temporary, standing).inspect_err(|_| {
                let _ = tree::remove(target.dir(), &temporary);
            })?;
            let undo = versions::replace(site, &target, &temporary, |replaced| replaced.restoration())?;
            let after = target.find().map(|stat| amount(&stat)).unwrap_or_default();
            let change = Change::Altered { what: target.shown.clone(), before: amount(standing), after };
            Outcome { undo, ..told(&source, &target, bytes).change(change) }
        }
    })
}

fn copied(source: &ResolvedPath, target: ResolvedPath, bytes: u64) -> Outcome {
    Outcome {
        undo: discarding(&target),
        ..told(source, &target, bytes).change(Change::Added(target.shown.clone()))
    }
}

fn told(source: &ResolvedPath, target: &ResolvedPath, bytes: u64) -> Outcome {
    let (from, to) = (source.shown.as_str(), target.shown.as_str());
    Outcome::found(object([("source", from.into()), ("path", to.into()), ("bytes", integer(bytes))]))
        .line(format!("copy \"{from}\" → \"{to}\""))
}

/// Returns the destination of a copy or move: inside it if it is an existing folder, also through a link. Any
/// other link counts as an existing file itself, and is never followed for writing.
pub(super) fn destination(
    site: &CallScope,
    args: &Args,
    source: &ResolvedPath,
) -> Result<ResolvedPath, Failure> {
    let place = site.place(args, "destination", Reach::TAKE)?;
    let folder = match place.look()? {
        Some(found) if handle::kind(&found).is_symlink() => {
            match site.place(args, "destination", Reach::READ).and_then(|real| real.find()) {
                Ok(real) => handle::is_folder(&real),
                Err(failure) if failure.cause == Cause::TargetNotFound => false,
                Err(failure) => return Err(failure),
            }
        }
        Some(found) => handle::is_folder(&found),
        None => false,
    };
    if !folder {
        // A name that ends in a slash is a folder. A folder that is moved may get it as its new name; a file would get a name without
        // its extension, and the next file could not follow.
        let is_said = args.text("destination").is_ok_and(|said| said.ends_with('/'));
        let is_file = source.look()?.is_some_and(|found| !handle::is_folder(&found));
        let has_extension = |name: &std::ffi::OsStr| std::path::Path::new(name).extension().is_some();
        if is_said
            && is_file
            && place.look()?.is_none()
            && has_extension(source.name())
            && !has_extension(place.name())
        {
            return Err(Failure::new(
                Cause::TargetNotFound,
                format!("there is no folder \"{}\"", place.shown),
            )
            .hint("Create the folder first, or rename the file.")
            .about("destination"));
        }
        return Ok(place);
    }
    match source.written_name() {
        Some(name) => site.place_in(&place, name, Reach::TAKE),
        None => Err(invalid(format!("\"{}\" has no name of its own", source.shown), "Name the copy.")),
    }
}

/// Refuses to replace an existing file without permission, or one of another type.
pub(super) fn check_replaceable(
    site: &CallScope,
    source: &Stat,
    target: &ResolvedPath,
    standing: &Stat,
    overwrite: bool,
) -> Result<(), Failure> {
    if !overwrite {
        return Err(already_exists(&target.shown));
    }
    if handle::is_folder(source) != handle::is_folder(standing) {
        return Err(already_exists(&target.shown)
            .hint("A file is not replaced by a folder, nor a folder by a file. Choose another name."));
    }
    site.check_removable(target, standing)
}

/// Refuses to copy or move a folder into itself, or over one of its ancestors.
pub(super) fn check_apart(source: &ResolvedPath, found: &Stat, target: &ResolvedPath) -> Result<(), Failure> {
    let lies_in = |inner: &ResolvedPath, outer: &Stat| {
        let ancestry = handle::ancestry(inner.dir()).map_err(|error| inner.fault(error))?;
        Ok(handle::is_folder(outer) && ancestry.contains(&handle::id(outer)))
    };
    let (inner, outer) = if lies_in(target, found)? {
        (target, source)
    } else if let Some(standing) = target.look()?
        && lies_in(source, &standing)?
    {
        (source, target)
    } else {
        return Ok(());
    };
    Err(invalid(
        format!("\"{}\" lies in \"{}\"", inner.shown, outer.shown),
        "A folder cannot be put into itself, nor take the place of one that it is in. Choose another destination.",
    ))
}

/// Whether both paths are the same file or folder.
pub(super) fn is_same(a: &ResolvedPath, b: &ResolvedPath) -> Result<bool, Failure> {
    let (a, b) = (a.look()?, b.look()?);
    Ok(a.zip(b).is_some_and(|(a, b)| handle::id(&a) == handle::id(&b)))
}

fn is_copy(source: &ResolvedPath, target: &ResolvedPath) -> Result<bool, Failure> {
    if target.look()?.is_none() {
        return Ok(false);
    }
    tree::same(source.dir(), source.name(), target.dir(), target.name()).map_err(|error| target.fault(error))
}

/// Gives a file that replaces another the permissions of that one.
fn dress(target: &ResolvedPath, temporary: &std::ffi::OsStr, like: &Stat) -> Result<(), Failure> {
    if handle::kind(like).is_file() {
        let opened = handle::open_file(target.dir(), temporary, OFlags::RDONLY);
        opened.and_then(|(file, _)| tree::dress(&file, like)).map_err(|error| target.fault(error))?;
    }
    Ok(())
}
