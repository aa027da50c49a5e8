use lemmascope_intent::{Args, Cause, Failure, Format, Outcome, Parameter, Signature, Type};

use super::call_scope::CallScope;
use super::fault::invalid;
use super::handle;
use super::resolved_path::Reach;

pub(super) fn signature() -> Signature {
    Signature::observe("files.exists", "Say whether a file or a folder exists.")
        .parameter(Parameter::required("path", Type::String, "The path.").format(Format::Path))
        .parameter(Parameter::optional("type", Type::String, "Only this kind: file or folder."))
        .returns(Type::Boolean)
        .examples(&["files.exists notes/todo.txt --type file"])
}

pub(super) fn act(site: &CallScope, args: &Args) -> Result<Outcome, Failure> {
    let folder = match args.optional_text("type") {
        None => None,
        Some("file") => Some(false),
        Some("folder") => Some(true),
        Some(_) => {
            return Err(invalid(
                "parameter \"type\" must be file or folder".into(),
                "Leave it out to look for either.",
            ));
        }
    };
    let found = match site.place(args, "path", Reach::READ).and_then(|place| place.look()) {
        Ok(found) => found,
        // A dangling link, or a path below a regular file.
        Err(failure) if failure.cause == Cause::TargetNotFound => None,
        Err(failure) => return Err(failure),
    };
    let exists = found.is_some_and(|found| folder.is_none_or(|folder| folder == handle::is_folder(&found)));
    let shown = if args.is_secret("path") { lemmascope_intent::MASK } else { args.text("path")? };
    Ok(Outcome::found(exists).line(format!("exists \"{shown}\": {}", if exists { "yes" } else { "no" })))
}
