use lemmascope_intent::{Args, Call, Cause, Change, Failure, Format, Outcome, Parameter, Signature, Type};
use rustix::fs::{OFlags, Stat};

use super::call_scope::CallScope;
use super::fault::already_exists;
use super::format::{bytes, call, integer, object};
use super::handle;
use super::leftovers;
use super::making::Making;
use super::protected::is_protected_name;
use super::resolved_path::{Reach, ResolvedPath};
use super::title;
use super::tree;

pub(super) fn signature() -> Signature {
    Signature::change("files.create_file", "Create a new file.")
        .aliases(&["touch"])
        .known_as(&["echo"])
        .everyday("files")
        .parameter(
            Parameter::required("path", Type::String, "Where the file is to be.").format(Format::Title),
        )
        .parameter(Parameter::optional("content", Type::String, "The content."))
        .parameter(Parameter::defaulted(
            "create_parents",
            true,
            Type::Boolean,
            "Make missing folders on the way.",
        ))
        .returns(Type::Object)
        .examples(&[r#"files.create_file notes/todo.txt --content "buy milk""#])
}

pub(super) fn act(site: &CallScope, args: &Args) -> Result<Outcome, Failure> {
    let place = site.place(args, "path", Reach::WRITE)?;
    let content = args.optional_text("content").unwrap_or_default();
    create_at(site, &place, content.as_bytes(), args.flag("create_parents"))
}

/// The implementation of the intent `CreateFile`, whose parameters are a title, a folder and content. It
/// creates the same file under stricter rules for its name.
pub(super) fn act_titled(site: &CallScope, args: &Args) -> Result<Outcome, Failure> {
    let (name, folder) = (args.text("title")?, args.optional_text("path").filter(|path| !path.is_empty()));
    title::check(name, folder).map_err(title::Refusal::failure)?;
    let place = site.titled(name, folder, args.is_secret("title") || args.is_secret("path"));
    let about_title = folder.is_none() || is_protected_name(name.as_ref());
    let place = place.map_err(|failure| failure.about(if about_title { "title" } else { "path" }))?;
    let content = args.optional_text("content").unwrap_or_default();
    let made = create_at(site, &place, content.as_bytes(), true);
    made.map_err(|failure| match failure.cause {
        Cause::AlreadyExists => failure.about("title").instead(free_names(&place, name)),
        Cause::OutsideRoots => failure.about("title"),
        Cause::InvalidParameter => failure.about("content"),
        _ => failure,
    })
}

pub(super) fn create_at(
    site: &CallScope,
    place: &ResolvedPath,
    content: &[u8],
    create_parents: bool,
) -> Result<Outcome, Failure> {
    leftovers::sweep(site, place);
    site.screen(place.name(), content)?;
    if let Some(found) = place.look()? {
        if site.repeated() && holds(place, &found, content)? {
            return Ok(outcome(place, content, "create_file", discarding(place)));
        }
        return Err(already_exists(&place.shown)
            .hint("Choose another name, or replace it with files.write_file and overwrite."));
    }
    if !create_parents {
        place.need_folder()?;
    }
    let undo = Making::file(place, content)?.appear(site)?;
    Ok(outcome(place, content, "create_file", undo))
}

/// Suggests similar names that are not taken.
fn free_names(place: &ResolvedPath, name: &str) -> Option<String> {
    let (stem, extension) = match name.rsplit_once('.') {
        Some((stem, extension)) if !stem.is_empty() => (stem, format!(".{extension}")),
        _ => (name, String::new()),
    };
    let named = (2..100).map(|number| {
        let end = format!("-{number}{extension}");
        let mut room = title::LONGEST_TITLE.saturating_sub(end.len()).min(stem.len());
        while !stem.is_char_boundary(room) {
            room -= 1;
        }
        format!("{}{end}", stem.get(..room).unwrap_or_default())
    });
    named.into_iter().find(|name| handle::stat(place.dir(), name.as_ref()).is_ok_and(|found| found.is_none()))
}

/// Returns the undo call for a created file of which only the path is known.
pub(super) fn discarding(place: &ResolvedPath) -> Option<Call> {
    place.lasting().map(|path| call("files.discard", [("path", path.into())]))
}

/// Whether the file has exactly this content.
pub(super) fn holds(place: &ResolvedPath, found: &Stat, content: &[u8]) -> Result<bool, Failure> {
    if handle::is_folder(found) || handle::length(found) != content.len() as u64 {
        return Ok(false);
    }
    let (file, _) =
        handle::open_file(place.dir(), place.name(), OFlags::RDONLY).map_err(|error| place.fault(error))?;
    tree::same_bytes(file, content).map_err(|error| place.fault(error))
}

/// Returns the outcome for a created file.
pub(super) fn outcome(place: &ResolvedPath, content: &[u8], verb: &str, undo: Option<Call>) -> Outcome {
    let shown = &place.shown;
    let length = content.len() as u64;
    let value = object([("path", shown.as_str().into()), ("bytes", integer(length))]);
    Outcome {
        undo,
        ..Outcome::found(value)
            .line(format!("{verb} \"{shown}\" ({})", bytes(length)))
            .change(Change::Added(shown.clone()))
    }
}
