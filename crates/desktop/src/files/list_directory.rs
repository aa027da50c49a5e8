use std::os::fd::AsFd;
use std::os::unix::ffi::OsStrExt;

use lemmascope_intent::{Args, Failure, Format, Outcome, Parameter, Signature, Type, Value};

use super::call_scope::CallScope;
use super::format::{kind, modified, object, size};
use super::handle;
use super::resolved_path::Reach;

pub(super) fn signature() -> Signature {
    let signature = Signature::observe("files.list_directory", "List the entries of a folder.")
        .aliases(&["ls --path=.", "dir --path=."])
        .known_as(&["list files", "tree"])
        .everyday("files")
        .parameter(Parameter::required("path", Type::String, "The folder.").format(Format::Folder))
        .parameter(Parameter::defaulted(
            "include_hidden",
            false,
            Type::Boolean,
            "Include entries that begin with a dot.",
        ))
        .parameter(Parameter::optional("extensions", Type::Array, "Only files with one of these extensions."))
        .returns(Type::Array)
        .examples(&["files.list_directory ."]);
    Signature { lists: Some(Format::Path), ..signature }
}

pub(super) fn act(site: &CallScope, args: &Args) -> Result<Outcome, Failure> {
    let place = site.place(args, "path", Reach::READ)?;
    place.find()?;
    let folder = handle::open_folder(place.dir(), place.name()).map_err(|error| place.fault(error))?;
    let extensions = extensions(args);
    let mut entries = Vec::new();
    for name in handle::names(folder.as_fd()).map_err(|error| place.fault(error))? {
        if name.as_bytes().starts_with(b".") && !args.flag("include_hidden") {
            continue;
        }
        // What has gone since it was read is no longer listed.
        let Ok(Some(found)) = handle::stat(folder.as_fd(), &name) else { continue };
        if !extensions.is_empty() && !has_one_of(&extensions, &name.to_string_lossy(), kind(&found)) {
            continue;
        }
        entries.push(Value::from(object([
            ("name", name.to_string_lossy().into_owned().into()),
            ("type", kind(&found).into()),
            ("size", size(&found)),
            ("modified", modified(&found)),
        ])));
    }
    let count = match entries.len() {
        1 => "1 entry".to_string(),
        count => format!("{count} entries"),
    };
    Ok(Outcome::found(entries).line(format!("list_directory \"{}\" ({count})", place.shown)))
}

/// Returns the extensions that are asked for, in lower case and without their dots.
fn extensions(args: &Args) -> Vec<String> {
    let extensions = args.get("extensions").and_then(Value::as_list).unwrap_or_default();
    let extensions = extensions.iter().filter_map(Value::as_text);
    extensions.map(|it| it.trim_start_matches(['*', '.']).to_lowercase()).collect()
}

fn has_one_of(extensions: &[String], name: &str, kind: &str) -> bool {
    let extension = name.rsplit_once('.').map(|(_, extension)| extension.to_lowercase());
    kind == "file" && extension.is_some_and(|extension| extensions.contains(&extension))
}
